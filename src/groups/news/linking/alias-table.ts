import type { Day } from '../../../kernel/time.ts'
import type { Companies } from './companies.ts'
import { PhraseTable } from './phrase-table.ts'
import { LITTLE_WORDS } from './word-lists.ts'

/** Where an alias comes from. */
export const ALIAS_SOURCE = {
  /** An operator gave it. */
  given: 0,
  /** The name of a listing. */
  full: 1,
  /** The table of known names has it as a name or as short for one. */
  known: 2,
  /** The instrument had it until a day. */
  former: 3,
  /** The table of known names has it as a former name. */
  knownFormer: 4,
  /** The name without the words for what the company does. */
  shortened: 5,
  /** Something it sells. */
  brand: 6,
  /** The first word of its name. */
  leading: 7,
  /** What people call a fund, which is mostly what it holds. */
  fund: 8,
  /** What its name begins with, of common words: only news of companies alone can mean it. */
  common: 9,
} as const
export type AliasSource = (typeof ALIAS_SOURCE)[keyof typeof ALIAS_SOURCE]

/** How an alias is to be written. */
export const ALIAS_CASE = {
  /** As names are. */
  any: 0,
  /** In capitals throughout: it looks like a ticker or initials. */
  upper: 1,
  /** In small letters: a subject rather than a name. */
  lower: 2,
  /** Each word in one capital: common words in small letters are not the name, and initials are another's. */
  title: 3,
} as const
export type AliasCase = (typeof ALIAS_CASE)[keyof typeof ALIAS_CASE]

export interface Alias {
  company: number
  source: AliasSource
  written: AliasCase
  /** The last day on which it was the name; null for a name without an end. */
  until: Day | null
}

/** What a source is worth, in powers of ten of a company's size, where two companies claim one name. */
const CLAIMS: Readonly<Record<AliasSource, number>> = {
  [ALIAS_SOURCE.given]: 6,
  [ALIAS_SOURCE.full]: 0,
  [ALIAS_SOURCE.known]: -1.5,
  [ALIAS_SOURCE.former]: -1.5,
  [ALIAS_SOURCE.knownFormer]: -1.5,
  [ALIAS_SOURCE.shortened]: -2,
  [ALIAS_SOURCE.brand]: -2.5,
  [ALIAS_SOURCE.leading]: -3,
  [ALIAS_SOURCE.fund]: -3,
  [ALIAS_SOURCE.common]: -4,
}
/** A shortened name that several companies share is the one's that is so many times larger, in powers of ten. */
const DOMINANCE = 1
const MOST_CLAIMS = 4
const NO_DAY = -0x80000000

/** Names as sequences of folded words, with those whose they are, the best claim first. */
export class AliasTable {
  readonly #phrases = new PhraseTable()
  #node: number[] = []
  #company: number[] = []
  #detail: number[] = []
  #until: number[] = []
  /** By node: where its aliases begin, and how many there are; filled by {@link finish}. */
  #from = new Int32Array(0)
  #packed = new Int32Array(0)

  /** Notes a claim; nothing is found before {@link finish}. */
  add(words: readonly string[], { company, source, written, until }: Alias): void {
    if (words.length === 0 || words.some((word) => word === '')) return
    if (source !== ALIAS_SOURCE.given && words.every((word) => LITTLE_WORDS.has(word) || /^\d*$/.test(word)))
      return
    this.#node.push(this.#phrases.add(words))
    this.#company.push(company)
    this.#detail.push(source * 4 + written)
    this.#until.push(until ?? NO_DAY)
  }

  /** Sorts the claims, drops what is shared and dominated by none, and packs the rest. */
  finish(companies: Companies): void {
    const claim = (at: number): number => {
      const source = ((this.#detail[at] ?? 0) >> 2) as AliasSource
      return CLAIMS[source] + companies.size(this.#company[at] ?? 0)
    }
    const order = Uint32Array.from(this.#node.keys())
    const claims = Float64Array.from(this.#node.keys(), claim)
    order.sort(
      (a, b) =>
        (this.#node[a] ?? 0) - (this.#node[b] ?? 0) ||
        (claims[b] ?? 0) - (claims[a] ?? 0) ||
        (this.#company[a] ?? 0) - (this.#company[b] ?? 0) ||
        (this.#detail[a] ?? 0) - (this.#detail[b] ?? 0),
    )
    const packed: number[] = []
    this.#from = new Int32Array(this.#phrases.size + 1)
    let node = 0
    for (let at = 0; at < order.length;) {
      let end = at
      const here = this.#node[order[at] ?? 0] ?? 0
      while (end < order.length && this.#node[order[end] ?? 0] === here) end += 1
      while (node <= here) this.#from[node++] = packed.length
      for (const one of this.#kept(order.subarray(at, end), claims)) {
        packed.push(this.#company[one] ?? 0, this.#detail[one] ?? 0, this.#until[one] ?? NO_DAY)
      }
      at = end
    }
    while (node < this.#from.length) this.#from[node++] = packed.length
    this.#packed = Int32Array.from(packed)
    for (const list of [this.#node, this.#company, this.#detail, this.#until]) list.length = 0
  }

  static readonly ROOT = PhraseTable.ROOT

  /** The node one word further; -1 when no name continues this way. */
  step(node: number, word: string): number {
    return this.#phrases.step(node, word)
  }

  /** True when a name ends here. */
  isName(node: number): boolean {
    return (this.#from[node] ?? 0) < (this.#from[node + 1] ?? 0)
  }

  /** Those whose name ends here, the best claim first. */
  at(node: number): Alias[] {
    const aliases: Alias[] = []
    const end = this.#from[node + 1] ?? 0
    for (let at = this.#from[node] ?? 0; at < end; at += 3) {
      const detail = this.#packed[at + 1] ?? 0
      const until = this.#packed[at + 2] ?? NO_DAY
      aliases.push({
        company: this.#packed[at] ?? 0,
        source: (detail >> 2) as AliasSource,
        written: (detail & 3) as AliasCase,
        until: until === NO_DAY ? null : until,
      })
    }
    return aliases
  }

  /** One claim for each company, and of shortened names only what no other company of the same size has. */
  #kept(sorted: Uint32Array, claims: Float64Array): number[] {
    const kept: number[] = []
    for (const one of sorted) {
      const sameDetail = (other: number): boolean =>
        this.#company[other] === this.#company[one] &&
        (this.#detail[other] ?? 0) % 4 === (this.#detail[one] ?? 0) % 4
      if (kept.length < MOST_CLAIMS && !kept.some(sameDetail)) kept.push(one)
    }
    const [first, ...others] = kept
    if (first === undefined || (this.#detail[first] ?? 0) >> 2 < ALIAS_SOURCE.shortened) return kept
    const rival = others.find((other) => this.#company[other] !== this.#company[first])
    if (rival === undefined) return kept
    return (claims[first] ?? 0) - (claims[rival] ?? 0) >= DOMINANCE ? [first] : []
  }
}

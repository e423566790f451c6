import { isDistinctiveWord } from './known-names-words.ts'
import { knownIdentities } from './known-names.ts'

/** Ends of names that people leave out. */
const CORPORATE: ReadonlySet<string> = new Set(
  `inc incorporated corp corporation co company companies ltd limited plc public ag aktiengesellschaft se sa nv group holding holdings trust
  de spa oyj asa ab kgaa lp llc common ordinary stock shares the and com`.split(/\s+/),
)
/** How many times larger, as a decimal logarithm, a company is that is meant by a word with which others begin too. */
const CLEARLY_LARGER = 0.5

/** What people mean: the listings with one of the tickers and a word of the names, for tickers are others' elsewhere. */
export interface KnownMeaning {
  /** Without the suffixes of venues. */
  readonly tickers: ReadonlySet<string>
  /** Of its names, folded. */
  readonly words: ReadonlySet<string>
  /** Whether something other than a fund is meant. Funds are called for what they hold: gold, dividends. */
  readonly isOwn: boolean
}

export interface KnownNameIndex {
  /** By the folded name and by its core. A brand may be meant itself, so it is not included. */
  readonly names: ReadonlyMap<string, KnownMeaning>
  /** Companies by the tickers that they have and had. */
  readonly tickers: ReadonlyMap<string, KnownMeaning>
  /** Companies by the first word of their name, where it means one. */
  readonly firstWords: ReadonlyMap<string, KnownMeaning>
}

let index: KnownNameIndex | null = null

/** The known names, to be looked up by what people type; made once. */
export function knownNameIndex(): KnownNameIndex {
  index ??= createIndex()
  return index
}

function createIndex(): KnownNameIndex {
  const names = new Map<string, KnownMeaning>()
  const tickers = new Map<string, KnownMeaning>()
  const begun = new Map<string, { size: number; meaning: KnownMeaning }[]>()
  for (const identity of knownIdentities()) {
    const aliases = identity.aliases.filter(({ kind }) => kind !== 'brand').map(({ text }) => text)
    const keys = [...identity.names, ...aliases].flatMap((text) => [foldName(text), coreName(text)])
    const meaning = {
      tickers: new Set(identity.tickers.map(({ ticker }) => ticker)),
      words: new Set(keys.flatMap((key) => key.split(' '))),
      isOwn: identity.assetClass !== 'etf',
    }
    for (const key of new Set(keys)) names.set(key, joined(names.get(key), meaning))
    for (const ticker of [...meaning.tickers, ...identity.formerTickers])
      tickers.set(ticker, joined(tickers.get(ticker), meaning))
    if (identity.assetClass !== 'equity') continue
    for (const word of new Set(identity.names.map((name) => coreName(name).split(' ')[0] ?? ''))) {
      if (!isDistinctiveWord(word)) continue
      begun.set(word, [...(begun.get(word) ?? []), { size: identity.size ?? 0, meaning }])
    }
  }
  return { names, tickers, firstWords: clearlyLargest(begun) }
}

/** Whatever is called so itself is meant, and no fund that holds it. */
function joined(known: KnownMeaning | undefined, added: KnownMeaning): KnownMeaning {
  if (known === undefined || (added.isOwn && !known.isOwn)) return added
  if (known.isOwn && !added.isOwn) return known
  return {
    tickers: known.tickers.union(added.tickers),
    words: known.words.union(added.words),
    isOwn: known.isOwn,
  }
}

function clearlyLargest(
  begun: ReadonlyMap<string, readonly { size: number; meaning: KnownMeaning }[]>,
): Map<string, KnownMeaning> {
  const firstWords = new Map<string, KnownMeaning>()
  for (const [word, companies] of begun) {
    const [largest, next] = companies.toSorted((one, other) => other.size - one.size)
    if (largest === undefined || largest.size < (next?.size ?? -Infinity) + CLEARLY_LARGER) continue
    firstWords.set(word, largest.meaning)
  }
  return firstWords
}

/** What folding only turns into small letters, as it does most names: the rules for the others take several times as long. */
const PLAIN = /^[a-z\d]+(?: [a-z\d]+)*$/i

/** A name in small letters, without accents, apostrophes and the dots of initials, and with `and` for its sign. */
export function foldName(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=(?:^|[\s.])\p{L})\./gu, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A folded name without its corporate form: `Amazon.com, Inc.` is amazon. */
export function coreName(name: string): string {
  const words = foldName(name)
    .replace(/ class [a-z]\b/, '')
    .split(' ')
  while (words.length > 1 && CORPORATE.has(words.at(-1) ?? '')) words.pop()
  return (words[0] === 'the' && words.length > 1 ? words.slice(1) : words).join(' ')
}

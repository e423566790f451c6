import type { Id } from '../../../kernel/ids.ts'
import { formatInstantSeconds } from '../../../kernel/time.ts'
import type { CitedSource, Evidence, SourceRecord } from '../answer.ts'
import { FIGURE, type Figure, FigureSet, figureOf, isComputed, isCount } from '../text/figures.ts'
import { type Construct, StreamFilter } from './stream-filter.ts'

/** The replacement of a number that no record contains. */
const NO_FIGURE = '(number not in the sources)'
/** Most numbers of one sentence that are kept. */
const MOST_FIGURES = 40
const OPEN = String.raw`(?:\[\[?|【|［)\^?\s{0,4}`
const CLOSE = String.raw`\s{0,4}(?:\]\]?|】|］)`
const MARKER = String.raw`${OPEN}(\d{1,3}(?:\s{0,4},\s{0,4}\d{1,3}){0,20})${CLOSE}`
/** One or more citations of one claim: `[1]`, `[1, 2]`, `[[3]] [^4]`, `【5】`. */
const GROUP = new RegExp(String.raw`(?: ?${MARKER}){1,20}`, 'y')
const MARKERS = new RegExp(`( ?)${MARKER}`, 'g')
/** The beginning of a possible citation. */
const BEGUN = new RegExp(String.raw` ?(?:${OPEN}[\d,\s]{0,40}(?:\])?)?$`, 'y')
const BEGUN_FIGURE = /(?:[.,]|[ \u00a0\u202f-]?(?:[a-z]{0,8}|per ?c?e?n?t?))?$/iuy
const LONGEST_GROUP = 400

type Checked = Pick<Evidence, 'question' | 'records' | 'findings' | 'notes' | 'clarification'>

/**
 * Enforces sound citations. They are renumbered from 1 in the order of first use, and those of unknown records are removed. A number that
 * is in no record, finding or question and does not follow from two numbers of its sentence is replaced by words that say so; a citation
 * whose records lack a number of its sentence is removed. Accepts the text in any pieces and never outputs part of a citation.
 */
export class CitationFilter extends StreamFilter {
  protected readonly trigger = / ?[[【［]|\d/g
  private readonly evidence: Checked
  private readonly all: FigureSet
  private readonly sets = new Map<number, FigureSet>()
  /** By document: several facts read from one document are one source. */
  private readonly used = new Map<Id, CitedSource>()
  /** Numbers of the present sentence since its last citation. */
  private figures: Figure[] = []
  private sentenceEnded = false
  /** Letters of the word being read. */
  private letters = 0

  constructor(evidence: Checked) {
    super()
    this.evidence = evidence
    const { question, records, findings, notes, clarification } = evidence
    const said = [question, clarification ?? '', ...notes, ...findings.map(({ text }) => text)]
    this.all = new FigureSet([...said, ...records.map(textOf)].join('\n'))
    for (const [at, record] of records.entries()) this.sets.set(at, this.setOf(record, at))
  }

  /** The cited sources, in the order of their numbers. */
  sources(): CitedSource[] {
    return [...this.used.values()]
  }

  protected tailOf(text: string): number {
    return text.endsWith(' ') ? 1 : 0
  }

  /** Tracks sentence ends: a citation does not cover the sentence before. */
  protected override plain(text: string): string {
    for (const char of text) this.see(char)
    return text
  }

  protected read(text: string, at: number, isEnd: boolean): Construct | null {
    return /\d/.test(text[at] ?? '') ? this.figure(text, at, isEnd) : this.citations(text, at, isEnd)
  }

  private see(char: string): void {
    if (/[\p{L}\p{N}]/u.test(char)) {
      if (this.sentenceEnded) this.figures = []
      this.sentenceEnded = false
      this.letters++
      return
    }
    // The full stops of "U.S." end no sentence.
    if (char === '\n' || char === '!' || char === '?' || (char === '.' && this.letters !== 1))
      this.sentenceEnded = true
    this.letters = 0
  }

  private figure(text: string, at: number, isEnd: boolean): Construct | null {
    FIGURE.lastIndex = at
    const match = FIGURE.exec(text)
    const end = match === null ? at + 1 : FIGURE.lastIndex
    BEGUN_FIGURE.lastIndex = end
    if (!isEnd && BEGUN_FIGURE.test(text)) return null
    return { end, text: () => this.checked(text.slice(at, end), figureOf(match ?? [])) }
  }

  private checked(said: string, figure: Figure): string {
    this.see(said)
    this.letters = 0
    if (isCount(figure)) return said
    if (!this.all.has(figure) && !isComputed(figure, this.figures)) return NO_FIGURE
    if (this.figures.length < MOST_FIGURES) this.figures.push(figure)
    return said
  }

  private citations(text: string, at: number, isEnd: boolean): Construct | null {
    GROUP.lastIndex = at
    const group = GROUP.exec(text)?.[0]
    const end = at + (group?.length ?? 0)
    BEGUN.lastIndex = end
    if (!isEnd && text.length - at < LONGEST_GROUP && BEGUN.test(text)) return null
    if (group === undefined) {
      const length = text[at] === ' ' ? 2 : 1
      return { end: at + length, text: () => this.plain(text.slice(at, at + length)) }
    }
    return { end, text: () => this.renumbered(group) }
  }

  private renumbered(group: string): string {
    const cited = [...group.matchAll(MARKERS)].flatMap(([, , numbers = '']) => numbersOf(numbers))
    const holds = this.supports(cited.filter((number) => this.sets.has(number - 1)))
    this.figures = []
    const numbers = new Set((holds ? cited : []).flatMap((number) => this.numberOf(number) ?? []))
    const sorted = [...numbers].toSorted((one, other) => one - other)
    return group.replaceAll(MARKERS, (_, blank: string, list: string) => {
      const marked = sorted.splice(0, numbersOf(list).filter((number) => this.sets.has(number - 1)).length)
      return marked.length === 0 ? '' : `${blank}${marked.map((n) => `[${n}]`).join('')}`
    })
  }

  /** Whether the records contain all numbers of the sentence, or these follow from one another. */
  private supports(numbers: readonly number[]): boolean {
    const has = (figure: Figure): boolean =>
      numbers.some((number) => this.sets.get(number - 1)?.has(figure) === true)
    const there = this.figures.filter(has)
    return this.figures.every((figure) => has(figure) || isComputed(figure, there))
  }

  private setOf(record: SourceRecord, at: number): FigureSet {
    const findings = this.evidence.findings
      .filter(({ sources }) => sources.includes(at))
      .map(({ text }) => text)
    return new FigureSet([textOf(record), ...findings].join('\n'))
  }

  /** The citation number of a record; null for an unknown record. */
  private numberOf(number: number): number | null {
    const record = this.evidence.records[number - 1]
    if (record === undefined) return null
    const { docId, headline, url } = record
    const source = this.used.get(docId) ?? { n: this.used.size + 1, docId, headline, url }
    this.used.set(docId, source)
    return source.n
  }
}

function numbersOf(list: string): number[] {
  return [...new Set(list.split(',').map(Number))]
}

/** The text of a record, including its day. */
function textOf({ headline, text, asOf }: SourceRecord): string {
  return `${headline}\n${text}\n${asOf === null ? '' : formatInstantSeconds(asOf)}`
}

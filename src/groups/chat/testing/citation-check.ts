import { formatInstantSeconds } from '../../../kernel/time.ts'
import type { CitedSource, SourceRecord } from '../answer.ts'

const MARKER = /\[(\d+)\]/g
const NUMBER = /\d[\d,]*(?:\.\d+)?/g
/** An expression with its result: `(391,035 − 383,285) / 383,285 = 2.0 %`. */
const COMPUTATION = /([\d(−][\d,.()+−/ %]*?)\s*=\s*(−?\d[\d,]*(?:\.\d+)?)/g
/** Counts are not claims. */
const MOST_COUNT = 12

/** An answer, and the records that it could cite. */
export interface CheckedAnswer {
  text: string
  sources: readonly CitedSource[]
  records: readonly SourceRecord[]
}

/**
 * What is wrong with an answer's citations; empty for a sound one. Reads the finished text and shares no code with the filter that enforces
 * sound citations.
 */
export function citationFaults({ text, sources, records }: CheckedAnswer): string[] {
  const faults: string[] = []
  const used = [...new Set([...text.matchAll(MARKER)].map(([, n]) => Number(n)))]
  const listed = sources.map(({ n }) => n)
  if (used.join() !== listed.join()) faults.push(`cites ${used.join()} and lists ${listed.join()}`)
  if (listed.some((n, at) => n !== at + 1)) faults.push(`numbers are not 1, 2, …: ${listed.join()}`)
  const cited = new Map<number, SourceRecord>()
  for (const { n, docId, url, headline } of sources) {
    const record = records.find((each) => each.docId === docId)
    if (record === undefined || record.url !== url || record.headline !== headline)
      faults.push(`[${n}] is no record`)
    else cited.set(n, record)
  }
  for (const sentence of citedSentences(text)) {
    const citedRecords = sentence.numbers.flatMap((n) => cited.get(n) ?? [])
    const known = new Set(citedRecords.flatMap((record) => figuresOf(textOf(record))))
    const computed = computedFigures(sentence.text, known)
    for (const figure of figuresOf(sentence.text)) {
      if (!known.has(figure) && !computed.has(figure) && !(Number.isInteger(figure) && figure <= MOST_COUNT))
        faults.push(`${figure} of "${sentence.text.trim().slice(0, 200)}" is in no source`)
    }
  }
  return faults
}

/** The text before each group of citations, back to the end of the sentence or the citation before it. */
function citedSentences(text: string): Array<{ text: string; numbers: number[] }> {
  return [...text.matchAll(/([^[\]]*)((?:\s?\[\d+\])+)/g)].map(([, before = '', markers = '']) => {
    const sentence = before.replace(/^[.\s]+/, '')
    const lastLine = sentence.split('\n').at(-1) ?? ''
    return { text: lastLine, numbers: [...markers.matchAll(MARKER)].map(([, n]) => Number(n)) }
  })
}

function figuresOf(text: string): number[] {
  return [...text.matchAll(NUMBER)].map(([digits]) => Number.parseFloat(digits.replaceAll(',', '')))
}

const textOf = ({ headline, text, asOf }: SourceRecord): string =>
  `${headline}\n${text}\n${asOf === null ? '' : formatInstantSeconds(asOf)}`

/** Correct results of computations on numbers that the sources contain. */
function computedFigures(sentence: string, known: ReadonlySet<number>): Set<number> {
  const right = new Set<number>()
  for (const [, expression = '', result = ''] of sentence.matchAll(COMPUTATION)) {
    const operands = figuresOf(expression)
    const value = evaluate(expression.replaceAll(/[,\s%]/g, '').replaceAll('−', '-'))
    const said = Number.parseFloat(result.replaceAll(',', '').replace('−', '-'))
    const decimals = /\.(\d+)$/.exec(result)?.[1]?.length ?? 0
    const slack = 0.5 * 10 ** -Math.min(decimals, 2) + 1e-9
    const isRight = [value, 100 * value].some((each) => Math.abs(each - said) <= slack)
    if (isRight && operands.every((each) => known.has(each) || each <= MOST_COUNT)) right.add(Math.abs(said))
  }
  return right
}

/** Sums, differences and quotients of numbers with parentheses; NaN for anything else. */
function evaluate(text: string): number {
  let at = 0
  const number = (): number => {
    if (text[at] === '-') {
      at++
      return -number()
    }
    if (text[at] === '(') {
      at++
      const value = sum()
      if (text[at++] !== ')') return Number.NaN
      return value
    }
    const digits = /^\d+(?:\.\d+)?/.exec(text.slice(at))?.[0] ?? ''
    at += digits.length
    return digits === '' ? Number.NaN : Number.parseFloat(digits)
  }
  const quotient = (): number => {
    let value = number()
    while (text[at] === '/') {
      at++
      value /= number()
    }
    return value
  }
  const sum = (): number => {
    let value = quotient()
    while (text[at] === '+' || text[at] === '-') value += text[at++] === '+' ? quotient() : -quotient()
    return value
  }
  const value = sum()
  return at === text.length ? value : Number.NaN
}

import { oneOf } from '../../../../kernel/patterns.ts'
import { METRIC_WORDS } from './metric-words.ts'
import { isAmount, type LineAmount, type Metric, shareParts, type StatementMetric } from './metrics.ts'

/** Ratios of two lines with their own names. */
const CALLED: Readonly<Record<string, StatementMetric>> = {
  'netIncome of revenue': 'netMargin',
  'grossProfit of revenue': 'grossMargin',
  'operatingIncome of revenue': 'operatingMargin',
  'ebitda of revenue': 'ebitdaMargin',
  'freeCashFlow of revenue': 'freeCashFlowMargin',
  'netIncome of totalEquity': 'returnOnEquity',
  'netIncome of totalAssets': 'returnOnAssets',
  'totalDebt of totalEquity': 'debtToEquity',
}

/** A ratio of two statement lines, and its position in a question in lower case. */
export interface ShareAsk {
  /** Null when the part is not a known line. */
  metric: StatementMetric | null
  at: number
  end: number
}

interface Line {
  metric: Metric | null
  at: number
  end: number
}

const PERCENT = '(?:percent(?:ages?)?|per cent|%|share|proportion|portion|fraction|part)'
/** `capex as a percentage of revenue` */
const AS_SHARE = new RegExp(
  String.raw`(?:\b(?:as|in) )?(?:\b(?:an? |the ))?(?<!\w)${PERCENT} of (?:(?:the|its|their|total|net) )*|(?<=^\W*(?:and )?)(?:relative|in relation) to (?:(?:the|its|their|total|net) )*`,
)
const SAYS_AS = /^(?:as|in) /
/** `what percentage of revenue is capex`, `how much of its revenue goes to capex` */
const HEAD = new RegExp(String.raw`(?:${PERCENT}|\bhow much) of (?:(?:the|its|their|total|net) )*`)
/** Words between the whole and its part. */
const VERB = new RegExp(
  String.raw`^(?: of [\w.&'’ -]{1,30}?)? ${oneOf`
    (?:is|are|was|were|went|goes|go|spent)
    (?:do|does|did|has|have) [\w.&'’ -]{1,30}? (?:spen[dt]|invest(?:ed)?|put|use[d]?|keep|retain)
  `}(?: (?:spent|used|invested))?(?: (?:on|in|to|into|for|up by|as))?(?: (?:the|its|their))* $`,
)
/** `debt to assets`, `capex/revenue` */
const RATIO = /(?: ?\/ ?|[- ]to[- ])/g
const COMPARING = /\b(?:compar\w*|relative|from|between|rise|fall|grew|rose|fell|chang\w*)\b/
/** The company's name after a line. */
const OF_NAMES = /^(?: (?:of|for|at|in|by)? ?(?:[\w.&'’-]+ ){0,4}| )$/
/** The company's name before a line. */
const NAMES = /^(?:[\w.&'’-]+ ){0,3}$/
/** Lines that are not used as a denominator. */
const NO_WHOLES: readonly LineAmount[] = ['ebitda', 'capex', 'netDebt']

/** The ratio of one statement line to another that a question, in lower case, asks for; null for none. */
export function shareAskIn(text: string): ShareAsk | null {
  return asShare(text) ?? asPart(text) ?? asRatio(text)
}

/** The ratio that a follow-up asks for: `as a percentage of assets`; null when it asks for none. */
export function shareAfter(message: string, before: readonly Metric[]): StatementMetric | null {
  const text = message.toLowerCase().slice(0, LONGEST)
  const found = AS_SHARE.exec(text)
  const [part, ...others] = before
  if (
    found === null ||
    part === undefined ||
    others.length > 0 ||
    linesIn(text.slice(0, found.index)).length > 0
  )
    return null
  return shareOf(part, wholeAt(text, found.index + found[0].length)?.metric ?? null)
}

const LONGEST = 2_000

function asShare(text: string): ShareAsk | null {
  const found = AS_SHARE.exec(text)
  if (found === null) return null
  const end = found.index + found[0].length
  const whole = wholeAt(text, end)
  const part = linesIn(text.slice(0, found.index)).at(-1)
  const isSaid = SAYS_AS.test(found[0])
  if (whole === null) return null
  const between = part === undefined ? '' : text.slice(part.end, found.index)
  const isPart = part !== undefined && part.metric !== null && OF_NAMES.test(between)
  const metric = isPart ? shareOf(part.metric, whole.metric) : null
  if (metric !== null) return { metric, at: part?.at ?? found.index, end: whole.end }
  // A segment of the same line: `cloud revenue as a percentage of revenue`.
  if (isPart && part.metric === whole.metric) return { metric: null, at: part.at, end: whole.end }
  // An unknown part must not be answered by the whole: `R&D as a percentage of revenue`.
  return isSaid && /\w/.test(text.slice(0, found.index))
    ? { metric: null, at: found.index, end: whole.end }
    : null
}

function asPart(text: string): ShareAsk | null {
  const found = HEAD.exec(text)
  if (found === null) return null
  const whole = wholeAt(text, found.index + found[0].length)
  const part = whole === null ? undefined : linesIn(text.slice(whole.end))[0]
  if (whole === null || part === undefined || !VERB.test(text.slice(whole.end, whole.end + part.at)))
    return null
  const metric = shareOf(part.metric, whole.metric)
  return metric === null ? null : { metric, at: found.index, end: whole.end + part.end }
}

function asRatio(text: string): ShareAsk | null {
  const lines = linesIn(text)
  const [endingAt, beginningAt] = [
    new Map(lines.map((line) => [line.end, line])),
    new Map(lines.map((line) => [line.at, line])),
  ]
  const compared = text.search(COMPARING)
  for (const { 0: words, index } of text.matchAll(RATIO)) {
    if (compared >= 0 && compared < index) return null
    const [part, whole] = [endingAt.get(index), beginningAt.get(index + words.length)]
    const metric = shareOf(part?.metric ?? null, whole?.metric ?? null)
    if (part === undefined || whole === undefined || metric === null) continue
    if (!NO_WHOLES.some((line) => line === whole.metric)) return { metric, at: part.at, end: whole.end }
  }
  return null
}

/** The line at a position, after the company's name. */
function wholeAt(text: string, at: number): Line | null {
  const [line] = linesIn(text.slice(at))
  if (line === undefined || line.metric === null || !NAMES.test(text.slice(at, at + line.at))) return null
  return { ...line, at: at + line.at, end: at + line.end }
}

function shareOf(part: Metric | null, whole: Metric | null): StatementMetric | null {
  const share = `${part} of ${whole}`
  const known = part === whole ? undefined : CALLED[share]
  if (known !== undefined) return known
  return part !== whole && shareParts(share as Metric) !== null ? (share as StatementMetric) : null
}

const LINES = METRIC_WORDS.filter(
  ([metric]) => metric === null || (isAmount(metric) && metric !== 'epsDiluted'),
).map(([metric, words]) => [metric, new RegExp(words.source, `g${words.flags}`)] as const)

/** The lines in a text, in its order. */
function linesIn(segment: string): Line[] {
  let text = segment
  const lines: Line[] = []
  for (const [metric, words] of LINES) {
    const found = [...text.matchAll(words)].filter(([said]) => said !== '')
    if (found.length === 0) continue
    for (const { 0: said, index } of found) lines.push({ metric, at: index, end: index + said.length })
    text = text.replaceAll(words, (said) => ' '.repeat(said.length))
  }
  return lines.toSorted((one, other) => one.at - other.at)
}

import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import { causeIn } from './causes.ts'
import { asksConstituents } from './constituent-questions.ts'
import { asksInvestment } from './investment-questions.ts'
import { asksLedger, asksPaidPrice } from '../portfolio/portfolio-questions.ts'
import { blanked } from '../entities/message-words.ts'
import { shareAskIn } from './line-shares.ts'
import { perIn } from './per-time.ts'
import { sharesIn, SHARES_OF_NAME } from './share-count.ts'
import { METRIC_WORDS } from './metric-words.ts'
import { CRASHED, SOARED } from './move-words.ts'
import { asksPriceRatios, isStatementMetric, isWorth, type Metric, VALUATION_NAMES } from './metrics.ts'

const WHEN_REPORTED = /^\s*when\b.{0,80}\b(?:report|announce|publish|release)\w*\b/

/** Whether a question asks for the date of a company's report, which is not stored. */
export const asksWhenReported = (question: string): boolean => WHEN_REPORTED.test(question.toLowerCase())

const CHANGE = wholeWords(
  oneOf`
    grow(?:n|th|s|ing)?|grew|rise[ns]?|rising|increasing
    how (?:often|many times) (?:did|has|have)
    decreasing|declining|shrinking|shr[au]nk|change[ds]?|increase[ds]?|decrease[ds]?|rose|risen|fell|fallen
    decline[ds]?|develop(?:ed|ment)?|compared? (?:to|with)|versus|vs\.?|year[ -]over[ -]year|yoy|trend
    doubl(?:e|ed|ing)|tripl(?:e|ed|ing)|halv(?:e|ed|ing)
  `,
  'i',
)

/** Compound annual growth, in other words. */
const COMPOUND =
  /\b(?:cagr|compound(?:ed)? (?:annual )?(?:growth|rate)|annuali[sz]ed (?:\w+ )?growth|average (?:annual |yearly )?(?:\w+ ){0,2}?growth|annual growth rate|growth (?:rate )?(?:per|a) year)\b/i

export const asksCompound = (question: string): boolean => COMPOUND.test(question)

/** What a question asks for. */
export interface AskedMetrics {
  /** In the order of the question. */
  metrics: Metric[]
  /** Whether it asks for the change. */
  change: boolean
  /** The question in lower case, with the words for metrics blanked out. */
  rest: string
}

export function askedMetrics(question: string): AskedMetrics {
  const { found, rest } = matchedMetrics(question)
  if (asksInvestment(question)) return { metrics: ['investment'], change: false, rest }
  // How much cash a company holds is a balance sheet line.
  if (asksConstituents(question) && found.every(({ metric }) => metric === 'portfolio'))
    return { metrics: ['constituents'], change: false, rest }
  // The date of a report is not one of its lines.
  if (asksWhenReported(question)) return { metrics: [], change: false, rest }
  // A price paid is not today's price, and a realized gain is not the company's income.
  const isOfLedger = asksLedger(question) || asksPaidPrice(question)
  const metrics = found.toSorted((one, other) => one.at - other.at).map(({ metric }) => metric)
  if (isOfLedger) {
    const ratios = metrics.filter((metric) => metric in VALUATION_NAMES)
    return { metrics: [...new Set<Metric>(['portfolio', ...ratios])], change: false, rest }
  }
  const own = ofTheirOwn(metrics, question)
  // A fallen line asks for its change; a fallen price is answered by its return.
  const change =
    CHANGE.test(isBetweenLines(question) ? question.replaceAll(COMPARING, ' ') : question) ||
    (FELL.test(question) && own.some(isStatementMetric) && LINE_MOVED.test(question))
  return { metrics: own.length > 0 ? own : unsaidMetrics(question), change, rest }
}

/** Words that compare two lines of one period, or one line over time. */
const COMPARING = /\b(?:compared? (?:to|with)|versus|vs\.?)(?= |$)/gi
const LONGEST_LINE = 60

/** Whether a question compares two statement lines: `its cash vs its debt`, but not `revenue vs last year`. */
function isBetweenLines(question: string): boolean {
  const [found, ...others] = [...question.slice(0, LONGEST).matchAll(COMPARING)]
  if (found === undefined || others.length > 0) return false
  const [before, after] = [question.slice(0, found.index), question.slice(found.index + found[0].length)]
  const [one, other] = [before.slice(-LONGEST_LINE), after.slice(0, LONGEST_LINE)].map(linesIn)
  return (
    one !== undefined && one.length > 0 && other !== undefined && other.some((each) => !one.includes(each))
  )
}

const LONGEST = 2_000

const linesIn = (text: string): Metric[] =>
  matchedMetrics(text)
    .found.map(({ metric }) => metric)
    .filter((metric) => isStatementMetric(metric) || isWorth(metric))

/** Words like "highest" and "fell" ask for returns only without a statement line. A "how to" question asks for no metric. */
function ofTheirOwn(metrics: Metric[], question: string): Metric[] {
  const hasLevels = metrics.some(
    (metric) => isStatementMetric(metric) || metric in VALUATION_NAMES || metric === 'dividend',
  )
  const isWeak = hasLevels && (asksMoreOrLess(question) || LINE_MOVED.test(question))
  if (HOW_TO.test(question) || SUPPOSED.test(question)) return []
  const isIf = IF_OR_WHAT.test(question)
  // "Pays more" compares yields: amounts per share are not comparable.
  const isOfDividends = metrics.includes('dividend') && MORE.test(question)
  const asked = isOfDividends
    ? metrics.map((metric) => (metric === 'dividend' ? 'dividendYield' : metric))
    : metrics
  // "The cheapest by P/B" asks for that ratio alone.
  const isByRatio =
    CHEAP.test(question) && asked.some((metric) => asksPriceRatios([metric]) && metric !== 'valuation')
  return [...new Set(asked)].filter(
    (metric) =>
      !(isByRatio && metric === 'valuation') &&
      !((isWeak || metrics.includes('sharesOutstanding')) && metric === 'performance') &&
      !(isIf && metric === 'portfolio'),
  )
}

/** Metrics implied without naming a line: "growing" means revenue, "results" mean revenue and earnings. */
function unsaidMetrics(question: string): Metric[] {
  if (GROWS.test(question)) return ['revenue']
  if (BALANCE_SHEET.test(question))
    return ['totalAssets', 'totalLiabilities', 'totalEquity', 'cashAndEquivalents', 'totalDebt']
  return REPORTS.test(question) || INCOME_STATEMENT.test(question)
    ? ['revenue', 'netIncome', 'epsDiluted']
    : []
}

const GROWS =
  /\bgr(?:ew|ow|own|owing|ows) (?:the )?(?:fast(?:er|est)|quick(?:er|est)|most|more|slow(?:er|est)|least)\b|\bhow (?:fast|quickly|rapidly|strongly) (?:is|are|was|were|has|have|did|does) [\w.&'’ -]{0,40}\b(?:growing|grown|grow)\b|^\W*(?:and )?(?:did|has|is|does) [\w.&'’-]{1,20}(?: [\w.&'’-]{1,20})? (?:grow|grown|growing)(?=\W*$| (?:in|last|this|over|since|during)\b)/i

/** Whether a question asks what grew most without naming a line: "which grew more?" */
export const growsUnsaid = (question: string): boolean =>
  GROWS.test(question) && matchedMetrics(question).found.length === 0

const REPORTS =
  /^\W*(?:and )?what (?:did|does|has|were|are) (?:the )?[\w.&'’ -]{1,40}? (?:report(?:ed)?|results?|numbers|figures|financials)\b(?! (?:about|on|that)\b)/i

/** A statement by its name, without a line of it. */
const STATEMENT = (name: string): RegExp =>
  new RegExp(
    String.raw`^\W*(?:(?:show|give) me |what(?:['’]?s| is) )?(?:the )?(?:[\w.&'’-]{1,20} ){0,4}?(?:${name})(?=\W*$| (?:of|for) (?:[\w.&'’-]{1,20} ){0,4}[\w.&'’-]{1,20}\W*$| (?:in |for |of )?(?:fy ?\d|q\d|(?:19|20)\d\d|last|latest))`,
    'i',
  )
const BALANCE_SHEET = STATEMENT('balance sheet')
const INCOME_STATEMENT = STATEMENT(
  'income statement|(?:(?:quarterly|annual|fy ?\\d{2,4}|q[1-4]|(?:19|20)\\d\\d|latest|last) )(?:results|financials)',
)

const HOW_TO = /^\W*how (?:(?:do|can|should|would|could) (?:i|you|we|one)|to)\b/i
/** Hypothetical questions, for which nothing is stored. */
const SUPPOSED = /\bwhat (?:(?:would|will|might|could|happens?)\b.{0,60}\bif|if)\b|^\W*(?:suppose|imagine)\b/i
const IF_OR_WHAT = /^\W*(?:(?:what|who) (?:is|are) (?:a|an)\b|if\b)/i
const MORE =
  /\b(?:more|most|less|least|higher|highest|lower|lowest|bigger|biggest|better|best|worse|worst)\b/i
const MORE_OR_LESS =
  /\b(?:highest|lowest|high|low|best|worst|most|least|better|worse|gain(?:ed|s)?|los[st])\b/i
const MOVED = wholeWords(
  oneOf`
    performance|perform\w*|returns?|returned|fall(?:en)?|fell|dropp?\w*|rose|risen|(?:share|stock) price
    ${SOARED}|${CRASHED}
    how (?:much|far) (?:did|has|have|does) (?!more\b|less\b)[\w.&'’ -]{1,40} (?:gain(?:ed)?|lo[st]e?)
  `,
  'i',
)

/** A statement line that rose or fell, rather than a price: "has its revenue ever fallen". */
const LINE_MOVED = new RegExp(
  String.raw`\b${oneOf`
    revenues?|sales|income|profits?|earnings|eps|margins?|debt|assets|equity|cash(?: flow)?|capex
  `}\b(?:(?!\b(?:and|prices?|shares?|stocks?|returns?)\b).){0,60}?\b(?:rises?|risen|rose|rising|fall(?:s|en|ing)?|fell|drop\w*|declining|gain\w*|lost|up|down|develop\w*|evolv\w*|${SOARED}|${CRASHED})\b(?!.{0,60}\b(?:prices?|shares?|stocks?)\b)`,
  'i',
)

const FELL = new RegExp(`\\b(?:fall(?:s|ing)?|drop(?:s|ped|ping)?|${SOARED}|${CRASHED})\\b`, 'i')

const SHARES = new RegExp(`(?<!\\bmy )${SHARES_OF_NAME}`, 'i')

/** The number of shares whose price is asked for: `100 shares of Apple`, `0.5 Tesla shares`; null for one. */
export function askedShares(question: string): number | null {
  const count = sharesIn(SHARES.exec(question.slice(0, 2_000))?.groups)
  return count === 1 ? null : count
}

const CHEAP = /\b(?:cheap(?:er|est)?|expensive|priciest|(?:over|under)?valued)\b/i

const PRICE_RETURN =
  /\b(?:price returns?|(?:without|excluding|excl\.?|ex|not including|before) (?:any |the |all )?dividends?|dividends? (?:excluded|not included|aside))\b/i

const TOTAL_RETURN = /\b(?:total returns?|(?:with|including|incl\.?) (?:the )?dividends?)\b/i

/**
 * Whether a question asks for a return without dividends.
 * @param whole The message together with the one it follows up.
 */
export const asksPriceReturn = (message: string, whole: string): boolean =>
  PRICE_RETURN.test(whole.slice(0, 2_000)) && !TOTAL_RETURN.test(message.slice(0, 2_000))

const OVER_TIME =
  /\b(?:over time|over the (?:years|decades)|historically|in the long (?:run|term)|over the long (?:run|term)|long[- ]term (?:returns?|performance))\b/i

/** Whether a question asks for the price move over all stored history. */
export const asksOverTime = (question: string): boolean => OVER_TIME.test(question.slice(0, 2_000))

const HIGHER_THEN =
  /\b(?:was|were)\b[^?]{0,60}\b(?:higher|lower|cheaper|dearer|(?:worth )?(?:more|less))\b(?! than\b)/i

/** Whether a question compares a past price with the present one: `was it higher a month ago?` */
export const asksHigherThen = (question: string): boolean => HIGHER_THEN.test(question.slice(0, 2_000))

const RANGE = /\b(?:highs?|lows?|highest|lowest|range)\b/i

/** Whether a question asks for the highest and lowest price of a period, and not for a move. */
export const asksRange = (question: string): boolean => RANGE.test(question) && !MOVED.test(question)

/** Whether a question asks for more or less, and not for a move. */
export const asksMoreOrLess = (question: string): boolean =>
  MORE_OR_LESS.test(question) && !MOVED.test(question)

function matchedMetrics(question: string): { found: Array<{ metric: Metric; at: number }>; rest: string } {
  let text = question.toLowerCase().slice(0, 8_000)
  const found: Array<{ metric: Metric; at: number }> = []
  const cause = causeIn(text)
  const share = shareAskIn(text)
  if (share !== null) {
    if (share.metric !== null) found.push({ metric: share.metric, at: share.at })
    text = blanked(text, share.at, share.end)
  }
  for (const [metric, words] of METRIC_WORDS) {
    const match = words.exec(text)
    if (match === null) continue
    if (metric !== null) found.push({ metric, at: match.index })
    text = blanked(text, match.index, match.index + match[0].length)
  }
  // "Per day" is part of the scaling and not of the line.
  const isOfLines = found.every(({ metric }) => isStatementMetric(metric))
  const per = isOfLines ? perIn(text) : null
  if (per !== null) text = blanked(text, per.at, per.end)
  if (cause !== null) {
    const missing = (['performance', 'news'] as const).filter(
      (each) => !found.some(({ metric }) => metric === each),
    )
    found.push(...missing.map((metric) => ({ metric, at: cause.at })))
  }
  return { found, rest: text }
}

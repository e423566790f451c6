import { asksForShares } from '../intents/share-count.ts'
import { asksCosts } from '../portfolio/ledger-request.ts'
import { shareAfter } from '../intents/line-shares.ts'
import { asksPriceRatios, isStatementMetric, type Metric } from '../intents/metrics.ts'
import { askedLineCause, asksWhyAlone } from '../intents/causes.ts'
import type { ReadMessage } from '../read-message.ts'
import { withoutTimes } from '../times/periods.ts'
import { type SessionAsk, sessionAsks } from '../intents/session-questions.ts'

const UP =
  /\b(?:best|highest|high|maximum|max|top|peak|strongest|rises?|rose|risen|gain(?:ed)?|climb(?:ed)?|jump(?:ed)?|up|higher|positive)\b/i
const DOWN =
  /\b(?:worst|lowest|low|minimum|min|bottom|weakest|falls?|fell|fallen|drop(?:ped)?|los[et]|declined?|down|lower|negative)\b/i
const MEAN = /\b(?:average|mean)\b/i
const FURTHEST = /\b(?:most|furthest|farthest)\b/i

/** Session metrics that are opposites of each other, with the one between them where there is one. */
const SIDES: ReadonlyArray<Readonly<{ up: SessionAsk; down: SessionAsk; middle?: SessionAsk }>> = [
  { up: 'bestDay', down: 'worstDay' },
  { up: 'daysUp', down: 'daysDown' },
  { up: 'highestClose', down: 'lowestClose', middle: 'averageClose' },
  { up: 'high', down: 'low', middle: 'open' },
  { up: 'fromHigh', down: 'fromLow' },
  { up: 'bestYear', down: 'worstYear' },
  { up: 'bestQuarter', down: 'worstQuarter' },
  { up: 'bestMonth', down: 'worstMonth' },
]

/**
 * The session metrics of a follow-up: those it asks for itself, otherwise the earlier ones on the side it names, such as the worst day
 * after the best one, or the lowest close after the highest.
 */
export function sessionAsksAfter(message: string, before: readonly SessionAsk[]): SessionAsk[] {
  const own = sessionAsks(message)
  return own.length > 0 ? own : [...new Set(before.flatMap((ask) => turned(ask, message)))]
}

/** Whether a message asks for the other side of an earlier session metric: `and rise most?` */
export const turnsAsk = (message: string, before: readonly SessionAsk[]): boolean =>
  (UP.test(message) || DOWN.test(message)) &&
  before.some((ask) => ask === 'daysUp' || ask === 'daysDown' || (FURTHEST.test(message) && sidesOf(ask)))

const sidesOf = (ask: SessionAsk): (typeof SIDES)[number] | undefined =>
  SIDES.find(({ up, down, middle }) => ask === up || ask === down || ask === middle)

function turned(ask: SessionAsk, message: string): SessionAsk[] {
  const sides = sidesOf(ask)
  if (sides === undefined) return [ask]
  const named = [
    ...(UP.test(message) ? [sides.up] : []),
    ...(DOWN.test(message) ? [sides.down] : []),
    ...(sides.middle === 'averageClose' && MEAN.test(message) ? [sides.middle] : []),
  ]
  return named.length > 0 ? named : [ask]
}

const OF_ONE: ReadonlySet<SessionAsk> = new Set(['open', 'high', 'low', 'bars'])

/** Whether everything asked is about a single session, which without a time is the last one. */
export const isOfOneSession = (asks: readonly SessionAsk[]): boolean =>
  asks.length > 0 && asks.every((ask) => OF_ONE.has(ask))

/** `how much did they pay last year?` after a yield */
const PAID = /\b(?:pays?|paid|distributed?)\b(?! for\b)/i
const DIVIDENDS: readonly Metric[] = ['dividend', 'dividendYield', 'payoutRatio']
/** `what did it cost in 2020?` after a price */
const COST_THEN =
  /^\W*(?:and |but )?(?:what|how much) (?:did|does|do) (?:it|they|one|that|a share) costs?\b(?! (?:me|us|you|to)\b)/i
/** Metrics per share, which can be multiplied by a number of shares. */
const OF_ONE_SHARE: readonly Metric[] = ['price', 'dividend', 'epsDiluted']
const OF_PRICES: readonly Metric[] = ['price', 'performance', 'sessions']
const COSTS_ALONE =
  /^\W*(?:and|what about|how about|but)? ?(?:(?:in|on|for|the|my) )*(?:fees?|tax(?:es)?|commissions?)\W*$/i

/** `and withdrawn?` after deposits, `and realized?` after unrealized gains. */
const ENTERED_ALONE =
  /^\W*(?:and|what about|how about|but)? ?(?:(?:the|my|how much|what) )*(?:withdrawn|withdrawals?|deposited|deposits?|bought|purchases?|sold|sales|(?:un)?reali[sz]ed)\W*$/i

/** `per share?` after a statement line, and the metric per share. */
const PER_SHARE = /^\W*(?:and |what about |how about )?(?:how much (?:is (?:that|it) )?)?per share\W*$/i
const EACH_SHARE: Partial<Record<Metric, Metric>> = {
  netIncome: 'epsDiluted',
  revenue: 'revenuePerShare',
  freeCashFlow: 'freeCashFlowPerShare',
  cashAndEquivalents: 'cashPerShare',
  totalEquity: 'bookValuePerShare',
}
/** `relative to equity?`: the line named is the denominator. */
const RELATIVE = /^\W*(?:and )?(?:relative|in relation) to\b/i
/** `yield?` after a free cash flow means the free cash flow yield, not the dividend yield. */
const YIELD_ALONE = /^\W*(?:and |what about |how about )?(?:the |its )?yield\W*$/i
const CASH_FLOWS: readonly Metric[] = ['freeCashFlow', 'freeCashFlowPerShare']

/** `which of them is the biggest?` about companies that an answer lists as similar. */
const BIGGEST = /\b(?:biggest|largest|smallest)\b/i

/** `and its growth?` after a ratio of the price. */
const GROWTH_ALONE = /^\W*(?:and |but |what about |how about )?(?:the |its |their )?growth(?: rates?)?\W*$/i
const GROWN: readonly Metric[] = ['revenue', 'netIncome']

/** `was that up?`, `did it grow?`, `is that more than the year before?` after a statement line, but no move of the price. */
const DID_RISE =
  /^\W*(?:and |so )?(?:is|was|were|did|has|have) (?:it|that|this|they|those|these)(?: (?:been|go|gone|going|come|an?|any))? (?:up|down|higher|lower|more|less|ris(?:e|en|ing)|fall(?:en|ing)?|grow(?:n|ing|th)?|drop(?:ped)?|(?:in|de)creas(?:e|ed|ing)|improv(?:e|ed|ing|ement)|declin(?:e|ed|ing)|better|worse)\b/i
const LATELY = /\b(?:to ?day|yesterday|now|lately|recently|days?|weeks?|months?|shares?|stock|price)\b/i

/** Whether a message asks if the statement line answered before has risen or fallen. */
export const asksIfLineRose = (text: string, before: readonly Metric[]): boolean =>
  before.some(isStatementMetric) && DID_RISE.test(text) && !LATELY.test(text)

/**
 * The metrics of a follow-up that names none itself, from those asked before: "paid" means dividends, taxes are the user's; null when it is
 * none of these.
 */
export function metricsAfter(
  { text, metrics }: { text: string; metrics: readonly Metric[] },
  before: { metrics: readonly Metric[]; asking: string },
): readonly Metric[] | null {
  const ofShare = PER_SHARE.test(text) ? before.metrics.flatMap((metric) => EACH_SHARE[metric] ?? []) : []
  if (ofShare.length > 0) return ofShare
  if (GROWTH_ALONE.test(text) && before.metrics.length > 0 && asksPriceRatios(before.metrics)) return GROWN
  if (YIELD_ALONE.test(text) && before.metrics.some((metric) => CASH_FLOWS.includes(metric)))
    return ['freeCashFlowYield']
  const share = shareAfter(text, before.metrics)
  if (share !== null && (metrics.length === 0 || RELATIVE.test(text))) return [share]
  if (metrics.length > 0) return null
  if (BIGGEST.test(text) && before.metrics.length === 1 && before.metrics.includes('peers'))
    return ['marketCap']
  if (PAID.test(text) && before.metrics.some((metric) => DIVIDENDS.includes(metric))) return ['dividend']
  const ofOne = asksForShares(text) ? before.metrics.filter((metric) => OF_ONE_SHARE.includes(metric)) : []
  if (ofOne.length > 0) return ofOne
  if (COST_THEN.test(text) && before.metrics.some((metric) => OF_PRICES.includes(metric))) return ['price']
  const isOfOwn = before.metrics.includes('portfolio')
  if (isOfOwn && ENTERED_ALONE.test(text)) return before.metrics
  return COSTS_ALONE.test(text) && asksCosts(before.asking) ? before.metrics : null
}

/** Whether a message asks why a statement line answered before has moved: `why did it fall?`, with no time of its own. */
export function asksWhyOfLine(
  { text, metrics, isOpen, instruments }: Pick<ReadMessage, 'text' | 'metrics' | 'isOpen' | 'instruments'>,
  before: readonly Metric[],
): boolean {
  if (!isOpen || instruments.length > 0 || !before.some(isStatementMetric)) return false
  const isOfMove = metrics.every((metric) => OF_MOVES.includes(metric))
  return isOfMove && (asksWhyAlone(text) || (askedLineCause(text) !== null && withoutTimes(text) === text))
}

const OF_MOVES: readonly Metric[] = ['performance', 'sessions', 'news']

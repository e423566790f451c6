import { oneOf } from '../../../../kernel/patterns.ts'
/** Risk metrics of a price. */
export type RiskAsk =
  /** Annualised standard deviation of returns. */
  | 'volatility'
  /** Maximum drawdown. */
  | 'drawdown'
  /** Sensitivity to the moves of a market. */
  | 'beta'
  /** How closely it moves with another instrument. */
  | 'correlation'

/** The volatility assumed in option valuation, which reports state and prices do not. */
const NO_ASSUMPTION = String.raw`(?<!\b(?:expected|implied|assumed|estimated|future)(?: (?:stock|share|price|market))? )`
/** Words for what varies without being a price. */
const LINES =
  'revenues?|sales|margins?|earnings|income|profits?|costs?|expenses?|eps|cash flows?|dividends?|capex|debt|output|production|demand|supply|volumes?'
const OF_MARKETS =
  'commodit(?:y|ies)|(?:crude )?oil|gas|energy|power|metals?|currency|currencies|fx|foreign exchange|exchange[- ]rates?|interest[- ]rates?|rates?|raw materials?|inputs?|fuel'
const NO_LINE_BEFORE = String.raw`(?<!\b(?:${LINES}|${OF_MARKETS})(?:['’]s?)?(?: prices?)? )`
/** `how volatile were Exxon's earnings` */
const NO_LINE_AFTER = String.raw`(?!\s+(?:is|are|was|were|of|in|has|have|had)\s+(?:(?:the|its|their|gross|net|operating|quarterly|annual|[\w.&'’-]{1,20}['’]s?)\s+){0,3}(?:${LINES}|(?:${OF_MARKETS})(?!\s+(?:compan|stock|share|major|producer)))\b)`
/** A volatility fund or index is an instrument. */
const NO_NAME = String.raw`(?! (?:index|ind(?:ic|ex)es|etfs?|etns?|funds?|futures?)\b)`

/** `how much does Apple move per day`, `the average daily move` */
const DAILY_MOVE = String.raw`how (?:much|far) (?:does|do) (?:(?!\b(?:${LINES})\b)[\w.&'’ -]){1,40} moves? (?:on average |typically |usually )?(?:(?:in |on )?(?:an?|each|every|per|one) (?:average |typical |normal |usual |single |trading )*(?:day|session)(?! (?:ago|earlier|before|after|later)\b)|daily)|(?:average|typical|usual|mean|normal) (?:daily|day[- ]to[- ]day) (?:price )?(?:moves?|movements?|swings?|fluctuations?)`

/** Beta versions of software. */
const NO_PROGRAM = String.raw`(?<!\b(?:in|out of|fsd|autopilot|i(?:pad)?os|macos|watchos|visionos|android|windows|public|open|closed|private|developer|software|app|feature|product|game|\d[\d.]*) )`

const WORDS: ReadonlyArray<readonly [RiskAsk, string]> = [
  [
    'volatility',
    String.raw`${NO_ASSUMPTION}${NO_LINE_BEFORE}volatil(?:e|ity)${NO_NAME}${NO_LINE_AFTER}|(?:standard|std\.?) dev(?:iation)?${NO_LINE_AFTER}(?: of (?:(?:the|its|their|daily|weekly|monthly|log) ){0,3}returns)?|how (?:much|strongly) (?:does|did|do|has|have) (?:(?!\b(?:${LINES})\b)[\w.&'’ -]){1,40} (?:vary|varied|fluctuated?|swing|swung)|${DAILY_MOVE}`,
  ],
  [
    'drawdown',
    oneOf`
      (?:biggest|largest|deepest|steepest) (?:price )?(?:drop|fall|decline) (?:of|for)(?! (?:my|the|its|their|${LINES})\b)(?!.{0,60}\b(?:days?|sessions?)\b)
      peak[- ]to[- ]trough
      (?:max(?:imum|\.)? )?draw ?-?downs?(?!.{0,60}\b(?:facilit(?:y|ies)|loans?|credit|revolv(?:er|ing)|reserves?|inventor(?:y|ies)|stockpiles?)\b)
    `,
  ],
  [
    'beta',
    String.raw`${NO_PROGRAM}betas?(?![-\w])(?! (?:test|version|release|program|phase|software|blocker|users?|customers?|launch))`,
  ],
  [
    'correlation',
    String.raw`(?<!\b(?:${LINES}) (?:[\w-]{1,20} ){0,2})correlat(?:ed?|es|ions?|ing)(?! (?:[\w.&'’-]{1,20} ){0,5}(?:${LINES})\b)|move together`,
  ],
]

/** Words for risk in general, answered by the usual metrics. */
const RISKY = String.raw`(?:how|too|so|very|more|less|most|least|as) risky|riskier|riskiest|safer(?=: )|(?:is|are) (?!(?:it|they|this|that|these|those|there)\b)[\w.&'’ -]{1,40} safer than|(?:which|who|what) (?:[a-z]{1,10} )?is (?:the )?safe(?:r|st)(?! (?:way|place|method|time)\b)`
const OF_RISK: readonly RiskAsk[] = ['volatility', 'drawdown', 'beta']

const PATTERNS = WORDS.map(([ask, words]) => [ask, new RegExp(String.raw`\b(?:${words})\b`, 'i')] as const)
const IS_RISKY = new RegExp(String.raw`\b(?:${RISKY})\b`, 'i')
const LONGEST = 2_000

/** All patterns in one, in lower case, to locate such words. */
export const RISK_WORDS = new RegExp(
  String.raw`\b(?:${WORDS.map(([, words]) => words).join('|')}|${RISKY})\b`,
)

/** The risk metrics that a question asks for, each once; empty for none. Takes time linear in the question. */
export function riskAsks(question: string): readonly RiskAsk[] {
  const text = question.slice(0, LONGEST)
  const asked = PATTERNS.flatMap(([ask, words]) => (words.test(text) ? [ask] : []))
  return asked.length === 0 && IS_RISKY.test(text) ? OF_RISK : asked
}

const SAFE = /\bsafe(?:r|st)\b/i

/** Whether a question asks what is safe, which risk metrics answer in part. */
export const asksSafe = (question: string): boolean => SAFE.test(question.slice(0, LONGEST))

const NO_UNKNOWN = String.raw`(?:the\s+)?(?!(?:\w+\s+){0,2}(?:market|index|stocks|equities|it|them|each|others?)\b)\p{L}`
const WITH_UNKNOWN = new RegExp(
  String.raw`\bcorrelat\w*\s+(?:of\s+|between\s+)?(?:with|to|and)\s+${NO_UNKNOWN}|\b(?:and|with|to|vs)\s+${NO_UNKNOWN}[\p{L}-]{1,30}\s+correlat`,
  'iu',
)

/** Words about both of two instruments, which are no name. */
const OF_BOTH =
  'and|with|to|vs|the|its?|their|my|both|they|them|these|those|daily|weekly|monthly|returns?|prices?|shares?|stocks?|over|in|since|this|last|during|from'
const FIRST_UNKNOWN = new RegExp(
  String.raw`\bcorrelat\w*\s+(?:of|between)\s+(?:the\s+)?(?!(?:${OF_BOTH})\b)\p{L}[\p{L}-]{0,30}\s+(?:[\p{L}-]{1,30}\s+)?(?:and|with|to|vs)\b`,
  'iu',
)

/** `correlation of Japan and US stocks`, where the first is not listed. Takes the question without its names. */
export const isOfUnknown = (unnamed: string): boolean => FIRST_UNKNOWN.test(unnamed.slice(0, LONGEST))

/** `Is Apple correlated with gold?`, where the other is not listed. Takes the question without its names. */
export const correlatesWithUnknown = (unnamed: string): boolean =>
  WITH_UNKNOWN.test(unnamed.slice(0, LONGEST))

const WINDOW =
  /\b(\d{2,3})[- ](?:trading[- ])?(?:days?|sessions?) (?:(?:annuali[sz]ed|historical|reali[sz]ed|rolling|price) ){0,2}(?:volatility|betas?|correlations?|standard deviation|std\.? dev)/i

/** The number of sessions in the name of a metric: `30-day volatility`; null for none. */
export function askedWindow(question: string): number | null {
  const count = WINDOW.exec(question.slice(0, LONGEST))?.[1]
  return count === undefined ? null : Number(count)
}

const AGAINST = /\b(?:against|relative to|with respect to)\b/i

/** `beta of Apple against SPY` */
export const measuresAgainst = (question: string): boolean => AGAINST.test(question)

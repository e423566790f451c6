import type { IndicatorName } from '../../../../market/vocabulary.ts'

/** The indicators that are asked for by name; volatility has its own questions. */
type AskedIndicator = Exclude<IndicatorName, 'volatility'>

/** A technical indicator of daily closes. */
export interface IndicatorAsk {
  name: AskedIndicator
  /** In sessions; not used for `macd`. */
  window: number
}

/** Default windows of chart services. */
const CUSTOMARY: Readonly<Record<AskedIndicator, readonly number[]>> = {
  sma: [50, 200],
  ema: [20],
  rsi: [14],
  macd: [26],
  bbands: [20],
  atr: [14],
}
/** The limits of the indicators endpoint. */
const WINDOWS = { least: 2, most: 400 }
const MOST_ASKED = 4

const DAYS = String.raw`[- ]?(?:d(?:ays?)?|sessions?|periods?)?[- ]?`
/** `50 and 200 day`, `200-day`; weeks and months are not supported for daily closes. */
const WINDOW = String.raw`(?:(?<![\d.-])\d{1,4}${DAYS}(?:(?:and|or|,|&|\/) ?(?:the )?(?=\d))?){1,3}`
const WORDS: ReadonlyArray<readonly [AskedIndicator, string]> = [
  ['ema', String.raw`(?:exponential|exponentially weighted) moving averages?|ema`],
  ['macd', String.raw`macd|moving average convergence(?:[ /-]divergence)?`],
  [
    'sma',
    String.raw`(?:simple )?moving averages?(?! (?:cost|method|basis)\b)|sma|dma|(?<=\d[- ]?d(?:ays?)?[- ])(?:ma|averages?(?! (?:daily |trading |true )*(?:volumes?|prices?|closes?|closing|returns?|range|cost)\b))|golden cross|death cross`,
  ],
  ['rsi', String.raw`rsi|relative strength index|over(?:bought|sold)`],
  ['bbands', String.raw`bollinger(?: bands?)?`],
  ['atr', String.raw`atr|average true range`],
]
/** A word boundary, also after a number: `200dma`. */
const BEGINS = String.raw`(?:\b|(?<=\d))`
const OF_WEEKS = String.raw`(?<!\b(?:weeks?|weekly|months?|monthly|hours?|hourly|minutes?)[- ])`

const PATTERNS = WORDS.map(
  ([name, words]) =>
    [name, new RegExp(String.raw`(?:\b(${WINDOW}))?${OF_WEEKS}${BEGINS}(?:${words})\b`, 'i')] as const,
)
/** `RSI(14)`, `SMA 20` */
const AFTER =
  /^ ?\((\d{1,4}(?:, ?\d{1,4}){0,2})\)|^ (\d{1,4})(?![\d.,%]|-\d| (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/i
/** The only MACD parameters that are computed. */
const MACD = '12 26 9'
/** Intraday bars, and when or how often a condition held, are not supported. */
const NOT_COMPUTED =
  /\b(?:weekly|monthly|hourly|intraday|\d{1,3}[- ]?(?:hours?|minutes?|min|h))[- ](?:charts?|candles?|bars?|basis|time ?frames?|rsi|macd|sma|ema)\b|\b(?:ever|when (?:did|was|has|will)|(?:the )?last time|how often|how many times|crossed|crosses|crossing)\b/i
const LONGEST = 2_000

/** All patterns in one, in lower case, to locate such words. */
export const INDICATOR_WORDS = new RegExp(
  String.raw`(?:\b${WINDOW})?${OF_WEEKS}${BEGINS}(?:${WORDS.map(([, words]) => words).join('|')})\b`,
)

const ALL_WORDS = new RegExp(INDICATOR_WORDS, 'gi')

/** A text with indicators blanked out, because their windows are not periods: `14-day RSI`. Same length. */
export const withoutIndicators = (text: string): string =>
  text.replaceAll(ALL_WORDS, (said) => ' '.repeat(said.length))

/** The indicators that a question asks for, with the windows that it names or the default ones. */
export function indicatorAsks(question: string): IndicatorAsk[] {
  let text = question.slice(0, LONGEST)
  if (NOT_COMPUTED.test(text)) return []
  const asked: IndicatorAsk[] = []
  for (const [name, words] of PATTERNS) {
    const found = words.exec(text)
    if (found === null) continue
    const [said, before = ''] = found
    const ends = found.index + said.length
    const [, inBrackets, afterIt] = AFTER.exec(text.slice(ends)) ?? []
    const named = [...`${before} ${inBrackets ?? afterIt ?? ''}`.matchAll(/\d+/g)].map(Number)
    const windows = windowsOf(name, named)
    asked.push(...windows.map((window) => ({ name, window })))
    // An exponential average must not match as a simple one as well.
    text = `${text.slice(0, found.index)}${' '.repeat(said.length)}${text.slice(ends)}`
  }
  return asked.slice(0, MOST_ASKED)
}

/** The named windows within the limits; the default ones when none is named. */
function windowsOf(name: AskedIndicator, named: readonly number[]): readonly number[] {
  if (named.length === 0) return CUSTOMARY[name]
  if (name === 'macd') return named.join(' ') === MACD ? CUSTOMARY.macd : []
  return named.filter((each) => each >= WINDOWS.least && each <= WINDOWS.most)
}

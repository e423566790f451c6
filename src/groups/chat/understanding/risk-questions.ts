/** What is asked of how much a price varies. */
export type RiskAsk =
  /** The standard deviation of its returns, a year. */
  | 'volatility'
  /** The deepest fall from a high. */
  | 'drawdown'
  /** How much of the moves of a market it takes along. */
  | 'beta'
  /** How alike it and another one move. */
  | 'correlation'

/** With which options are valued: reports tell it, and prices do not. */
const NO_ASSUMPTION = String.raw`(?<!\b(?:expected|implied|assumed|estimated|future)(?: (?:stock|share|price|market))? )`
/** A fund or an index of volatility is an instrument. */
const NO_NAME = String.raw`(?! (?:index|ind(?:ic|ex)es|etfs?|etns?|funds?|futures?)\b)`

const WORDS: ReadonlyArray<readonly [RiskAsk, string]> = [
  [
    'volatility',
    String.raw`${NO_ASSUMPTION}volatil(?:e|ity)${NO_NAME}|standard deviation|how (?:much|strongly) (?:does|did|do|has|have) [\w.&'’ -]{1,40} (?:vary|varied|fluctuated?|swing|swung)`,
  ],
  ['drawdown', String.raw`(?:max(?:imum|\.)? )?draw ?-?downs?`],
  [
    'beta',
    String.raw`betas?(?![-\w])(?! (?:test|version|release|program|phase|software|blocker|users?|customers?|launch))`,
  ],
  ['correlation', String.raw`correlat(?:ed?|es|ions?|ing)|move together`],
]

/** Who asks for no figure in particular is told those by which risk is measured. */
const RISKY = String.raw`(?:how|too|so|very|more|less|most|least|as) risky|riskier|riskiest`
const OF_RISK: readonly RiskAsk[] = ['volatility', 'drawdown', 'beta']

const PATTERNS = WORDS.map(([ask, words]) => [ask, new RegExp(String.raw`\b(?:${words})\b`, 'i')] as const)
const IS_RISKY = new RegExp(String.raw`\b(?:${RISKY})\b`, 'i')
const LONGEST = 2_000

/** One pattern of all, in small letters, to find where something of the kind is asked. */
export const RISK_WORDS = new RegExp(
  String.raw`\b(?:${WORDS.map(([, words]) => words).join('|')}|${RISKY})\b`,
)

/** What a question asks of risk, each once; none where it asks nothing of the kind. Takes time linear in the question. */
export function riskAsks(question: string): readonly RiskAsk[] {
  const text = question.slice(0, LONGEST)
  const asked = PATTERNS.flatMap(([ask, words]) => (words.test(text) ? [ask] : []))
  return asked.length === 0 && IS_RISKY.test(text) ? OF_RISK : asked
}

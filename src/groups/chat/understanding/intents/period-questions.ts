import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import { figureAt } from '../../text/figures.ts'

/** An aggregation over several fiscal periods. */
export type Together =
  /** The highest and the lowest. */
  | 'ranking'
  /** How many rose and fell. */
  | 'moves'
  /** How many were above and below zero. */
  | 'signs'
  /** The change from the first to the last. */
  | 'span'
  | 'sum'
  | 'average'
  /** The first or last period above or below a limit in whole units, or their number. */
  | { above: number; isLast: boolean; isCount?: true }
  | { below: number; isLast: boolean; isCount?: true }

const MOST = '(?:highest|lowest|largest|smallest|biggest|best|worst|record|peak|strongest|weakest)'
const RANKING = new RegExp(
  String.raw`\b${oneOf`
    (?:which|what) (?:fiscal |financial )?(?:year|quarter)s?\b
    when (?:did|has|have|was|were)\b[^?]{0,60}\b(?:peak(?:ed)?|highest|lowest)\b
    ${MOST}\b[^?]{0,60}\b${oneOf`
      years?(?! ago)|quarters?|since|between|from|ever|of all[ -]time
      in (?:its|their|the) (?:whole |entire )?history
    `}\b
    ${MOST} (?:quarterly|annual|yearly)\b|all[ -]time (?:high|low|record|peak)\b
    how (?:often|many times) (?:did|has|have|does)\b
    (?:ever|never) ${oneOf`
      been|fall\w*|fell|declin\w*|dropp?\w*|decreas\w*|shr[aiu]nk|grow\w*|rose|rise\w*|negative
      (?:made|make|posted|reported|had) (?:an? |any )?(?:\w+ )?(?:loss(?:es)?|profits?)
    `}
  `}`,
  'i',
)
const SPAN =
  /\b(?:between\b.{1,40}\band\b|from\b.{1,40}\b(?:to|until|till|through)\b|since\b|(?:over|in|during|within) (?:the )?(?:(?:last|past|previous) )?\S{1,8} (?:fiscal |financial )?years)/i
/** Words for growth of each period by itself. */
const EACH = wholeWords(
  oneOf`
    each|every|per (?:year|quarter|annum)|by (?:year|quarter)|yearly|annual(?:ly)?
    year[ -](?:by|over|on)[ -]year
    yoy|quarterly|trend|history|histor(?:y|ical)|which|compar\w*|vs\.?|versus
  `,
  'i',
)
const SUM = /\b(?:total|sum|combined|cumulative(?:ly)?|altogether|together|in all|add(?:s|ed)? up)\b/i
const AVERAGE = /(?<!\bweighted[ -])\b(?:average|mean)\b/i

const QUARTERS = new RegExp(
  String.raw`\b(?:which|what|how many) (?:(?:fiscal|financial|consecutive|straight) )?quarters?\b|\b${MOST} (?:(?!first|second|third|fourth)[a-z]+ ){0,2}?quarter(?:s|ly)?\b(?! reports?)`,
  'i',
)
/** `average revenue per year`, `average quarterly profit` */
const AVERAGE_PER =
  /\b(?:average|mean)\b.{0,60}\b(?:(?:per|a|each|every) (?:fiscal |financial )?)?(quarter|year)(?:ly)?\b(?!s)(?<!\b(?:last|this|past|previous|latest) (?:quarter|year))/i
const YEARS =
  /\b(?:annual(?:ly)?|yearly|year[- ]end|(?:which|what|how many) (?:(?:fiscal|financial|consecutive|straight) )?years?)\b/i

const HOW_OFTEN =
  /\b(?:how (?:often|many times)|how many (?:of (?:the|its) (?:last|past|latest) \S{1,8} )?(?:(?:fiscal|financial|consecutive|straight) )?(?:years|quarters))(?: (?:in a row|running))?,? (?:did|do|does|has|have|had|was|were|is)\b(?! (?:it|that) t(?:ake|ook)\b)/i
const MOVED =
  /\b(?:gr[eo]w(?:n|ing|th)?|fall(?:en)?|fell|ris(?:e|en)|rose|increas\w*|decreas\w*|declin\w*|dropp?\w*|shr[aiu]nk|improv\w*|worsen\w*|gone (?:up|down)|go (?:up|down))\b/i
const SIGN =
  /\b(?:loss(?:es)?|los[et] money|profits?|profitable|unprofitable|negative|positive|in the (?:red|black))\b/i

/** `Intel quarters lost money`, `loss-making years` */
const WITH_LOSS =
  /\b(?:quarters|years) (?:(?:in which|when|that|with|where) )?(?:(?!(?:ago|of|and|or)\b)[\w.&'’-]{1,20} ){0,3}?(?:los[et] money|(?:an? |any )?(?:net )?loss(?:es)?|(?:was |were )?unprofitable|in the red)\b|\b(?:loss[- ]making|unprofitable|(?:money[- ])?losing) (?:quarters|years)\b/i

/** `how often did it fall?`, of a line or a price: whether a question asks in how many periods something rose, fell or was beyond zero. */
export const asksHowOften = (question: string): boolean =>
  HOW_OFTEN.test(question) && (MOVED.test(question) || SIGN.test(question)) && !OF_PRICES.test(question)

const OF_PRICES = /\b(?:days?|sessions?|prices?|shares?|stocks?)\b/i

/** The kind of period when a question names none: `highest quarterly revenue`, `annual total assets`; null when it does not say. */
export function askedUnit(question: string): 'year' | 'quarter' | null {
  const [withLoss] = WITH_LOSS.exec(question) ?? []
  if (withLoss !== undefined) return /quarters/i.test(withLoss) ? 'quarter' : 'year'
  const [, per] = AVERAGE_PER.exec(question) ?? []
  if (per !== undefined) return per.toLowerCase() === 'quarter' ? 'quarter' : 'year'
  if (YEARS.test(question)) return 'year'
  return QUARTERS.test(question) ? 'quarter' : null
}

/**
 * The aggregations that a question asks for; empty when it asks for the periods one by one. `change` is whether it asks for their change.
 */
export function togetherOf(question: string, change: boolean): Together[] {
  const text = question.slice(0, 2_000)
  const isCount = HOW_OFTEN.test(text)
  const limit = isCount || FIRST.test(text) ? limitIn(text) : null
  if (limit !== null) return [isCount ? { ...limit, isCount } : limit]
  if (isCount && MOVED.test(text)) return ['moves']
  if ((isCount && SIGN.test(text)) || WITH_LOSS.test(text)) return ['signs']
  if (RANKING.test(text)) return ['ranking']
  if (change && SPAN.test(text) && !EACH.test(text.replace(WHICH_OF_THEM, ' '))) return ['span']
  return [
    ...(SUM.test(text) ? (['sum'] as const) : []),
    ...(AVERAGE.test(text) ? (['average'] as const) : []),
  ]
}

/** Whether a question asks for a sum or an average. */
export const asksSumOrAverage = (question: string): boolean => SUM.test(question) || AVERAGE.test(question)

/** The aggregations asked for before, and the message that did. */
interface TogetherBefore {
  before: readonly Together[]
  asking: string
  /** Whether the follow-up is about another company. */
  isOfOther: boolean
  change: boolean
}

/**
 * The aggregations of a follow-up: its own, otherwise the earlier change, sum or average unless it asks for every period by itself; for
 * another company the same in any case, and after a count the first or the last of the counted.
 */
export function togetherAfter(
  question: string,
  { before, asking, isOfOther, change }: TogetherBefore,
): Together[] {
  const own = togetherOf(question, change)
  const [one] = before
  const end = ENDS.exec(question)
    ?.slice(1)
    .find((each) => each !== undefined)
  if (one !== undefined && end !== undefined) {
    const found = endOf(one, { isLast: !/first/i.test(end), asking })
    if (found !== null) return [found]
  }
  // "Which" is also asked about companies: "which grew more?"
  const isEach = EACH.test(question.replace(WHICH_OF_THEM, ' '))
  return own.length > 0 || isEach ? own : before.filter((each) => isOfOther || CARRIED.has(each))
}

/** The first or last of the counted periods; null when none were counted. */
function endOf(one: Together, { isLast, asking }: { isLast: boolean; asking: string }): Together | null {
  if (one === 'moves') return one
  if (one === 'signs') return LOSS.test(asking) ? { below: 0, isLast } : { above: 0, isLast }
  if (typeof one === 'string') return null
  return 'above' in one ? { above: one.above, isLast } : { below: one.below, isLast }
}

/** `when was the last?`, `and the first time?` */
const ENDS =
  /^\W*(?:and |so |but )*(?:(?:when|which|what) (?:was|is|were) )?(?:the |it )?(?:very )?(first|last|latest|most recent)(?: (?:time|one|of them))?\W*$|^\W*(?:and )?when did (?:it|that|this) (last|first) happen\W*$/i
const LOSS = /\b(?:loss(?:es)?|los[et]|losing|unprofitable|negative|in the red)\b/i
const CARRIED: ReadonlySet<Together> = new Set<Together>(['span', 'sum', 'average'])
const WHICH_OF_THEM = /\bwhich(?! (?:fiscal |financial )?(?:year|quarter))\b|\bcompar\w*/gi

const FIRST = /\b(?:when|first|since when|(?:which|what) (?:fiscal |financial )?(?:year|quarter)|ever)\b/i
const SIDE =
  /\b(?<side>exceed\w*|above|over|more than|surpass\w*|pass(?:ed)?|topp?(?:ed)?|cross\w*|reach\w*|hit|below|under|less than)\s(?:the )?(?:usd )?\$?\s?(?=\d)/gi

/** The limit in a question, with its unit; null for none. */
function limitIn(text: string): (Together & object) | null {
  for (const { index, 0: words, groups: { side = '' } = {} } of text.matchAll(SIDE)) {
    const figure = figureAt(text, index + words.length)
    if (figure !== null && !figure.isBare && !figure.isPercent) return limitOf(text, side, figure.value)
  }
  return null
}

function limitOf(text: string, side: string, value: number): Together & object {
  const isLast = /\blast\b(?! (?:fiscal |financial )?(?:year|quarter))/i.test(text)
  return /^(?:below|under|less)/i.test(side) ? { below: value, isLast } : { above: value, isLast }
}

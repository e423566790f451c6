import type { InstrumentReader } from '../../../../ports/instruments.ts'
import type { Question, Turn } from '../../answer.ts'
import { isNamedAsFund, mentionsIn } from '../entities/mentions.ts'
import { asksWhyAlone } from '../intents/causes.ts'
import { movesCompleted } from '../intents/day-moves.ts'
import { asksSectors } from '../intents/market-indices.ts'
import { inFirstPerson } from '../portfolio/first-person.ts'
import { withoutTimes } from '../times/periods.ts'
import { pickedArticle } from './picked-article.ts'

/** The sentence that answers a question for the best or the worst session. */
const DAY_ANSWERED = /^.{1,120}? returned \S{1,12} % on (\d{4}-\d\d-\d\d), its (?:best|worst) of the /

/** `and the worst?` after which sector did best. */
const OTHER_SIDE =
  /^\W*(?:and |what about |or )?(?:the )?(best|worst|strongest|weakest)(?: (?:one|sector))?\W*$/i
const SIDES = /\b(?:best|worst|strongest|weakest)\b/i
/** `what about this year?` */
const GOING_ON = /^\W*(?:(?:and|but|what about|how about|over|in|for) ){1,3}/i

/** Completes a follow-up to a question on all sectors, for the other extreme or another time; any other is returned unchanged. */
function ofSectors(said: string, last: string): string {
  if (!asksSectors(last, ['performance'])) return said
  const [, side] = OTHER_SIDE.exec(said) ?? []
  if (side !== undefined) return last.replace(SIDES, side)
  const time = said.replace(GOING_ON, '')
  const rest = withoutTimes(time)
  const isTimeAlone = rest !== time && !/[\p{L}\p{N}]/u.test(rest)
  return isTimeAlone ? `${withoutTimes(last)} ${time}` : said
}

/** `volatility?` as a follow-up is about the instrument discussed, not about a volatility index. */
const VOLATILITY_ALONE = /^(\W*(?:and |but |what about |how about )?)(?:the |its |their )?volatility(?=\W*$)/i

/** The fund whose holdings an answer is about. */
const FUND_ANSWERED = /(?:\bholdings? of|% of the value of) .{1,200}? \(([A-Z0-9^.-]{1,12})\)/
/** `is Tesla in it?`, `how much Nvidia is in there?`, `does it hold Tesla?` after the holdings of a fund. */
const IS_IN_IT =
  /^\W*(?:and )?(?:is|are|how much (?:of )?)(?: there)? ?(.{1,60}?) (?:is )?(?:in|part of) (?:it|there|that|the (?:fund|etf|index))\W*$/i
/** `how much of it is Apple?`, `what's the weight of Apple?` */
const WEIGHT_IN_IT =
  /^\W*(?:and )?(?:how much of (?:it|that|the (?:fund|etf|index)) is|(?:what(?:['’]?s| is) )?(?:the )?weight of) (.{1,60}?)(?: in (?:it|there|that|the (?:fund|etf|index)))?\W*$/i
/** A question whether a fund holds something, and `and Ford?` after it. */
const ASKS_HOLDING =
  /^\W*(?:does|do) .{1,60} (?:hold|own|include|contain) .{1,60}$|^\W*is .{1,60} in .{1,60}$/i
const AND_ANOTHER = /^\W*(?:and|or|what about|how about) (.{1,40}?)\W*$/i
const DOES_IT_HOLD = /(?<=\b(?:does|do) )(?:it|they|the (?:fund|etf))(?= (?:hold|own|include|contain)\b)/i

/** `how far is it from that?`, `how far below it are we?` after a question for a high or a low, and the words for it there. */
const FAR_FROM_IT =
  /^\W*(?:and |so )?how far (?:(?:is|are) (?:it|we|that) )?(?:now )?(?:from|below|above|off|under)(?: (?:it|that|there|this))?(?: (?:is|are) (?:it|we|that))?(?: now)?\W*$/i
const EXTREME =
  /\b(?:(?:all[- ]time|\d{1,2}[- ]?(?:week|month|year)|one[- ]year|yearly|annual|record) )?(?:high|low|peak)\b/i

const BETWEEN_THEM =
  '(?:between|of) (?:the two(?: of them)?|them|both(?: of them)?|these(?: two)?|those(?: two)?)\\W*$'
/** `difference between the two`: a comparison states it. */
const DIFFERENCE = new RegExp(
  `^\\W*(?:and |so )?(?:what(?:['’]?s| is| was) )?(?:the )?(?:difference|gap|spread|change) ${BETWEEN_THEM}`,
  'i',
)
const YEAR = /\b(?:19|20)\d\d\b/g
/** `and in 2023?` */
const YEAR_ALONE = /^\W*(?:(?:and|or|what about|how about|in|for|fiscal|fy) ?){0,4}((?:19|20)\d\d)\W*$/i
/** `ratio between them`, `how many times higher is it?` */
const RATIO = new RegExp(
  `^\\W*(?:and |so )?(?:(?:what(?:['’]?s| is| was) )?(?:the )?ratio ${BETWEEN_THEM}|how many times (?:as )?(?:high|large|big|much|higher|larger|bigger|more)(?: is (?:it|that|the first(?: one)?))?\\W*$)`,
  'i',
)

/** `quarterly?` as a follow-up means `by quarter`. */
const BY_ITSELF = /^\W*(?:and |but )?(quarter|month|year)ly\W*$/i

/**
 * Adds to a question, and to those before it, what they leave out: "my" for entries of a portfolio that the caller included, the day of
 * "why?" after a best or worst session, and "of the sector" for "what about energy?" after the top gainers.
 */
export function completedQuestion(asked: Question, named: InstrumentReader['named']): Question {
  const own = (whole: string, before: readonly Turn[]): string => {
    const last = lastAsked(before)
    const said = ofFundAnswered(whole, before, named)
    const text =
      last === null
        ? said
        : ofSectors(movesCompleted(said, last), last)
            .replace(BY_ITSELF, (_, unit) => `by ${unit}`)
            .replace(VOLATILITY_ALONE, '$1how volatile is it')
            .replace(DIFFERENCE, () => changeOfYears(questionsOf(before)) ?? 'which of them is higher?')
            .replace(RATIO, 'which of them is times higher?')
            .replace(FAR_FROM_IT, (all) => {
              const extreme = EXTREME.exec(last)?.[0]
              return extreme === undefined ? all : `how far is it from its ${extreme}`
            })
    return asked.includePortfolio ? inFirstPerson(text, questionsOf(before), named) : text
  }
  const history: Turn[] = []
  for (const [at, turn] of asked.history.entries()) {
    // Later follow-ups continue with the topic before the aside: not with the news of one day or one picked article.
    const isAside =
      dayIn(turn, history) !== null || pickedArticle(turn.content, asked.history.slice(0, at)) !== null
    const content = isAside ? (lastAsked(history) ?? turn.content) : own(turn.content, history)
    history.push(turn.role === 'user' ? { ...turn, content } : turn)
  }
  const day = dayIn({ role: 'user', content: asked.message }, asked.history)
  const message = day === null ? own(asked.message, history) : `why did it move on ${day}?`
  return { ...asked, message, history }
}

/** A question whether something is "in it", or how much of it, with the fund that the last answer is about. */
function ofFundAnswered(said: string, before: readonly Turn[], named: InstrumentReader['named']): string {
  const answer = before.at(-1)
  const fund =
    answer?.role === 'assistant' ? FUND_ANSWERED.exec(answer.content.slice(0, 400))?.[1] : undefined
  if (fund === undefined) return said
  const [, held] = IS_IN_IT.exec(said) ?? WEIGHT_IN_IT.exec(said) ?? anotherHeld(said, before, named) ?? []
  return held === undefined ? said.replace(DOES_IT_HOLD, fund) : `does ${fund} hold ${held}?`
}

/** Another holding after a question for one; another fund is asked about as a fund. */
function anotherHeld(
  said: string,
  before: readonly Turn[],
  named: InstrumentReader['named'],
): RegExpExecArray | null {
  const found = ASKS_HOLDING.test(lastAsked(before) ?? '') ? AND_ANOTHER.exec(said) : null
  if (found === null) return null
  const { instruments } = mentionsIn(found[1] ?? '', named)
  return instruments.length === 1 && instruments.every(({ name }) => !isNamedAsFund(name)) ? found : null
}

/** The change between the years of the last two questions, of which the last names nothing else; null for any other two. */
function changeOfYears(questions: readonly string[]): string | null {
  const [first, second] = questions.slice(-2)
  const year = YEAR_ALONE.exec(second ?? '')?.[1]
  const [other, ...others] = first?.match(YEAR) ?? []
  if (year === undefined || other === undefined || others.length > 0 || other === year) return null
  const [from, to] = [other, year].toSorted()
  return `how did it change from ${from} to ${to}?`
}

/** The session in the last answer whose reason a turn asks for; null when it asks for none. */
function dayIn({ role, content }: Turn, before: readonly Turn[]): string | null {
  const last = before.at(-1)
  if (role !== 'user' || !asksWhyAlone(content) || last?.role !== 'assistant') return null
  return DAY_ANSWERED.exec(last.content)?.[1] ?? null
}

const questionsOf = (history: readonly Turn[]): string[] =>
  history.filter(({ role }) => role === 'user').map(({ content }) => content)

const lastAsked = (history: readonly Turn[]): string | null => questionsOf(history).at(-1) ?? null

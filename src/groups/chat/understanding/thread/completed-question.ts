import type { InstrumentReader } from '../../../../ports/instruments.ts'
import type { Question, Turn } from '../../answer.ts'
import { asksWhyAlone } from '../intents/causes.ts'
import { movesCompleted } from '../intents/day-moves.ts'
import { asksSectors } from '../intents/market-indices.ts'
import { inFirstPerson } from '../portfolio/first-person.ts'
import { withoutTimes } from '../times/periods.ts'
import { pickedArticle } from './picked-article.ts'

/** As the best and the worst session are told. */
const TOLD_DAY = /^.{1,120}? returned \S{1,12} % on (\d{4}-\d\d-\d\d), its (?:best|worst) of the /

/** `and the worst?` behind which sector did best. */
const OTHER_SIDE =
  /^\W*(?:and |what about |or )?(?:the )?(best|worst|strongest|weakest)(?: (?:one|sector))?\W*$/i
const SIDES = /\b(?:best|worst|strongest|weakest)\b/i
/** `what about this year?` */
const GOING_ON = /^\W*(?:(?:and|but|what about|how about|over|in|for) ){1,3}/i

/** What goes on with a question for sectors, of which each is told: of the other side, or of another time; as it is where it does not. */
function ofSectors(said: string, last: string): string {
  if (!asksSectors(last, ['performance'])) return said
  const [, side] = OTHER_SIDE.exec(said) ?? []
  if (side !== undefined) return last.replace(SIDES, side)
  const time = said.replace(GOING_ON, '')
  const rest = withoutTimes(time)
  const isTimeAlone = rest !== time && !/[\p{L}\p{N}]/u.test(rest)
  return isTimeAlone ? `${withoutTimes(last)} ${time}` : said
}

/** `volatility?` goes on with what was spoken of, and is no index of it. */
const VOLATILITY_ALONE = /^(\W*(?:and |but |what about |how about )?)(?:the |its |their )?volatility(?=\W*$)/i

/** The fund whose holdings an answer is about. */
const FUND_ANSWERED = /(?:\bholdings? of|% of the value of) .{1,200}? \(([A-Z0-9^.-]{1,12})\)/
/** `is Tesla in it?`, `how much Nvidia is in there?`, `does it hold Tesla?` after the holdings of a fund. */
const IS_IN_IT =
  /^\W*(?:and )?(?:is|are|how much (?:of )?)(?: there)? ?(.{1,60}?) (?:is )?(?:in|part of) (?:it|there|that|the (?:fund|etf|index))\W*$/i
const DOES_IT_HOLD = /(?<=\b(?:does|do) )(?:it|they|the (?:fund|etf))(?= (?:hold|own|include|contain)\b)/i

/** `how far is it from that?`, `how far below it are we?` after a question for a high or a low, and what that is called there. */
const FAR_FROM_IT =
  /^(\W*(?:and |so )?how far (?:(?:is|are) (?:it|we|that) )?(?:now )?)(from|below|above|off|under)(?: (?:it|that|there|this))?(?: (?:is|are) (?:it|we|that))?(?: now)?\W*$/i
const EXTREME =
  /\b(?:(?:all[- ]time|\d{1,2}[- ]?(?:week|month|year)|one[- ]year|yearly|annual|record) )?(?:high|low|peak)\b/i

/** `quarterly?` goes on with a line as `by quarter` does. */
const BY_ITSELF = /^\W*(?:and |but )?(quarter|month|year)ly\W*$/i

/**
 * A question, and those before it, with what they leave out: what is entered in a portfolio is that of who has named his beside the question,
 * "why?" behind a best or worst day is of that day, and "what about energy?" behind the top gainers is of those.
 */
export function completedQuestion(asked: Question, named: InstrumentReader['named']): Question {
  const own = (whole: string, before: readonly Turn[]): string => {
    const last = lastAsked(before)
    const said = ofFundAnswered(whole, before)
    const text =
      last === null
        ? said
        : ofSectors(movesCompleted(said, last), last)
            .replace(BY_ITSELF, (_, unit) => `by ${unit}`)
            .replace(VOLATILITY_ALONE, '$1how volatile is it')
            .replace(FAR_FROM_IT, (all) => {
              const extreme = EXTREME.exec(last)?.[0]
              return extreme === undefined ? all : `how far is it from its ${extreme}`
            })
    return asked.includePortfolio ? inFirstPerson(text, questionsOf(before), named) : text
  }
  const history: Turn[] = []
  for (const [at, turn] of asked.history.entries()) {
    // What follows goes on with the day, and not with the news of it, and with what an article was told of.
    const isAside =
      dayIn(turn, history) !== null || pickedArticle(turn.content, asked.history.slice(0, at)) !== null
    const content = isAside ? (lastAsked(history) ?? turn.content) : own(turn.content, history)
    history.push(turn.role === 'user' ? { ...turn, content } : turn)
  }
  const day = dayIn({ role: 'user', content: asked.message }, asked.history)
  const message = day === null ? own(asked.message, history) : `why did it move on ${day}?`
  return { ...asked, message, history }
}

/** A question whether something is "in it" as one of the fund that the last answer is about. */
function ofFundAnswered(said: string, before: readonly Turn[]): string {
  const answer = before.at(-1)
  const fund =
    answer?.role === 'assistant' ? FUND_ANSWERED.exec(answer.content.slice(0, 400))?.[1] : undefined
  if (fund === undefined) return said
  const [, held] = IS_IN_IT.exec(said) ?? []
  return held === undefined ? said.replace(DOES_IT_HOLD, fund) : `does ${fund} hold ${held}?`
}

/** The day that was told last, of which a turn asks why; null where it asks nothing of the kind. */
function dayIn({ role, content }: Turn, before: readonly Turn[]): string | null {
  const last = before.at(-1)
  if (role !== 'user' || !asksWhyAlone(content) || last?.role !== 'assistant') return null
  return TOLD_DAY.exec(last.content)?.[1] ?? null
}

const questionsOf = (history: readonly Turn[]): string[] =>
  history.filter(({ role }) => role === 'user').map(({ content }) => content)

const lastAsked = (history: readonly Turn[]): string | null => questionsOf(history).at(-1) ?? null

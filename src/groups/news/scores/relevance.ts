import { oneOf } from '../../../kernel/patterns.ts'
import type { ArticleText } from '../article-text.ts'
import { MATERIAL_EVENTS, type MaterialEvent } from './events.ts'

export interface RelevanceInput {
  text: ArticleText
  /** Relevance of the article's entities to it, each 0 to 1. */
  entities: readonly { relevance: number }[]
}

/** What is read of each field, in UTF-16 units; an event that comes later is not what the article is about. */
const HEADLINE_READ = 400
const BODY_READ = 4_000

/** Weight of an event in the body relative to one in the headline. */
const BODY_EVENT = 0.5
/** What an event still counts where no entity is central, and of a macro release, which concerns everybody. */
const LEAST_ABOUT = 0.4
const MACRO_ABOUT = 0.8
/** Figures with a unit after which more make it no more specific. */
const ENOUGH_FIGURES = 3
/** From so many entities on, an article is about none in particular. */
const FEW_ENTITIES = 4
/** Fewer letters in all say little. */
const SHORT_TEXT = 25

/** Forms of article that are not news of an event: what is left of the score, and how headlines show it. */
const FORMS: readonly { left: number; shows: RegExp }[] = [
  {
    left: 0.3,
    shows: /\b(?:quiz|crossword|horoscope|giveaway|sweepstakes|sponsored|advertisement|promo code|coupon)\b/,
  },
  {
    left: 0.4,
    shows:
      /\bhow (?:to|i|you|we)\b|\b(?:retirement|credit cards?|mortgage tips|save money|budgeting|student loans?|my (?:husband|wife|mother|father|kids|neighbor|boss)|should (?:i|you|we)|dear \w+|personal finance|money tips|tips for)\b/,
  },
  {
    left: 0.5,
    shows: new RegExp(
      oneOf`
        ^(?:\d{1,3}|three|four|five|six|seven|eight|nine|ten|top|best) (?:\w+ ){0,3}(?:stocks?|things|reasons|ways|picks|funds|etfs|shares|charts|takeaways)\b
        \b${oneOf`
          stocks to (?:watch|buy|sell)
          (?:top|best) (?:\d{1,3} )?(?:stocks?|picks|gainers|losers)
          round-?up|morning brief(?:ing)?|daily brief(?:ing)?|week ahead|week in review|what to watch|live updates
          movers|brokerage views|in focus|newsletter|podcast|webinar|methodology|primer|white ?paper|fact ?sheet
          practitioner['’]?s guide
        `}\b
      `,
    ),
  },
  {
    left: 0.7,
    shows:
      /\b(?:opinion|op-ed|commentary|column|editorial|interview|here['’]?s why|why i|what if|explained|explainer)\b|^why\b|^analysis\b|^breakingviews\b/,
  },
]
const QUESTION_LEFT = 0.8
const MANY_LEFT = 0.4
const SHORT_LEFT = 0.7

/** A number with a currency, percent, basis points or magnitude: "$4.5 billion", "12%", "Rs 40 crore", "30 bps". */
const FIGURE =
  /(?:[$€£¥₹]|\b(?:rs|usd|eur|gbp|inr)\.? ?)\d[\d.,]{0,15}|\b\d[\d.,]{0,15} ?(?:%|percent\b|per cent\b|pct\b|bps\b|basis points\b|million\b|billion\b|trillion\b|crore\b|lakh\b|mln\b|bln\b|mn\b|bn\b|cents\b|points\b)/g

/**
 * How relevant an article is to somebody who holds or follows its entities, 0 to 1; what stands for `llm_relevance_score`
 * where no language model is configured. A formula of our own:
 *
 *     score = form · (0.35 · aboutness + 0.50 · event + 0.15 · specificity)
 *
 * - aboutness: the highest relevance of an entity.
 * - event: the largest of weight · (headline 1, body 0.5) · (0.4 + 0.6 · aboutness) over the events of `events.ts`; for a
 *   macro release the last factor is at least 0.8.
 * - specificity: figures with a unit in the headline and, counting half, at the beginning of the body; 1 from three on.
 * - form: the product of what is left by quizzes and advertising (0.3), advice on personal finance (0.4), lists,
 *   round-ups and papers of reference (0.5), opinion (0.7), questions (0.8), more than four entities (4 / count, at
 *   least 0.4) and texts of fewer than 25 letters (0.7); of the first four only the strictest.
 *
 * It never falls when an entity becomes more relevant or a figure is added, and never rises with more entities of the
 * relevance that others have.
 */
export function estimateRelevance({ text, entities }: RelevanceInput): number {
  const headline = text.headline.slice(0, HEADLINE_READ).toLowerCase()
  const body = text.body.slice(0, BODY_READ).toLowerCase()
  const about = entities.reduce((most, { relevance }) => Math.max(most, share(relevance)), 0)
  const content = 0.35 * about + 0.5 * eventIn(headline, body, about) + 0.15 * specificity(headline, body)
  return share(content * formOf(headline, text, entities))
}

const share = (value: number) => (value > 0 ? Math.min(1, value) : 0)

function eventIn(headline: string, body: string, about: number): number {
  let most = 0
  for (const event of MATERIAL_EVENTS) {
    const worth = event.weight * concern(event, about)
    if (event.phrases.test(headline)) most = Math.max(most, worth)
    else if (BODY_EVENT * worth > most && event.phrases.test(body)) most = BODY_EVENT * worth
  }
  return most
}

function concern({ isMacro }: MaterialEvent, about: number): number {
  const concerned = LEAST_ABOUT + (1 - LEAST_ABOUT) * about
  return isMacro === true ? Math.max(MACRO_ABOUT, concerned) : concerned
}

function specificity(headline: string, body: string): number {
  const figures = countOf(headline) + 0.5 * countOf(body.slice(0, HEADLINE_READ))
  return Math.min(1, figures / ENOUGH_FIGURES)
}

const countOf = (text: string) => text.match(FIGURE)?.length ?? 0

function formOf(headline: string, text: ArticleText, entities: RelevanceInput['entities']): number {
  let left = 1
  for (const form of FORMS) if (form.shows.test(headline)) left = Math.min(left, form.left)
  if (headline.trimEnd().endsWith('?')) left *= QUESTION_LEFT
  if (entities.length > FEW_ENTITIES) left *= Math.max(MANY_LEFT, FEW_ENTITIES / entities.length)
  if (text.headline.trim().length + text.body.trim().length < SHORT_TEXT) left *= SHORT_LEFT
  return left
}

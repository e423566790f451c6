import { nameId } from '../../../../kernel/ids.ts'
import { formatDay, formatInstantSeconds, utcDay } from '../../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { NewsImpact } from '../../../../ports/news.ts'
import { plainQuote } from '../../text/quotes.ts'
import type { Fact } from '../facts.ts'
import { nameOf, percent } from '../number-format.ts'

const MOST_LISTED = 3
const WINDOWS = [
  ['day_t0', 'by the first close after it'],
  ['day_t1', 'by the second'],
  ['day_t2', 'by the third'],
  ['day_t5', 'by the sixth'],
] as const

/**
 * Price moves of an instrument after the latest articles about it that a session has closed after, or after those followed by the largest
 * moves;
 * null when there are none.
 */
export function impactFact(
  instrument: InstrumentSummary,
  impacts: readonly NewsImpact[],
  order: 'latest' | 'strongest',
): Fact | null {
  const sizeOf = ({ returns }: NewsImpact): number => Math.abs(returns.day_t0 ?? 0)
  const listed = impacts
    .filter(({ returns }) => returns.day_t0 !== null)
    .toSorted(laterFirst)
    .toSorted((one, other) => (order === 'latest' ? 0 : sizeOf(other) - sizeOf(one)))
    .slice(0, MOST_LISTED)
  const times = listed.toSorted(laterFirst)
  const [latest, earliest] = [times[0], times.at(-1)]
  if (latest === undefined || earliest === undefined) return null
  const sentences = listed.map((impact) => sentenceOf(instrument, impact))
  const [from, to] = [dayOf(earliest), dayOf(latest)]
  // The bound is exclusive: the first instant of the next day.
  const after = formatDay(utcDay(latest.article.publishedAt) + 1)
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId(
        'chat-fact',
        'impact',
        ...listed.map(({ article }) => article.docId),
        instrument.entityId,
      ),
      headline: `News impact ${instrument.ticker} ${from} to ${to}`,
      url: `/v1/entities/${instrument.entityId}/articles?from=${from}&to=${after}&with_impact_windows=true`,
      text: sentences.join(' '),
      asOf: latest.article.publishedAt,
      simulated: listed.some(({ article }) => article.simulated),
    },
  }
}

const laterFirst = (one: NewsImpact, other: NewsImpact): number =>
  other.article.publishedAt - one.article.publishedAt

const dayOf = ({ article }: NewsImpact): string => formatDay(utcDay(article.publishedAt))

function sentenceOf(instrument: InstrumentSummary, { article, returns }: NewsImpact): string {
  const moves = WINDOWS.flatMap(([window, words]) => {
    const value = returns[window]
    return value === null ? [] : [`${percent(value)} ${words}`]
  })
  const headline = plainQuote(article.headline).replace(/[.\s]+$/, '')
  return `After “${headline}” (${formatInstantSeconds(article.publishedAt)}) the price of ${nameOf(instrument)} changed by ${moves.join(', ')}.`
}

import { nameId } from '../../../../kernel/ids.ts'
import { formatDay, type Instant, utcDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { NewsMentions, NewsTrends } from '../../../../ports/news.ts'
import type { Fact } from '../facts.ts'
import { amount, nameOf, percent } from '../number-format.ts'

/** The sentiment of articles about an instrument in a range; states it when there are none. */
export function sentimentFact(
  instrument: InstrumentSummary,
  mentions: NewsMentions | null,
  { range, simulated }: { range: InstantRange; simulated: boolean },
): Fact {
  const { entityId, ticker } = instrument
  const [from, to] = [formatDay(utcDay(range.from)), formatDay(utcDay(range.to))]
  const sentence = sentimentOf(instrument, mentions, `from ${from} to ${to}`)
  return {
    sentences: [sentence],
    ...(mentions === null ? { isNone: true as const } : {}),
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'sentiment', entityId, from, to),
      headline: `Sentiment of news about ${ticker}`,
      url: `/v1/entities/${entityId}/sentiment?interval=1d&from=${from}&to=${to}T23:59:59Z`,
      text: sentence,
      asOf: range.to,
      simulated,
    },
  }
}

/** `Of 30 articles that mention Apple Inc. (AAPL) from … to …, 12 are positive …: on balance (12 − 5) / 30 = 23.3 %.` */
function sentimentOf(instrument: InstrumentSummary, mentions: NewsMentions | null, days: string): string {
  if (mentions === null) return `No article ${days} mentions ${nameOf(instrument)}.`
  const { mentions: all, positive, negative } = mentions
  const neutral = all - positive - negative
  const balance = percent((positive - negative) / all)
  const tones = `${positive} positive, ${negative} negative and ${neutral} neutral`
  return `What ${all === 1 ? 'one article says' : `${all} articles say`} about ${nameOf(instrument)} ${days} is ${tones}: on balance (${positive} − ${negative}) / ${all} = ${balance} positive.`
}

/** What is mentioned more often than usual, or most often when no baseline is known. */
export function trendsFact(
  { trends, usualDays }: NewsTrends,
  { window, now, simulated }: { window: '24h' | '7d'; now: Instant; simulated: boolean },
): Fact {
  const said = trends.map(({ mentions, usual, ...named }) => {
    const against = usualDays === 0 ? '' : ` against ${amount(usual)}`
    return `${nameOf(named)}, ${mentions} articles${against}`
  })
  const time = window === '24h' ? '24 hours' : '7 days'
  const what =
    usualDays === 0
      ? `Written about most in the last ${time}; there are too few articles from before it to say how much is usual`
      : `Written about more than usual in the last ${time}, against the average of the ${usualDays} days before`
  const text = `${what}: ${said.join('; ')}.`
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'trending', window),
      headline: `Trending in the news, ${time}`,
      url: `/v1/news/trending?window=${window}&limit=${trends.length}`,
      text,
      asOf: now,
      simulated,
    },
  }
}

import { nameId } from '../../../../kernel/ids.ts'
import type { Instant } from '../../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { PortfolioOwner } from '../../../../ports/portfolio.ts'
import { plainQuote } from '../../text/quotes.ts'
import type { Fact } from '../facts.ts'
import { nameOf } from '../number-format.ts'

const MOST_NAMED = 50

/** What is on a user's watchlists, or on one of them. */
export function watchlistFact(
  { tenantId, userId }: PortfolioOwner,
  watched: readonly InstrumentSummary[],
  { now, list, without }: { now: Instant; list: string | null; without: readonly InstrumentSummary[] },
): Fact {
  const named = watched.slice(0, MOST_NAMED).map(nameOf)
  const rest = watched.length - named.length
  const number = watched.length === 1 ? 'One instrument is' : `${watched.length} instruments are`
  const text = `${without.length === 0 ? '' : `Without ${without.map(nameOf).join(', ')}: `}${number} on ${listed(list)}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
  return listedFact({ tenantId, userId }, [text], now)
}

/** Whether instruments are on a user's watchlists. */
export function membershipFact(
  owner: PortfolioOwner,
  about: readonly InstrumentSummary[],
  { watchedIds, now, list }: { watchedIds: ReadonlySet<string>; now: Instant; list: string | null },
): Fact {
  const sentences = about.map((each) =>
    watchedIds.has(each.entityId)
      ? `${nameOf(each)} is on ${listed(list)}.`
      : `${nameOf(each)} is ${list === null ? 'on none of your watchlists' : `not on ${listed(list)}`}.`,
  )
  return listedFact(owner, sentences, now)
}

const listed = (list: string | null): string =>
  list === null ? 'your watchlists' : `your watchlist “${plainQuote(list)}”`

function listedFact({ tenantId, userId }: PortfolioOwner, sentences: readonly string[], now: Instant): Fact {
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'watchlists', tenantId, userId),
      headline: 'Your watchlists',
      url: '/v1/portfolio/watchlists',
      text: sentences.join(' '),
      asOf: now,
      simulated: false,
    },
  }
}

import { MOST_NEWS_DAYS, type PortfolioNews } from '../../../contract/portfolio-news.ts'
import { fail } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import { wireNumber } from '../../../kernel/numbers.ts'
import { DAY_MS, type Day, formatInstant, parseDay, utcDay } from '../../../kernel/time.ts'
import { ROUTING_TIERS } from '../../../market/vocabulary.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { NewsImpact, NewsReader } from '../../../ports/news.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import { unpackLists } from '../state/ledger-columns.ts'
import type { ReadLedger, ScopeQuery } from '../state/ledger-reader.ts'
import { rateIn } from '../state/ledger-state.ts'
import { marksOn } from './marks.ts'
import type { Asking, Valuation } from './service.ts'

const DAYS = 7
const MOST_ARTICLES = 500

export interface NewsImpactDeps {
  valuation: Valuation
  instruments: Pick<InstrumentReader, 'dailyCloses' | 'sessionEnd'>
  /** Read when it is needed: the group that has it starts later. */
  news: () => Pick<NewsReader, 'impacts'>
  clock: Clock
}

interface NewsImpactQuery extends ScopeQuery {
  from?: string
  window: keyof NewsImpact['returns']
  limit: number
}

type Item = PortfolioNews['items'][number]

/** News on what is held, with the weight that it had before and the move after. Throws 422 `INVALID_DATE_RANGE`. */
export async function readNewsImpact(
  { valuation, instruments, news, clock }: NewsImpactDeps,
  { caller, query, signal }: Asking<NewsImpactQuery>,
): Promise<PortfolioNews> {
  const now = clock.market()
  const from = firstDay(query.from, utcDay(now))
  const { ledger, valued } = await valuation.valueNow(caller, { query, signal })
  const entityIds = valued.holdings
    .filter(({ quantity }) => quantity !== 0)
    .map(({ profile }) => profile.entityId)
  const range = { from: from * DAY_MS, to: now }
  const found = await news().impacts({ entityIds, range, limit: MOST_ARTICLES }, signal)
  const weights = await weightsOn({ instruments }, ledger, {
    days: new Set(found.flatMap(({ baseDay }) => (baseDay === null ? [] : [baseDay]))),
    signal,
  })
  const items = found
    .map((each) =>
      toItem(each, query.window, weights.get(each.baseDay ?? Number.NaN)?.get(each.entityId) ?? null),
    )
    .toSorted((one, other) => size(other) - size(one))
  return { items: items.slice(0, query.limit), total: items.length, has_more: items.length > query.limit }
}

function firstDay(text: string | undefined, today: Day): Day {
  const day = text === undefined ? today - DAYS : (parseDay(text) ?? today)
  if (day > today) fail('INVALID_DATE_RANGE', 'from must not be after today.')
  if (day < today - MOST_NEWS_DAYS) {
    fail('INVALID_DATE_RANGE', `from must be at most ${MOST_NEWS_DAYS} days before today.`)
  }
  return day
}

/** Shares of the total value at the closes of days, by day and instrument. */
async function weightsOn(
  { instruments }: Pick<NewsImpactDeps, 'instruments'>,
  { state, rates, splits, profiles }: ReadLedger,
  { days, signal }: { days: ReadonlySet<Day>; signal: AbortSignal },
): Promise<Map<Day, ReadonlyMap<Id, number>>> {
  const weights = new Map<Day, ReadonlyMap<Id, number>>()
  const { quantities, balances } = unpackLists(state.columns)
  for (const day of days) {
    const held = sumsUpTo(day, quantities, ({ entityId, accountId, quantity }) => [
      entityId,
      accountId,
      quantity,
    ])
    const cash = sumsUpTo(day, balances, ({ currency, accountId, balance }) => [currency, accountId, balance])
    const marks = await marksOn([...held.keys()], day, { instruments, splits, signal })
    const values = [...held].flatMap(([id, quantity]) => {
      const [mark, rate] = [marks.get(id), rateIn(rates.get(profiles.get(id)?.currency ?? ''), day)]
      return mark === undefined || rate === null ? [] : [[id, quantity * mark.price * rate] as const]
    })
    const money = [...cash].reduce(
      (sum, [currency, amount]) => sum + amount * (rateIn(rates.get(currency), day) ?? 0),
      0,
    )
    const total = values.reduce((sum, [, value]) => sum + value, money)
    weights.set(day, new Map(total <= 0 ? [] : values.map(([id, value]) => [id, value / total])))
  }
  return weights
}

/** What is there at the end of a day, over all accounts; what is nothing is left out. */
function sumsUpTo<T extends { day: Day }>(
  day: Day,
  changes: readonly T[],
  of: (change: T) => readonly [key: string, accountId: Id, amount: number],
): Map<string, number> {
  const newest = new Map<string, { key: string; day: Day; amount: number }>()
  for (const change of changes) {
    const [key, accountId, amount] = of(change)
    const place = `${key} ${accountId}`
    if (change.day <= day && change.day >= (newest.get(place)?.day ?? change.day)) {
      newest.set(place, { key, day: change.day, amount })
    }
  }
  const sums = new Map<string, number>()
  for (const { key, amount } of newest.values()) sums.set(key, (sums.get(key) ?? 0) + amount)
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}

const size = ({ contribution_return: contribution }: Item): number =>
  Math.abs(contribution ?? -1) * (contribution === null ? -1 : 1)

function toItem(
  { article, entityId, returns }: NewsImpact,
  window: NewsImpactQuery['window'],
  weight: number | null,
): Item {
  const move = returns[window]
  return {
    entity_id: entityId,
    impact_return: wireNumber(move),
    position_weight: wireNumber(weight),
    contribution_return: move === null || weight === null ? null : wireNumber(move * weight),
    article: {
      doc_id: article.docId,
      headline: article.headline,
      source: article.source,
      published_at: formatInstant(article.publishedAt),
      url: article.url,
      display_relevance_score: article.score,
      sentiment: article.sentiment,
      routing_tier: ROUTING_TIERS[article.tier - 1] ?? 'TIER_4',
      entities: article.entities.map(({ entityId: id, ticker, name }) => ({ entity_id: id, ticker, name })),
      summary: article.summary,
    },
  }
}

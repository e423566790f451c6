import type { HandlerResult } from '../../../contract/endpoint.ts'
import type { ExchangeRates } from '../../../contract/exchange-rates.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Day, formatDay, parseDay, utcDay } from '../../../kernel/time.ts'
import { HUNDREDTHS, isMoney, wholeOf } from '../../../market/currencies.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import { IMPORT_SOURCE } from '../imports/import-records.ts'

export interface RateDeps {
  /** What was imported. */
  fx: Pick<FxRates, 'usdBetween'>
  /** Some have rates of their own. */
  upstreams: ReadonlyArray<Pick<PriceSource, 'name' | 'fx'>>
}

interface Days {
  from: Day
  to: Day
}

export interface ExchangeRatesQuery {
  base: string
  quote: string
  /** YYYY-MM-DD, valid. */
  from?: string | undefined
  to?: string | undefined
}

/** The rate on a day; null where none is known. */
type RateOn = (day: Day) => number | null

const DEFAULT_DAYS = 30
/** Both ends count. */
const MAX_DAYS = 3_660

/**
 * US dollars for one unit of a currency on the days of a range: what was imported counts, and only where there is none of the
 * currency what a source has.
 */
export async function usdRates({ fx, upstreams }: RateDeps, currency: string, days: Days): Promise<RateOn> {
  const stored = await usdBetween(fx, currency, days)
  if (stored(days.to) !== null) return stored
  const source = upstreams.find((upstream) => upstream.fx !== undefined)?.fx
  const rates = source === undefined ? stored : await usdBetween(source, currency, days)
  return rates(days.to) === null ? stored : rates
}

/**
 * Units of `quote` for one of `base` on the days of a range, crossed through the US dollar. Both are imported or both are of one
 * source: a number of both would be of neither.
 */
export async function ratesOfPair(
  { fx, upstreams }: RateDeps,
  { base, quote }: { base: string; quote: string },
  days: Days,
): Promise<{ rateOn: RateOn; source: string | null }> {
  const sources = [
    { name: IMPORT_SOURCE, rates: fx },
    ...upstreams.flatMap(({ name, fx: rates }) => (rates === undefined ? [] : [{ name, rates }])),
  ]
  for (const { name, rates } of sources) {
    const [usdOfBase, usdOfQuote] = await Promise.all(
      [base, quote].map((currency) => usdBetween(rates, currency, days)),
    )
    const rateOn: RateOn = (day) => {
      const [one, other] = [usdOfBase?.(day) ?? null, usdOfQuote?.(day) ?? null]
      return one === null || other === null || other === 0 ? null : one / other
    }
    if (isKnown(rateOn, days)) return { rateOn, source: base === quote ? null : name }
  }
  return { rateOn: () => null, source: null }
}

function isKnown(rateOn: RateOn, { from, to }: Days): boolean {
  for (let day = from; day <= to; day++) if (rateOn(day) !== null) return true
  return false
}

async function usdBetween(rates: Pick<FxRates, 'usdBetween'>, currency: string, days: Days): Promise<RateOn> {
  const whole = wholeOf(currency)
  if (whole === null) return rates.usdBetween(currency, days)
  const rateOn = await rates.usdBetween(whole, days)
  return (day) => {
    const rate = rateOn(day)
    return rate === null ? null : rate / HUNDREDTHS
  }
}

/**
 * Daily rates of a pair, oldest first. Throws 422 `INVALID_PARAMETER` for what is no currency, `INVALID_DATE_RANGE` for
 * days that are reversed and `RANGE_TOO_LARGE` for too many.
 */
export async function listExchangeRates(
  deps: RateDeps & { clock: Pick<Clock, 'market'> },
  query: ExchangeRatesQuery,
): Promise<HandlerResult<ExchangeRates>> {
  const { base, quote } = query
  const today = utcDay(deps.clock.market())
  const { from, to } = daysOf(query, today)
  const last = Math.min(to, today)
  const { rateOn, source } = await ratesOfPair(deps, { base, quote }, { from, to: last })
  if (source === null) refuseUnknown({ base, quote })
  const items: ExchangeRates['items'] = []
  for (let day = from; day <= last; day++) {
    const rate = rateOn(day)
    if (rate !== null) items.push({ date: formatDay(day), rate })
  }
  return { value: { base, quote, items, total: items.length }, dataSource: source ?? undefined }
}

/** Rates of a currency that is no longer money may be known. */
function refuseUnknown(pair: { base: string; quote: string }): void {
  for (const [name, currency] of Object.entries(pair))
    if (!isMoney(wholeOf(currency) ?? currency))
      fail('INVALID_PARAMETER', `${name} must be a currency of ISO 4217, not "${currency}".`)
}

function daysOf(query: Pick<ExchangeRatesQuery, 'from' | 'to'>, today: Day): Days {
  const to = given(query.to) ?? today
  const from = given(query.from) ?? to - DEFAULT_DAYS
  if (from > to) fail('INVALID_DATE_RANGE', 'from must not be after to (a missing "to" means today, UTC).')
  if (to - from >= MAX_DAYS)
    fail('RANGE_TOO_LARGE', `from and to hold more than ${MAX_DAYS} days: ask for a shorter range.`)
  return { from, to }
}

function given(text: string | undefined): Day | null {
  return text === undefined ? null : parseDay(text)
}

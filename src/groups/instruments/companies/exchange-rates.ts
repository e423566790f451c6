import type { HandlerResult } from '../../../contract/endpoint.ts'
import type { ExchangeRates } from '../../../contract/exchange-rates.ts'
import { fail } from '../../../kernel/fail.ts'
import { roundTo } from '../../../kernel/numbers.ts'
import { type Day, formatDay, parseDay, utcDay } from '../../../kernel/time.ts'
import { isMoney, wholeOf } from '../../../market/currencies.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import { IMPORT_SOURCE } from '../imports/import-records.ts'
import type { StoredFx } from './stored-fx.ts'

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
/** As those of transactions have; what a crossed one has beyond them is the noise of dividing. */
const RATE_DECIMALS = 12
/** Both ends count. */
const MAX_DAYS = 3_660

/** A pair on the days of a range, and whose rates these are: null where none is known, and of a currency in itself or its hundredths. */
interface PairRates {
  rateOn: RateOn
  source: string | null
}

/**
 * Reads units of `quote` for one of a base currency on the days of a range, crossed through the US dollar. Both are of one source, of
 * imports before others: the first that knows the last day, else the first that knows any. A number of two would be of neither. Of several
 * bases the quote currency is read once.
 */
export function ratesInto({ fx, upstreams }: RateDeps, quote: string, days: Days) {
  const sources = [
    { name: IMPORT_SOURCE, fx },
    ...upstreams.flatMap(({ name, fx: own }) => (own === undefined ? [] : [{ name, fx: own }])),
  ].map((each) => ({ ...each, ofQuote: null as Promise<RateOn> | null }))
  return async (base: string): Promise<PairRates> => {
    const fixed = fixedRate(base, quote)
    if (fixed !== null) return { rateOn: () => fixed, source: null }
    let known: PairRates | null = null
    for (const source of sources) {
      source.ofQuote ??= source.fx.usdBetween(quote, days)
      const rateOn = crossed(await source.fx.usdBetween(base, days), await source.ofQuote)
      const found = { rateOn, source: source.name }
      if (rateOn(days.to) !== null) return found
      known ??= isKnown(rateOn, days) ? found : null
    }
    return known ?? { rateOn: () => null, source: null }
  }
}

/** Of a currency in itself, and of its hundredths: one that nobody has to know. Null for others. */
function fixedRate(base: string, quote: string): number | null {
  if (base === quote) return 1
  const [wholeBase, wholeQuote] = [wholeOf(base), wholeOf(quote)]
  if ((wholeBase ?? base) !== (wholeQuote ?? quote)) return null
  return wholeBase === null ? 100 : wholeQuote === null ? 0.01 : 1
}

const crossed =
  (usdOfBase: RateOn, usdOfQuote: RateOn): RateOn =>
  (day) => {
    const [one, other] = [usdOfBase(day), usdOfQuote(day)]
    return one === null || other === null || other === 0 ? null : one / other
  }

function isKnown(rateOn: RateOn, { from, to }: Days): boolean {
  for (let day = from; day <= to; day++) if (rateOn(day) !== null) return true
  return false
}

/**
 * Daily rates of a pair, oldest first. Throws 422 `INVALID_PARAMETER` for what is no currency, `INVALID_DATE_RANGE` for
 * days that are reversed and `RANGE_TOO_LARGE` for too many.
 */
export async function listExchangeRates(
  deps: RateDeps & { fx: Pick<StoredFx, 'has'>; clock: Pick<Clock, 'market'> },
  query: ExchangeRatesQuery,
): Promise<HandlerResult<ExchangeRates>> {
  const { base, quote } = query
  const today = utcDay(deps.clock.market())
  const { from, to } = daysOf(query, today)
  const last = Math.min(to, today)
  const { rateOn, source } = await ratesInto(deps, quote, { from, to: last })(base)
  if (source === null) await refuseUnknown({ base, quote }, deps.fx)
  const items: ExchangeRates['items'] = []
  for (let day = from; day <= last; day++) {
    const rate = rateOn(day)
    if (rate !== null) items.push({ date: formatDay(day), rate: roundTo(rate, RATE_DECIMALS) })
  }
  return {
    value: { base, quote, items, total: items.length },
    dataSource: items.length === 0 ? undefined : (source ?? undefined),
  }
}

/** Rates of a currency that is no longer money may be known, and then it is one on days without a rate too. */
async function refuseUnknown(
  pair: { base: string; quote: string },
  fx: Pick<StoredFx, 'has'>,
): Promise<void> {
  for (const [name, currency] of Object.entries(pair))
    if (!isMoney(wholeOf(currency) ?? currency) && !(await fx.has(currency)))
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

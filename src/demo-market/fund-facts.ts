import { addMonths } from '../kernel/time.ts'
import { anchorUsd } from './fx.ts'
import { LAST_DAY } from './timeline.ts'
import { splitBasis } from './splits.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { Dividends } from './dividends.ts'
import type { DemoReports } from './fundamentals.ts'
import type { DemoFx } from './fx.ts'
import type { Basket, DemoInstrument } from './instrument.ts'
import type { View } from './trading.ts'

/** A part of a fund. */
export interface DemoHolding {
  instrument: DemoInstrument
  /** Of the listed holdings, which add up to 1. */
  weight: number
}

/** A superset of the `FundFacts` of the fundamentals port. */
export interface DemoFund {
  /** Distributions of the last 12 months over the last close, a fraction; null for a fund that pays none. */
  distributionYield: number | null
  /** See `harmonicMean`; null for a fund without company holdings. */
  holdingsPe: number | null
  /** Largest first. */
  holdings: readonly DemoHolding[]
}

/** What a fund's facts are computed from. */
export interface FundSources {
  universe: readonly DemoInstrument[]
  dividends: Dividends
  fx: DemoFx
  view(instrument: DemoInstrument, now: Instant): View
  reportsOn(instrument: DemoInstrument, today: Day): DemoReports | null
}

/** The facts of a fund as of the view's moment; null for what is no fund and outside the simulated years. */
export function fundFacts(view: View, sources: FundSources): DemoFund | null {
  const { instrument, today, now } = view
  if (instrument.assetClass !== 'etf' || !hasTraded(view) || today > LAST_DAY) return null
  const holdings = holdingsOf(instrument.basket, sources.universe)
  const parts = holdings.map(({ instrument: holding, weight }) => ({
    weight,
    ratio: trailingPriceEarnings(sources.view(holding, now), sources),
  }))
  return {
    distributionYield: distributionYield(view, sources.dividends),
    holdingsPe: harmonicMean(parts),
    holdings,
  }
}

/** Last close over the earnings per share of the last four quarters, in one currency; null without earnings. */
function trailingPriceEarnings(view: View, sources: FundSources): number | null {
  const { instrument, today } = view
  const { fx } = sources
  if (!hasTraded(view)) return null
  const quarters = sources.reportsOn(instrument, today)?.quarterly.slice(0, 4) ?? []
  const earnings = quarters.reduce((sum, { epsDiluted }) => sum + (epsDiluted ?? 0), 0)
  const reported = fx.usdOn(quarters[0]?.currency ?? instrument.currency, today)
  const priced = fx.usdOn(instrument.currency, today)
  if (reported === null || priced === null || earnings <= 0) return null
  return (lastClose(view) * priced) / (earnings * reported)
}

/** Picks a fund's holdings from the universe and weighs them by their values at the anchor date. */
function holdingsOf(basket: Basket | null, universe: readonly DemoInstrument[]): DemoHolding[] {
  if (basket === null) return []
  const largest = universe
    .filter((instrument) => isIn(basket, instrument))
    .toSorted((one, other) => valueOf(other) - valueOf(one))
    .slice(0, basket.top)
  const weighed = largest.map((instrument) => ({ instrument, weight: weightOf(basket, instrument) }))
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  return weighed
    .map(({ instrument, weight }) => ({ instrument, weight: weight / total }))
    .toSorted((one, other) => other.weight - one.weight)
}

function isIn(
  basket: Basket,
  { ticker, mic, sector, industry, country, company, payout }: DemoInstrument,
): boolean {
  return (
    company !== null &&
    (basket.tickers?.has(ticker) ?? true) &&
    (basket.mics?.has(mic) ?? true) &&
    (basket.countries?.has(country ?? '') ?? true) &&
    (basket.sector === null || basket.sector === sector) &&
    (basket.industry === null || basket.industry === industry) &&
    basket.excludedSector !== sector &&
    (payout?.yield ?? 0) >= (basket.minYield ?? 0) &&
    company.growth >= (basket.minGrowth ?? -1) &&
    (basket.maxPriceEarnings === null ||
      (company.priceEarnings > 0 && company.priceEarnings < basket.maxPriceEarnings))
  )
}

/** Market value in US dollars at the anchor date. */
function valueOf({ price, sharesOutstanding, currency }: DemoInstrument): number {
  return price.anchor * (sharesOutstanding ?? 0) * anchorUsd(currency)
}

function weightOf(basket: Basket, instrument: DemoInstrument): number {
  if (basket.weights === 'equal') return 1
  return basket.weights === 'price' ? instrument.price.anchor : valueOf(instrument)
}

/**
 * Price/earnings of a portfolio: the weighted harmonic mean of its holdings' ratios, which is what one pays for the
 * holdings over what they earn. Holdings without positive earnings are left out, their weight too. This is how
 * Morningstar (since November 2005) and the CFA curriculum average price ratios. Null when none is left.
 */
export function harmonicMean(parts: readonly { weight: number; ratio: number | null }[]): number | null {
  let [weights, earnings] = [0, 0]
  for (const { weight, ratio } of parts) {
    if (ratio === null || !(ratio > 0)) continue
    weights += weight
    earnings += weight / ratio
  }
  return earnings === 0 ? null : weights / earnings
}

/** Distributions with an ex-date in the last 12 months over the last close, both on today's split basis. */
function distributionYield(view: View, dividends: Dividends): number | null {
  const { instrument, today } = view
  if (instrument.payout === null) return null
  const basis = splitBasis(instrument, today)
  const paid = dividends.between(instrument, addMonths(today, -12) + 1, today)
  const total = paid.reduce(
    (sum, { exDay, amount }) => sum + (amount * splitBasis(instrument, exDay)) / basis,
    0,
  )
  return total / lastClose(view)
}

/** Whether a session of it has finished. */
function hasTraded({ history }: View): boolean {
  return history.first <= history.last
}

/** Close of the last finished session, on today's split basis. */
function lastClose(view: View): number {
  const shape = view.shape(view.calendar.lastFinished(view.now))
  return view.scale(shape).price(shape.close)
}

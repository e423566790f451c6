import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, formatDay, formatInstantSeconds, utcDay } from '../../../../kernel/time.ts'
import type { AssetClass } from '../../../../market/vocabulary.ts'
import type {
  CompanyFacts,
  InstrumentSummary,
  InstrumentValuation,
  ValuationBasis,
} from '../../../../ports/instruments.ts'
import { VALUATION_NAMES, type ValuationMetric } from '../../understanding/intents/metrics.ts'
import type { Fact } from '../facts.ts'
import { overviewRecord } from '../prices/price-facts.ts'
import { count, money, nameOf, percent, price, ratio } from '../number-format.ts'

const PER_SHARE: readonly ValuationMetric[] = [
  'bookValuePerShare',
  'revenuePerShare',
  'freeCashFlowPerShare',
  'cashPerShare',
]

/** Metrics that do not depend on the price. */
const OF_NO_PRICE: ReadonlySet<ValuationMetric> = new Set(['sharesOutstanding', 'payoutRatio', ...PER_SHARE])

const IN_DOLLARS: ReadonlySet<ValuationMetric> = new Set(['marketCap', 'enterpriseValue', ...PER_SHARE])

const calledShort = (metric: ValuationMetric): string => VALUATION_NAMES[metric].replace(/ \(.*$/, '')

/** A value and its computation, which is empty when the endpoint serves the value as it is. */
interface Known {
  metric: ValuationMetric
  value: number
  workings: string
}

/**
 * The market capitalisation and price ratios of an instrument as of its price, with a note when past ones were asked for; null when none is
 * known.
 */
export function valuationFact(
  instrument: InstrumentSummary,
  valuation: InstrumentValuation,
  metrics: readonly ValuationMetric[],
  { assetClass, isOfPast }: { assetClass: AssetClass | undefined; isOfPast: boolean },
): Fact | null {
  const at = formatInstantSeconds(valuation.asOf)
  const known = metrics.flatMap((metric) => knownOf(valuation, metric) ?? [])
  const sentences = known.map(
    ({ metric, value, workings }) =>
      `The ${calledOf(metric, assetClass)} of ${nameOf(instrument)} is ${say(metric, value)}${workings}, ${OF_NO_PRICE.has(metric) ? 'as of' : 'at the price of'} ${at}.`,
  )
  if (sentences.length === 0) return null
  const amounts = known
    .filter(({ metric }) => IN_DOLLARS.has(metric))
    .map(({ metric, value }) => ({
      what: calledShort(metric),
      of: nameOf(instrument),
      value,
      currency: 'USD',
      day: utcDay(valuation.asOf),
    }))
  const needed = known.map(({ metric }) => NEEDED[metric])
  const main = needed.flat().every((place) => place === 'overview') ? 'overview' : 'fundamentals'
  const also = sentences.flatMap((sentence, at) =>
    (needed[at] ?? [])
      .filter((place) => place !== main)
      .map((place) => ({ sentence, record: recordOf(instrument, valuation, { place, text: sentence }) })),
  )
  if (isOfPast) sentences.push('What was asked of the past is not stored: this is as of now.')
  return {
    sentences,
    also,
    amounts,
    measures: known.map(({ metric, value }) => ({
      what: calledShort(metric),
      of: nameOf(instrument),
      when: '',
      value,
      unit: '',
      said: say(metric, value),
      isChange: false,
    })),
    record: recordOf(instrument, valuation, { place: main, text: sentences.join(' ') }),
  }
}

/** The endpoints that show ratios and their components. */
type Place = 'overview' | 'fundamentals' | 'dividends'

/** The endpoints that together show a ratio, or the numbers from which it is computed here. */
const NEEDED: Readonly<Record<ValuationMetric, readonly Place[]>> = {
  // Both the overview and the fundamentals have these.
  peTtm: [],
  evEbitda: [],
  marketCap: ['overview'],
  // Market capitalisation over price.
  sharesOutstanding: ['overview'],
  psTtm: ['fundamentals'],
  pb: ['fundamentals'],
  evRevenue: ['fundamentals'],
  pegRatio: ['fundamentals'],
  dividendYield: ['fundamentals'],
  enterpriseValue: ['fundamentals', 'overview'],
  bookValuePerShare: ['fundamentals', 'overview'],
  revenuePerShare: ['fundamentals', 'overview'],
  freeCashFlowPerShare: ['fundamentals', 'overview'],
  cashPerShare: ['fundamentals', 'overview'],
  earningsYield: ['fundamentals', 'overview'],
  freeCashFlowYield: ['fundamentals', 'overview'],
  payoutRatio: ['fundamentals', 'dividends'],
}

function recordOf(
  instrument: InstrumentSummary,
  { asOf, basis, simulated }: InstrumentValuation,
  { place, text }: { place: Place; text: string },
): Fact['record'] {
  if (place === 'overview') return overviewRecord(instrument, { at: asOf, simulated }, text)
  const { entityId, ticker } = instrument
  const at = formatInstantSeconds(asOf)
  const [headline, path] =
    place === 'dividends'
      ? ['Dividends', 'corporate-actions?type=cash_dividend']
      : // With all that sums of four quarters are made of.
        ['Valuation', `fundamentals${basis.hasQuarters ? '?period=quarterly' : ''}`]
  return {
    kind: 'fact',
    docId: nameId('chat-fact', 'valuation', place, entityId, at),
    headline: `${headline} ${ticker} ${at.slice(0, 10)}`,
    url: `/v1/instruments/${entityId}/${path}`,
    text,
    asOf,
    simulated,
  }
}

/** A ratio as served, or computed from served numbers; null when it is not known. */
function knownOf(valuation: InstrumentValuation, metric: ValuationMetric): Known | null {
  const { marketCap, basis } = valuation
  switch (metric) {
    case 'sharesOutstanding':
      return basis.sharesOutstanding === null
        ? null
        : { metric, value: basis.sharesOutstanding, workings: '' }
    case 'enterpriseValue':
      return enterpriseValue(valuation)
    case 'bookValuePerShare':
      return eachShare(metric, basis, { sum: basis.balance?.totalEquity, of: ofBalance(basis) })
    case 'cashPerShare':
      return eachShare(metric, basis, { sum: basis.balance?.cashAndEquivalents, of: ofBalance(basis) })
    case 'revenuePerShare':
      return eachShare(metric, basis, { sum: basis.revenueTtm })
    case 'freeCashFlowPerShare':
      return eachShare(metric, basis, { sum: basis.freeCashFlowTtm })
    case 'payoutRatio':
      return quotient(metric, basis.dividendsTtm, basis.epsTtm, { part: perShare, whole: perShare })
    case 'earningsYield':
      return quotient(metric, basis.epsTtm, basis.price, { part: perShare, whole: perShare })
    case 'freeCashFlowYield':
      // An imported market capitalisation does not depend on the price.
      return quotient(metric, basis.freeCashFlowTtm, basis.sharesOutstanding === null ? null : marketCap, {
        part: money,
        whole: money,
      })
    default: {
      const value = valuation[metric]
      return value === null ? null : { metric, value, workings: '' }
    }
  }
}

/** The newest number of shares that a company has filed, which needs no price; null when it has filed none. */
export function filedSharesFact(
  instrument: InstrumentSummary,
  facts: readonly CompanyFacts[],
  simulated: boolean,
): Fact | null {
  const newest = facts.find(({ sharesOutstanding }) => sharesOutstanding !== null)
  if (newest?.sharesOutstanding === undefined || newest.sharesOutstanding === null) return null
  const filed = formatDay(newest.filed)
  const text = `The ${VALUATION_NAMES.sharesOutstanding} of ${nameOf(instrument)} is ${count(newest.sharesOutstanding)}, of all classes, as filed on ${filed} for the period to ${formatDay(newest.end)}.`
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'filed-shares', instrument.entityId, filed),
      headline: `Shares outstanding ${instrument.ticker} ${filed}`,
      url: `/v1/instruments/${instrument.entityId}/fundamentals`,
      text,
      asOf: newest.filed * DAY_MS,
      simulated,
    },
  }
}

/** An amount over the newest number of shares, and its date. */
const eachShare = (
  metric: ValuationMetric,
  { sharesOutstanding }: ValuationBasis,
  { sum = null, of = '' }: { sum?: number | null | undefined; of?: string },
): Known | null =>
  quotient(metric, sum, sharesOutstanding, {
    part: money,
    whole: (value) => `${count(value)} shares${of}`,
  })

const perShare = (value: number): string => `USD ${price(value)}`

function enterpriseValue({ marketCap, basis }: InstrumentValuation): Known | null {
  const { enterpriseValue: value } = basis
  const { totalDebt = null, cashAndEquivalents = null } = basis.balance ?? {}
  if (value === null || marketCap === null || totalDebt === null || cashAndEquivalents === null) return null
  return {
    metric: 'enterpriseValue',
    value,
    workings: `: ${money(marketCap)} + ${money(totalDebt)} − ${money(cashAndEquivalents)}${ofBalance(basis)}`,
  }
}

const ofBalance = ({ balance }: ValuationBasis): string =>
  balance === null ? '' : ` (balance sheet of ${formatDay(balance.end)})`

/** A ratio beyond this means that the denominator is next to nothing. */
const MOST_FRACTION = 10
const FRACTIONS: ReadonlySet<ValuationMetric> = new Set(['payoutRatio', 'earningsYield', 'freeCashFlowYield'])

/** Null over zero or less. */
function quotient(
  metric: ValuationMetric,
  part: number | null,
  whole: number | null,
  said: Record<'part' | 'whole', (value: number) => string>,
): Known | null {
  if (part === null || whole === null || whole <= 0) return null
  if (FRACTIONS.has(metric) && Math.abs(part / whole) > MOST_FRACTION) return null
  return { metric, value: part / whole, workings: `: ${said.part(part)} / ${said.whole(whole)}` }
}

/** A fund's P/E is that of its holdings, since it has no earnings of its own. */
const calledOf = (metric: ValuationMetric, assetClass: AssetClass | undefined): string => {
  if (metric === 'peTtm' && assetClass === 'etf') return 'P/E (weighted over the holdings)'
  return metric === 'sharesOutstanding' && assetClass === 'crypto'
    ? 'number of coins in circulation'
    : VALUATION_NAMES[metric]
}

function say(metric: ValuationMetric, value: number): string {
  switch (metric) {
    case 'marketCap':
    case 'enterpriseValue':
      return money(value)
    case 'sharesOutstanding':
      return count(value)
    case 'bookValuePerShare':
    case 'revenuePerShare':
    case 'freeCashFlowPerShare':
    case 'cashPerShare':
      return perShare(value)
    case 'dividendYield':
    case 'payoutRatio':
    case 'earningsYield':
    case 'freeCashFlowYield':
      return percent(value)
    default:
      return ratio(value)
  }
}

import { nameId } from '../../../kernel/ids.ts'
import { DAY_MS, formatDay, formatInstantSeconds, type Instant, utcDay } from '../../../kernel/time.ts'
import type { InstrumentSummary, InstrumentValuation, PaidDividend } from '../../../ports/instruments.ts'
import { VALUATION_NAMES, type ValuationMetric } from '../understanding/metrics.ts'
import type { Fact } from './facts.ts'
import { money, percent, price } from './say.ts'

const YEAR_DAYS = 365

/** What an instrument is worth and the ratios that are asked for, as of its price; null where none of them is known. */
export function valuationFact(
  instrument: InstrumentSummary,
  valuation: InstrumentValuation,
  metrics: readonly ValuationMetric[],
): Fact | null {
  const at = formatInstantSeconds(valuation.asOf)
  const sentences = metrics.flatMap((metric) => {
    const value = valuation[metric]
    if (value === null) return []
    return [
      `The ${VALUATION_NAMES[metric]} of ${instrument.name} (${instrument.ticker}) is ${say(metric, value)}, at the price of ${at}.`,
    ]
  })
  if (sentences.length === 0) return null
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'valuation', instrument.entityId, at),
      headline: `Valuation ${instrument.ticker} ${at.slice(0, 10)}`,
      url: `/v1/instruments/${instrument.entityId}/${metrics.every(isInOverview) ? 'overview' : 'fundamentals'}`,
      text: sentences.join(' '),
      asOf: valuation.asOf,
      simulated: valuation.simulated,
    },
  }
}

const isInOverview = (metric: ValuationMetric): boolean =>
  metric === 'marketCap' || metric === 'peTtm' || metric === 'evEbitda'

function say(metric: ValuationMetric, value: number): string {
  if (metric === 'marketCap') return money(value)
  return metric === 'dividendYield' ? percent(value) : price(value)
}

/** The last cash dividend of an instrument and those of the last twelve months; null where none is known. */
export function dividendFact(
  instrument: InstrumentSummary,
  dividends: readonly PaidDividend[],
  { currency, now, simulated }: { currency: string; now: Instant; simulated: boolean },
): Fact | null {
  const last = dividends.at(-1)
  if (last === undefined) return null
  const recent = dividends.filter(({ exDay }) => exDay > utcDay(now) - YEAR_DAYS)
  const sum = recent.reduce((total, { amount }) => total + amount, 0)
  const on = formatDay(last.exDay)
  const sentences = [
    `${instrument.name} (${instrument.ticker}) last went ex-dividend on ${on}, with ${currency} ${price(last.amount)} a share.`,
    ...(recent.length < 2
      ? []
      : [
          `With it ${recent.length} dividends had their ex-date in the last twelve months, together ${currency} ${price(sum)} a share: ${recent.map(({ amount }) => price(amount)).join(' + ')}.`,
        ]),
  ]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'dividends', instrument.entityId, on),
      headline: `Dividends ${instrument.ticker} to ${on}`,
      url: `/v1/instruments/${instrument.entityId}/corporate-actions?type=cash_dividend`,
      text: sentences.join(' '),
      asOf: last.exDay * DAY_MS,
      simulated,
    },
  }
}

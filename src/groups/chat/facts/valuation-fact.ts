import { nameId } from '../../../kernel/ids.ts'
import { formatInstantSeconds } from '../../../kernel/time.ts'
import type { AssetClass } from '../../../market/vocabulary.ts'
import type { InstrumentSummary, InstrumentValuation } from '../../../ports/instruments.ts'
import { VALUATION_NAMES, type ValuationMetric } from '../understanding/metrics.ts'
import type { Fact } from './facts.ts'
import { money, nameOf, percent, ratio } from './say.ts'

/** What an instrument is worth and the ratios that are asked for, as of its price, which is said where they were asked for of the past; null where none of them is known. */
export function valuationFact(
  instrument: InstrumentSummary,
  valuation: InstrumentValuation,
  metrics: readonly ValuationMetric[],
  { assetClass, isOfPast }: { assetClass: AssetClass | undefined; isOfPast: boolean },
): Fact | null {
  const at = formatInstantSeconds(valuation.asOf)
  const known = metrics.flatMap((metric) => {
    const value = valuation[metric]
    return value === null ? [] : [{ metric, value }]
  })
  const sentences = known.map(
    ({ metric, value }) =>
      `The ${calledOf(metric, assetClass)} of ${nameOf(instrument)} is ${say(metric, value)}, at the price of ${at}.`,
  )
  if (sentences.length === 0) return null
  if (isOfPast) sentences.push('What was asked of the past is not stored: this is as of now.')
  return {
    sentences,
    measures: known.map(({ metric, value }) => ({
      what: VALUATION_NAMES[metric].replace(/ \(.*$/, ''),
      of: nameOf(instrument),
      when: '',
      value,
      unit: '',
      said: say(metric, value),
      isChange: false,
    })),
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

/** A fund has no earnings of its own: its P/E is that of what it holds. */
const calledOf = (metric: ValuationMetric, assetClass: AssetClass | undefined): string =>
  metric === 'peTtm' && assetClass === 'etf' ? 'P/E (weighted over the holdings)' : VALUATION_NAMES[metric]

const isInOverview = (metric: ValuationMetric): boolean =>
  metric === 'marketCap' || metric === 'peTtm' || metric === 'evEbitda'

function say(metric: ValuationMetric, value: number): string {
  if (metric === 'marketCap') return money(value)
  return metric === 'dividendYield' ? percent(value) : ratio(value)
}

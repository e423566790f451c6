import { nameId } from '../../../../kernel/ids.ts'
import { roundTo } from '../../../../kernel/numbers.ts'
import { type Day, DAY_MS, formatDay, type Instant } from '../../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { PortfolioOwner, PortfolioReturns } from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import { contradiction } from '../contradictions.ts'
import { MAXIMUM_DRAWDOWN, VOLATILITY } from '../prices/risk-fact.ts'
import { amount, nameOf, percent, ratio } from '../number-format.ts'
import type { Direction } from '../../understanding/intents/causes.ts'

/** Days of the longest year. */
const YEAR_DAYS = 366

/** Whose returns are reported, and against which benchmark. */
export interface ReturnsOf {
  owner: PortfolioOwner
  /** One holding; null for the whole portfolio. */
  holding: InstrumentSummary | null
  /** The benchmark of the returns; null when it is not known. */
  benchmark: InstrumentSummary | null
  /** When the benchmark's prices were looked up. */
  asOf: Instant
  simulated: boolean
  /** The direction that the question assumes; null when it assumes none. */
  direction?: Direction | null
}

/** The return of a portfolio or of one holding, the gain in money, and the return of the benchmark. */
export function portfolioReturnsFact(returns: PortfolioReturns, about: ReturnsOf): Fact {
  const { owner, holding, asOf, simulated } = about
  const [from, to] = [formatDay(returns.from), formatDay(returns.to)]
  const sentences = returns.isEmpty
    ? [`There was no money in ${holding === null ? 'your portfolio' : nameOf(holding)} ${daysOf(returns)}.`]
    : [
        returnSentence(returns, about),
        ...contradiction(returns.twr ?? 0, about.direction ?? null),
        moneySentence(returns, about),
        ...incomeSentences(returns, about),
      ]
  const againstBenchmark = benchmarkSentence(returns, about)
  if (againstBenchmark !== null) sentences.push(againstBenchmark)
  const scope = [
    ...(holding === null ? [] : [`entity_id=${holding.entityId}`]),
    ...(againstBenchmark === null ? [] : [`benchmark_entity_id=${returns.benchmark?.entityId}`]),
  ]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'returns', owner.tenantId, owner.userId, from, to, ...scope),
      headline: `Your ${holding === null ? 'portfolio' : holding.ticker} ${from} to ${to}`,
      url: `/v1/portfolio/performance?${[`from=${from}`, `to=${to}`, ...scope].join('&')}`,
      text: sentences.join(' '),
      asOf: Math.min(asOf, (returns.to + 1) * DAY_MS - 1),
      simulated,
    },
  }
}

/** Income received while a portfolio, or a part of it, was held. */
export function incomeFact(returns: PortfolioReturns, about: ReturnsOf): Fact {
  const whole = portfolioReturnsFact(returns, about)
  const sentences = [incomeSentence(returns, about), ...unconverted(returns)]
  return { sentences, record: { ...whole.record, text: sentences.join(' ') } }
}

/** Fees and taxes paid. */
export function costsFact(returns: PortfolioReturns, about: ReturnsOf): Fact {
  const whole = portfolioReturnsFact(returns, about)
  const { baseCurrency, fees, taxes } = returns
  const of = about.holding === null ? '' : ` on ${nameOf(about.holding)}`
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  // The sum of the rounded amounts, so that they add up.
  const sum = fees === 0 || taxes === 0 ? '' : `, together ${said(roundTo(fees, 2) + roundTo(taxes, 2))}`
  const sentences = [
    `The fees that you have paid${of} ${daysOf(returns)} come to ${said(fees)}, the taxes to ${said(taxes)}${sum}.`,
    ...unconverted(returns),
  ]
  return { sentences, record: { ...whole.record, text: sentences.join(' ') } }
}

/** Most months listed, the newest. */
const MOST_MONTHS = 24

/** Monthly returns, with the best and the worst month, the one asked for first. */
export function monthsFact(returns: PortfolioReturns, about: ReturnsOf, side: 'best' | 'worst'): Fact {
  const { record } = portfolioReturnsFact(returns, { ...about, benchmark: null })
  const months = returns.months.map(({ to, twr }) => ({
    twr,
    said: `${monthOf(to, returns.to)}, ${percent(twr)}`,
  }))
  const best = months.toSorted((one, other) => other.twr - one.twr)
  const [ranked, other] = side === 'best' ? [best, 'worst'] : [best.toReversed(), 'best']
  const listedMonths = months.toReversed().slice(0, MOST_MONTHS)
  const which =
    listedMonths.length < months.length ? `, the newest ${listedMonths.length} of ${months.length}` : ''
  const [first, last] = [ranked[0], ranked.at(-1)]
  const sentences =
    first === undefined || last === undefined
      ? [`What your portfolio returned by month ${daysOf(returns)} cannot be computed.`]
      : [
          `The ${side} month of your portfolio ${daysOf(returns)} was ${first.said}, time-weighted; the ${other} was ${last.said}.`,
          `By month, the newest first${which}: ${listedMonths.map(({ said }) => said).join('; ')}.`,
        ]
  const url = `${record.url}&granularity=1m`
  return {
    sentences,
    record: { ...record, docId: nameId('chat-fact', record.docId, 'months'), url, text: sentences.join(' ') },
  }
}

/** `2026-10`, with its last day if the month has not ended. */
function monthOf(to: Day, last: Day): string {
  const isWhole = to < last || formatDay(to + 1).endsWith('-01')
  return isWhole ? formatDay(to).slice(0, 7) : `${formatDay(to).slice(0, 7)} (to ${formatDay(to)})`
}

/** Net contributions: deposits less withdrawals. */
export function contributionsFact(returns: PortfolioReturns, about: ReturnsOf): Fact {
  const whole = portfolioReturnsFact(returns, about)
  const { baseCurrency, netContributions: paid } = returns
  const side = paid < 0 ? 'taken out of' : 'put into'
  const sentences = [
    `On balance ${baseCurrency} ${amount(Math.abs(paid))} was ${side} your portfolio ${daysOf(returns)}: what came in less what went out.`,
    ...unconverted(returns),
  ]
  return { sentences, record: { ...whole.record, text: sentences.join(' ') } }
}

/** A note that a sum is incomplete. */
export const unconverted = ({
  hasRates,
  baseCurrency,
}: Pick<PortfolioReturns, 'hasRates' | 'baseCurrency'>): string[] =>
  hasRates ? [] : [`What no exchange rate into ${baseCurrency} is stored for is not counted.`]

/**
 * Volatility and maximum drawdown.
 * @param withReturn Whether the return is reported as well.
 */
export function portfolioRiskFact(returns: PortfolioReturns, about: ReturnsOf, withReturn: boolean): Fact {
  const { volatility, maxDrawdown, beta } = returns
  const whole = portfolioReturnsFact(returns, about)
  const what = about.holding === null ? 'your portfolio' : `what you hold of ${nameOf(about.holding)}`
  const said = [
    ...(volatility === null
      ? []
      : [`a volatility of ${percent(volatility)} a year (the standard deviation of its daily returns)`]),
    ...(maxDrawdown === null ? [] : [`a largest fall from a high (drawdown) of ${percent(maxDrawdown)}`]),
    ...(beta === null || about.benchmark === null
      ? []
      : [`a beta of ${ratio(beta)} against ${nameOf(about.benchmark)}`]),
  ]
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  const risk =
    said.length === 0
      ? `How much ${what} varied ${daysOf(returns)} cannot be computed.`
      : `${name} had ${listed(said)} ${daysOf(returns)}.`
  const sentences = [...(withReturn ? whole.sentences : []), risk]
  // Beta comes from another endpoint, which has none for a single holding.
  const isOfBeta = beta !== null && about.benchmark !== null && about.holding === null
  const url = whole.record.url.replace('/performance?', '/risk?')
  const shown = { ...whole.record, docId: nameId('chat-fact', whole.record.docId, 'risk'), url, text: risk }
  const when = `${formatDay(returns.from)} to ${formatDay(returns.to)}`
  const measured = [
    { what: VOLATILITY, value: volatility },
    { what: MAXIMUM_DRAWDOWN, value: maxDrawdown },
  ]
  return {
    sentences,
    measures: measured.flatMap(({ what: number, value }) =>
      value === null
        ? []
        : [{ what: number, of: what, when, value, said: percent(value), unit: '', isChange: false }],
    ),
    also: isOfBeta ? [{ sentence: risk, record: shown }] : [],
    record: { ...whole.record, text: sentences.join(' ') },
  }
}

/** `a, b and c` */
const listed = (all: readonly string[]): string =>
  [all.slice(0, -1).join(', '), ...all.slice(-1)].filter((each) => each !== '').join(' and ')

const daysOf = ({ from, to }: PortfolioReturns): string =>
  from === to ? `on ${formatDay(to)}` : `from ${formatDay(from)} to ${formatDay(to)}`

function returnSentence(returns: PortfolioReturns, { holding }: ReturnsOf): string {
  const { twr, twrAnnualized, mwr } = returns
  const isLonger = returns.to - returns.from > YEAR_DAYS
  const yearly = twrAnnualized === null || !isLonger ? '' : `, which is ${percent(twrAnnualized)} a year`
  const named = holding === null ? 'your portfolio' : `what you hold of ${nameOf(holding)}`
  const weighted =
    mwr === null ? '' : `; money-weighted, which counts when money came and went, ${percent(mwr)}`
  return twr === null
    ? `What ${holding === null ? named : `is held of ${nameOf(holding)}`} returned ${daysOf(returns)}, time-weighted, cannot be computed${weighted}.`
    : `${named.charAt(0).toUpperCase()}${named.slice(1)} returned ${percent(twr)} ${daysOf(returns)}, time-weighted${yearly}${weighted}.`
}

/** The gain with its computation. */
function moneySentence(returns: PortfolioReturns, { holding }: ReturnsOf): string {
  const { baseCurrency, startValue, endValue, netContributions } = returns
  const gain = endValue - startValue - netContributions
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const [put, sign] = netContributions < 0 ? ['taken out', '+'] : ['put in', '−']
  const paid = `${said(Math.abs(netContributions))} was ${put} on balance${holding === null ? '' : ', dividends counting as taken out'}`
  const before = startValue === 0 ? '' : `${said(startValue)} before and `
  const start =
    startValue === 0 ? '' : ` − ${startValue < 0 ? `(${amount(startValue)})` : amount(startValue)}`
  const flows = netContributions === 0 ? '' : ` ${sign} ${amount(Math.abs(netContributions))}`
  return `It was worth ${before}${said(endValue)} at the end${netContributions === 0 ? '' : `, and ${paid}`}: ${amount(endValue)}${start}${flows} is a ${gain < 0 ? 'loss' : 'gain'} of ${said(Math.abs(gain))}.`
}

const incomeSentences = (returns: PortfolioReturns, about: ReturnsOf): string[] =>
  returns.income === 0 ? [] : [incomeSentence(returns, about)]

function incomeSentence(returns: PortfolioReturns, { holding }: ReturnsOf): string {
  const of = holding === null ? '' : ` of ${nameOf(holding)}`
  return `Dividends and interest${of} ${daysOf(returns)} were ${returns.baseCurrency} ${amount(returns.income)}, before tax.`
}

/** In percent, rounded as it is written. */
const inPercent = (fraction: number): number => Number((fraction * 100).toFixed(1))

/** The return of the benchmark, and the difference of the two rounded returns. */
function benchmarkSentence(
  { twr, benchmark: returned }: PortfolioReturns,
  { benchmark: name, holding }: ReturnsOf,
): string | null {
  if (returned === null || name === null || twr === null) return null
  const points = Number((inPercent(twr) - inPercent(returned.twr)).toFixed(1))
  const size = `${Math.abs(points).toFixed(1)} percentage points`
  const than = points === 0 ? 'did the same' : `did ${size} ${points < 0 ? 'worse' : 'better'}`
  return `${nameOf(name)} returned ${percent(returned.twr)} in these days, so ${holding === null ? 'your portfolio' : 'what you hold'} ${than}.`
}

import type { InstrumentSummary } from '../../../ports/instruments.ts'

/** `Apple Inc. (AAPL)`. */
export const nameOf = ({ name, ticker }: Pick<InstrumentSummary, 'name' | 'ticker'>): string =>
  `${name} (${ticker})`

/** Number format: digits grouped, a true minus sign, money exact in millions when it is whole. */
const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const MILLION = 1e6

function grouped(value: number): string {
  return GROUPED.format(value).replace('-', '−')
}

/** `14,776.35 million`, or in whole units below a million. */
export function count(value: number): string {
  return Math.abs(value) >= MILLION ? `${grouped(value / MILLION)} million` : grouped(value)
}

/** `USD 391,035 million`, or in whole units below a million. */
export const money = (value: number): string => `USD ${count(value)}`

const IN_CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** An amount of money: whole, or with two decimals. */
export function amount(value: number): string {
  const rounded = Math.round(value * 100) / 100
  // No negative zero.
  if (rounded === 0) return '0'
  return Number.isInteger(rounded) ? grouped(rounded) : IN_CENTS.format(rounded).replace('-', '−')
}

/** Precise enough to recompute a change in percent from two of them: at least five significant digits when a price has them. */
const FINE = [4, 3].map((digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }))

/** A price with at most two decimals, or more below a hundred. */
export function price(value: number): string {
  const size = Math.abs(value)
  if (size >= 100) return grouped(value)
  if (size >= 1) return (FINE[size < 10 ? 0 : 1] ?? GROUPED).format(value).replace('-', '−')
  return value
    .toPrecision(4)
    .replace(/(\.\d*?)0+(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '')
    .replace('-', '−')
}

/** A ratio with at most two decimals, or more below one. */
export const ratio = (value: number): string => (Math.abs(value) >= 1 ? grouped(value) : price(value))

/** A fraction in percent with one decimal. */
export function percent(fraction: number): string {
  return `${(fraction * 100)
    .toFixed(1)
    .replace(/^-0\.0$/, '0.0')
    .replace('-', '−')} %`
}

/** `(391,035 − 383,285) / 383,285 = 2.0 %`, in the units in which the two are written. */
export function shownChange(from: number, to: number, inMillions: boolean): string {
  const said = (value: number): string => (inMillions ? grouped(value / MILLION) : price(value))
  return `(${said(to)} − ${said(from)}) / ${said(Math.abs(from))} = ${percent((to - from) / Math.abs(from))}`
}

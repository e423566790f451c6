/** How numbers are said: digits grouped, a true minus, money exact in millions where it is whole. */
const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const MILLION = 1e6

function grouped(value: number): string {
  return GROUPED.format(value).replace('-', '−')
}

/** `USD 391,035 million`, or in whole units below a million. */
export function money(value: number): string {
  return Math.abs(value) >= MILLION ? `USD ${grouped(value / MILLION)} million` : `USD ${grouped(value)}`
}

/** A price with at most two decimals, more below one. */
export function price(value: number): string {
  if (Math.abs(value) >= 1) return grouped(value)
  return value
    .toPrecision(4)
    .replace(/(\.\d*?)0+(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '')
    .replace('-', '−')
}

/** A fraction in percent with one decimal. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1).replace('-', '−')} %`
}

/** `(391,035 − 383,285) / 383,285 = 2.0 %`, in the units in which the two are said. */
export function shownChange(from: number, to: number, inMillions: boolean): string {
  const said = (value: number): string => grouped(inMillions ? value / MILLION : value)
  return `(${said(to)} − ${said(from)}) / ${said(Math.abs(from))} = ${percent((to - from) / Math.abs(from))}`
}

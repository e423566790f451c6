/** A number in a text. */
export interface Figure {
  /** Without sign. */
  mantissa: number
  /** Including a unit such as `million`. */
  value: number
  /** Half a unit of its last digit: the rounding tolerance. */
  slack: number
  isPercent: boolean
  isBare: boolean
}

const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mn: 1e6,
  mm: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
  t: 1e12,
}
/** `391,035 million`, `2.0 %`, `2024`; at most sixty digits between separators. */
export const FIGURE =
  /(\d{1,60}(?:[.,]\d{1,60}){0,20})(?:[ \u00a0\u202f-]?(%|percent|per cent|thousand|million|billion|trillion|mn|mm|bn|tn|[kmbt])(?![\p{L}\p{N}]))?/iuy
const FIGURES = new RegExp(FIGURE.source, 'giu')
/** Tables state the unit of their numbers once. */
const IN_UNITS = /\bin (?:\w+ ){0,3}(thousands|millions|billions)\b/i
/** Small numbers are counts and not claims: those of quarters, of points in a list. */
const MOST_COUNT = 12

/** Reads a match of {@link FIGURE}. */
export function figureOf([, digits = '', unit = '']: readonly string[]): Figure {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)
    ? digits.replaceAll(',', '')
    : digits.replace(',', '.')
  const mantissa = Number.parseFloat(plain)
  const word = unit.toLowerCase()
  const scale = SCALES[word] ?? 1
  const decimals = /\.(\d+)$/.exec(plain)?.[1]?.length ?? 0
  const isPercent = word === '%' || word.startsWith('per')
  return {
    mantissa,
    value: mantissa * scale,
    slack: 0.5 * 10 ** -decimals * scale,
    isPercent,
    isBare: unit === '',
  }
}

/** The number at a position of a text; null when none begins there. */
export function figureAt(text: string, at: number): Figure | null {
  FIGURE.lastIndex = at
  const match = FIGURE.exec(text)
  return match === null ? null : figureOf(match)
}

/** The numbers of a text, for checking claims against it. */
export class FigureSet {
  private readonly values: number[]

  constructor(text: string) {
    const unit = IN_UNITS.exec(text)?.[1]?.toLowerCase().slice(0, -1)
    const scale = unit === undefined ? 1 : (SCALES[unit] ?? 1)
    const values = new Set<number>()
    for (const match of text.matchAll(FIGURES)) {
      const { mantissa, value, isBare } = figureOf(match)
      values.add(mantissa).add(value)
      if (isBare) values.add(mantissa * scale)
    }
    this.values = [...values].sort((one, other) => one - other)
  }

  /** Whether the text contains a number, at the precision stated. */
  has({ value, slack }: Figure): boolean {
    // A value halfway may be rounded either way, and binary fractions lose a little.
    const reach = slack * 1.000_001 + Math.abs(value) * 1e-12
    let [low, high] = [0, this.values.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.values[middle] ?? 0) < value - reach) low = middle + 1
      else high = middle
    }
    const next = this.values[low]
    return next !== undefined && next <= value + reach
  }
}

/** Whether a number is a count rather than a figure. */
export function isCount({ mantissa, isBare, slack }: Figure): boolean {
  return isBare && slack === 0.5 && mantissa <= MOST_COUNT
}

/**
 * Whether a number follows from two shown in the same sentence: as their sum, difference, ratio or percentage change. The unit may be
 * stated once, so that mantissas are compared as well.
 */
export function isComputed(figure: Figure, shown: readonly Figure[]): boolean {
  const follows = (one: number, other: number): boolean => {
    if (one === other || other === 0) return false
    const results = figure.isPercent
      ? [(100 * (one - other)) / other, (100 * one) / other]
      : [one - other, one + other, one / other]
    return results.some((result) => Math.abs(Math.abs(result) - figure.value) <= figure.slack * 1.000_001)
  }
  return shown.some((one) =>
    shown.some((other) => follows(one.value, other.value) || follows(one.mantissa, other.mantissa)),
  )
}

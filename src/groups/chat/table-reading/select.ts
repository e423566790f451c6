import type { Point } from './line.ts'
import { dated, type Reading } from './match.ts'
import type { Page } from './page.ts'
import { maturitiesOf, QUARTER, quartersNamed, rangeOf, timeOf, withoutDate, yearOf } from './period.ts'
import type { TableRequest } from './request.ts'

/** The first number of each year in the headings. */
export function yearPoints(points: readonly Point[]): Point[] {
  const byYears = new Map<string, Point>()
  for (const point of points) {
    const year = yearOf(point.head)
    if (year !== '' && !byYears.has(year)) byYears.set(year, point)
  }
  return [...byYears.values()]
}

/**
 * The numbers of the periods that a question names, in its order; without a period the only number. None when it is unclear which is meant.
 */
export function pointsFor(points: readonly Point[], request: TableRequest, page: Page): Point[] {
  const { years, text } = request
  const ofRanges = ofPeriods(points, request)
  if (ofRanges.length > 0) return ofRanges
  if (yearPoints(points).length === 0) {
    // A table of one period states it once, outside.
    const isSaid =
      years.length < 2 && years.every((year) => page.words.has(year) || page.words.has(`fy${year.slice(2)}`))
    if (!isSaid) return []
    const maturities = maturitiesOf(text)
    if (maturities.length > 1) return points.length === maturities.length ? [...points] : []
    const found = points.length === 1 ? points : dated(points, text)
    return found.length === 1 ? [...found] : []
  }
  if (years.length === 0) return points.length === 1 ? [...points] : []
  const found = years.map((year) => {
    const all = points.filter(({ head }) => yearOf(head) === year)
    const named = all.length > 1 ? dated(all, text) : all
    return /\brespective/i.test(text) && named.length === 2 ? [...named] : wholeOf(named).slice(0, 1)
  })
  return found.some((each) => each.length === 0) ? [] : found.flat()
}

/** The numbers to compute with: those of the named periods, or all. */
export function pointsOfAll({ points }: Reading, request: TableRequest): Point[] {
  const { years, text } = request
  const ofRanges = ofPeriods(points, request)
  if (ofRanges.length > 1) return ofRanges
  const quarters = quartersNamed(text)
  if (quarters.length > 1 && years.length < 2) {
    const named = points.filter(({ head }) => quarters.some((name) => quartersNamed(head).includes(name)))
    const found = named.filter(({ head }) => years.length === 0 || years.includes(yearOf(head)))
    return found.length === quarters.length ? found : []
  }
  const heads = yearPoints(points)
  if (heads.length < 2) {
    const found = dated(points, text)
    return found.length === 2 && (points.length > 2 || heads.length === 1) ? [...found] : []
  }
  const series = seriesOf(points, years, text)
  if (years.length === 0) return yearPoints(series)
  const found = years.flatMap((year) => {
    const all = series.filter(({ head }) => yearOf(head) === year)
    return (all.length > 1 ? [...dated(all, text)] : all).slice(0, years.length === 1 ? 2 : 1)
  })
  if (years.length > 1) return found.length === years.length ? found : []
  if (found.length === 2) return found
  const before = yearPoints(series).filter(({ head }) => yearOf(head) === String(Number(years[0]) - 1))
  return [...before, ...found]
}

/** Of a year and its quarters the year, unless a quarter is chosen; none for several quarters or dates alone. */
function wholeOf(points: readonly Point[]): readonly Point[] {
  if (points.length < 2) return points
  if (points.some(({ head }) => QUARTER.test(head))) return points.filter(({ head }) => !QUARTER.test(head))
  return new Set(points.map(({ head }) => timeOf(head))).size > 1 ? [] : points
}

/** All quarters of a year; none for fewer than two. */
export function quartersIn({ points }: Pick<Reading, 'points'>, years: readonly string[]): Point[] {
  const found = points.filter(({ head }) => QUARTER.test(head) && years.includes(yearOf(head)))
  return found.length < 2 ? [] : found
}

/**
 * Numbers under the same heading over several years: the first heading that has all. A quarter of each year does not stand for the year.
 */
function seriesOf(all: readonly Point[], years: readonly string[], text: string): readonly Point[] {
  const quarters = quartersNamed(text)
  const points = all.filter(({ head }) => {
    const own = quartersNamed(head)
    return own.length === 0 || own.some((name) => quarters.includes(name))
  })
  const byHeading = Map.groupBy(points, ({ head }) => withoutDate(head).toLowerCase())
  const wanted = years.length > 1 ? years : yearPoints(points).map(({ head }) => yearOf(head))
  const whole = [...byHeading.values()].filter((each) =>
    wanted.every((year) => each.some(({ head }) => yearOf(head) === year)),
  )
  return whole[0] ?? (years.length > 1 ? dated(points, text) : points)
}

/** For headings that are ranges of years: the named ranges, and single years next to them. */
function ofPeriods(points: readonly Point[], { years, ranges }: TableRequest): Point[] {
  const named = points.filter(({ head }) => ranges.includes(rangeOf(head)))
  if (named.length === 0) return []
  const isInside = (year: string): boolean =>
    named.some(({ head }) => {
      const [from = '', to = ''] = rangeOf(head).split('-')
      return year >= from && year <= to
    })
  const single = points.filter(
    ({ head }) => rangeOf(head) === '' && years.includes(yearOf(head)) && !isInside(yearOf(head)),
  )
  return [...single, ...named]
}

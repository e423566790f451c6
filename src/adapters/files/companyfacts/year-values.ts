import { minus, plus, type Reported, spanKey, type YearSpans } from './reported.ts'

/** A line over a fiscal year: the year itself, then its four quarters. */
export type YearValues = readonly (Reported | null)[]

/** Periods of a fiscal year: 0 is the year, 1 to 4 are its quarters. */
export const PERIODS = [0, 1, 2, 3, 4] as const
export type Period = (typeof PERIODS)[number]

/** How stretches that are not reported come about. */
export interface Derivation {
  /**
   * Per-share values do not add up over the year because the number of shares moves; for them the sum of the quarters
   * is the better approximation of what preceded the last one.
   */
  perShare: boolean
}

/**
 * The year and its quarters: as reported, else as the difference of what was reported from the year's beginning, so
 * that the fourth quarter is the year less the first nine months. Null where a part is missing.
 */
export function yearValues(spans: YearSpans, { perShare }: Derivation): YearValues {
  const reported = (from: number, to: number): Reported | null => spans.get(spanKey(from, to)) ?? null
  const first = reported(0, 1) ?? minus(reported(0, 2), reported(1, 2))
  const ends: (Reported | null)[] = [null, first]
  const quarters: (Reported | null)[] = [null, first]
  for (const to of [2, 3, 4]) {
    const before = ends[to - 1] ?? null
    const quarter = reported(to - 1, to)
    const summed = to === 4 ? null : plus(before, quarter)
    const whole = perShare ? (summed ?? reported(0, to)) : (reported(0, to) ?? summed)
    ends.push(whole)
    quarters.push(quarter ?? minus(whole, before))
  }
  return [reported(0, 4), ...quarters.slice(1)]
}

/**
 * One set of stretches of several tags for the same thing, preferred ones first. A tag that differs from those before
 * it within one filing is something else and is left out.
 */
export function synonyms(tags: readonly YearSpans[]): YearSpans {
  const merged = new Map<number, Reported>()
  for (const spans of tags) {
    const differs = [...spans].some(([span, { value, filed }]) => {
      const other = merged.get(span)
      return other !== undefined && other.filed === filed && other.value !== value
    })
    if (differs) continue
    for (const [span, reported] of spans) {
      const other = merged.get(span)
      if (other === undefined || reported.filed > other.filed) merged.set(span, reported)
    }
  }
  return merged
}

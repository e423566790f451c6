import { type Day, dayOf, fieldsOf } from '../../../../kernel/time.ts'
import { NAMED_DATES, SLASHED_DATE, WRITTEN_DATES } from './calendar-spans.ts'
import { FULL_YEAR, YEAR_AFTER, adjacentYear } from './calendar-words.ts'

/** A date or period that does not exist. */
export interface ImpossibleTime {
  /** As written. */
  said: string
  kind: 'day' | 'quarter' | 'half'
}

/** A date that can be read day first or month first. */
export interface AmbiguousDate {
  /** As written. */
  said: string
  /** The day that is assumed. */
  day: Day
}

/** No month has more days; a larger number next to a month counts something else. */
const MOST_DAYS = 31
const MONTHS_OF_YEAR = 12

/** Quarters and halves that do not exist; a year or a word for one next to it excludes models of cars. */
const NO_PARTS: ReadonlyArray<readonly [RegExp, ImpossibleTime['kind']]> = [
  [new RegExp(`\\bq(?:0|[5-9]|[1-9]\\d)(?:${YEAR_AFTER}| ?fy ?\\d{2,4}\\b)`, 'gi'), 'quarter'],
  [new RegExp(`\\b${FULL_YEAR} q(?:0|[5-9]|[1-9]\\d)\\b`, 'gi'), 'quarter'],
  [
    /\b(?:fifth|sixth|seventh|eighth|5th|6th|7th|8th) (?:fiscal |financial |calendar )?quarter (?:of|in) (?:fy ?|fiscal )?(?:19|20)\d{2}\b/gi,
    'quarter',
  ],
  [new RegExp(`\\bh(?:0|[3-9]|[1-9]\\d)${YEAR_AFTER}`, 'gi'), 'half'],
]

/** A day, quarter or half that does not exist: `2026-02-30`, `April 31`, `Q5 2024`; null for none. */
export function impossibleTime(text: string, today: Day): ImpossibleTime | null {
  for (const [dates, read] of [...WRITTEN_DATES, ...NAMED_DATES])
    for (const match of text.matchAll(dates)) {
      const { iso, date } = match.groups ?? {}
      const isCount = iso === undefined && (Number(date) < 1 || Number(date) > MOST_DAYS)
      if (!isCount && read(match, today) === null) return { said: match[0], kind: 'day' }
    }
  for (const [parts, kind] of NO_PARTS) for (const [said] of text.matchAll(parts)) return { said, kind }
  return null
}

/** The first date with slashes in which either number may be the month, read month first; null for none. */
export function ambiguousDate(text: string, today: Day): AmbiguousDate | null {
  for (const { 0: said, groups = {} } of text.matchAll(SLASHED_DATE)) {
    const [month, date] = [Number(groups['first']), Number(groups['second'])]
    const year = adjacentYear(groups, fieldsOf(today).year)
    if (year === null || month === date) continue
    const isEither = Math.min(month, date) >= 1 && Math.max(month, date) <= MONTHS_OF_YEAR
    if (isEither) return { said, day: dayOf(year, month, date) }
  }
  return null
}

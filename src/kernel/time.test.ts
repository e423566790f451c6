import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  dateOf,
  DAY_MS,
  dayOf,
  daysInMonth,
  fieldsOf,
  formatDay,
  formatInstant,
  formatInstantSeconds,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  parseDay,
  parseInstant,
  utcDay,
  weekdayOf,
  zonedDay,
  zonedInstant,
  zoneOffset,
} from './time.ts'
import { VENUES } from '../market/venue-table.ts'

const FIRST_DAY = -719_162 // 0001-01-01
const LAST_DAY = 2_932_896 // 9999-12-31
const anyDay = fc.integer({ min: FIRST_DAY, max: LAST_DAY })

/** Length of a month by the rule of the Gregorian calendar. */
function monthLength(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? Number.NaN
}

describe('days', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['2026-01-15', 20_468],
    ['0001-01-01', FIRST_DAY],
    ['9999-12-31', LAST_DAY],
  ])('%s is day %i, both ways', (text, day) => {
    expect(parseDay(text)).toBe(day)
    expect(formatDay(day)).toBe(text)
  })

  it('survive printing and parsing from the year 1 to 9999, the first century included', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(parseDay(formatDay(day))).toBe(day)
        const { year, month, date } = fieldsOf(day)
        expect(dayOf(year, month, date)).toBe(day)
      }),
    )
  })

  it('are numbered without gaps through the months of every century', () => {
    const wrong: string[] = []
    let day = FIRST_DAY
    for (let year = 1; year <= 9_999; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const right = dayOf(year, month, 1) === day && daysInMonth(year, month) === monthLength(year, month)
        if (!right) wrong.push(`${year}-${month}`)
        day += monthLength(year, month)
      }
    }
    expect(wrong).toEqual([])
    expect(day).toBe(LAST_DAY + 1)
  })

  it('count on where a month or a date lies beyond its year or month, as Date does', () => {
    const field = fc.integer({ min: -1_000, max: 1_000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), field, field, (year, month, date) => {
        expect(dayOf(year, month, date)).toBe(new Date(0).setUTCFullYear(year, month - 1, date) / DAY_MS)
      }),
    )
  })

  it('know their weekday, before 1970 too', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(weekdayOf(day)).toBe(new Date(day * DAY_MS).getUTCDay())
      }),
    )
  })

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-01-32',
    '0000-01-01',
    '24-01-01',
    '2024-1-1',
    '2024/01/01',
    '20240101',
    ' 2024-01-01',
    '2024-01-01 ',
    '2024-01-01T00:00:00Z',
    '-2024-01-01',
    '+2024-01-01',
    '２０２４-01-01',
    '',
  ])('refuse %j', (text) => {
    expect(parseDay(text)).toBeNull()
  })

  it('begin at UTC midnight', () => {
    expect([utcDay(0), utcDay(-1), utcDay(DAY_MS - 1), utcDay(DAY_MS)]).toEqual([0, -1, 0, 1])
  })
})

describe('instants', () => {
  it.each([
    ['2026-01-15T14:30:00Z', '2026-01-15T14:30:00.000Z'],
    ['2026-01-15t14:30:00z', '2026-01-15T14:30:00.000Z'],
    ['2026-01-15 14:30:00', '2026-01-15T14:30:00.000Z'],
    ['2026-01-15T14:30Z', '2026-01-15T14:30:00.000Z'],
    ['2026-01-15T14:30', '2026-01-15T14:30:00.000Z'],
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['2026-01-15T14:30:00-05:00', '2026-01-15T19:30:00.000Z'],
    ['2026-01-15T14:30:00+0530', '2026-01-15T09:00:00.000Z'],
    ['2026-01-01T00:30:00+14:00', '2025-12-31T10:30:00.000Z'],
    ['2026-01-15T14:30:00.1Z', '2026-01-15T14:30:00.100Z'],
    ['2026-01-15T14:30:00,25Z', '2026-01-15T14:30:00.250Z'],
    ['2026-01-15T14:30:00.123456789Z', '2026-01-15T14:30:00.123Z'],
    ['2026-01-15T14:30:00.999999999Z', '2026-01-15T14:30:00.999Z'],
    ['1969-12-31T23:59:59.9996Z', '1969-12-31T23:59:59.999Z'],
    ['0050-03-01T00:00:00Z', '0050-03-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(formatInstant(parseInstant(text) ?? Number.NaN)).toBe(iso)
  })

  it.each([
    '2026-01-15T24:00:00Z',
    '2026-01-15T23:60:00Z',
    '2026-01-15T23:59:60Z',
    '2026-02-30T00:00:00Z',
    '2026-01-15T14Z',
    '2026-01-15Z',
    '2026-01-15T14:30:00+16:00',
    '2026-01-15T14:30:00+05:60',
    '2026-01-15T14:30:00+05',
    '2026-01-15T14:30:00.Z',
    '2026-01-15T14:30:00.1234567890Z',
    '2026-01-15T14:30:00ZZ',
    '2026-01-15T14:30:00Z\n',
    '1768487400000',
    'now',
    '',
  ])('refuse %j', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('are what the engine makes of the same text with any offset', () => {
    const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 })
    const instant = fc.integer({ min: FIRST_DAY * DAY_MS + DAY_MS, max: LAST_DAY * DAY_MS - DAY_MS })
    fc.assert(
      fc.property(instant, minutes, (at, offset) => {
        const wall = new Date(at + offset * MINUTE_MS).toISOString().slice(0, -1)
        const size = Math.abs(offset)
        const zone = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
        const text = `${wall}${offset < 0 ? '-' : '+'}${zone.join(':')}`
        expect(parseInstant(text)).toBe(at)
        expect(parseInstant(text)).toBe(new Date(text).getTime())
      }),
    )
  })

  it('keep every millisecond of a fraction', () => {
    const wrong = Array.from({ length: 1_000 }, (_, millis) => millis).filter(
      (millis) => parseInstant(`1970-01-01T00:00:00.${String(millis).padStart(3, '0')}Z`) !== millis,
    )
    expect(wrong).toEqual([])
  })

  it('print for bars and libraries', () => {
    const at = Date.UTC(2026, 0, 15, 14, 30, 0, 123)
    expect(formatInstantSeconds(at)).toBe('2026-01-15T14:30:00Z')
    expect(dateOf(at).getTime()).toBe(at)
  })
})

describe('adding months', () => {
  it.each([
    ['2024-03-31', -1, '2024-02-29'],
    ['2023-03-31', -1, '2023-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', -48, '2020-02-29'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-12-15', 1, '2025-01-15'],
    ['2024-01-15', -1, '2023-12-15'],
    ['2024-10-31', -60, '2019-10-31'],
    ['0101-01-31', -25, '0098-12-31'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(formatDay(addMonths(parseDay(from) ?? Number.NaN, months))).toBe(to)
  })

  it('lands in the right month, on the same day of it or on its last', () => {
    const middle = fc.integer({ min: FIRST_DAY + 80_000, max: LAST_DAY - 80_000 })
    fc.assert(
      fc.property(middle, fc.integer({ min: -2_400, max: 2_400 }), (day, months) => {
        const from = fieldsOf(day)
        const to = fieldsOf(addMonths(day, months))
        expect((to.year - from.year) * 12 + to.month - from.month).toBe(months)
        expect(to.date).toBe(Math.min(from.date, monthLength(to.year, to.month)))
      }),
    )
  })
})

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'UTC',
] as const

/** A zone's offset as Intl names it (`GMT-04:30`), which is another way than the one under test. */
function offsetReader(zone: string): (at: Instant) => number {
  const names = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = names.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const match = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name)
    if (match === null) throw new Error(`offset ${name}`)
    const size = Number(match[2] ?? 0) * HOUR_MS + Number(match[3] ?? 0) * MINUTE_MS
    return match[1] === '-' ? -size : size
  }
}

const readers = new Map(ZONES.map((zone) => [zone, offsetReader(zone)]))

function intlOffset(zone: (typeof ZONES)[number], at: Instant): number {
  return readers.get(zone)?.(at) ?? Number.NaN
}

/** Every quarter of an hour of the years at which the offset of the zone becomes another one. */
function changes(zone: (typeof ZONES)[number], years: readonly number[]): Instant[] {
  return years.flatMap((year) => {
    const found: Instant[] = []
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
      if (intlOffset(zone, day) === intlOffset(zone, day + DAY_MS)) continue
      for (let at = day; at < day + DAY_MS; at += 15 * MINUTE_MS) {
        if (intlOffset(zone, at) !== intlOffset(zone, at + 15 * MINUTE_MS)) found.push(at + 15 * MINUTE_MS)
      }
    }
    return found
  })
}

const anyInstant = fc.integer({ min: Date.UTC(1980, 0, 1), max: Date.UTC(2037, 11, 31) })

describe('time zones', () => {
  it('have the offset that Intl gives them, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), anyInstant, (zone, at) => {
        expect(zoneOffset(zone, at)).toBe(intlOffset(zone, at))
        expect(zonedDay(zone, at)).toBe(utcDay(at + intlOffset(zone, at)))
      }),
      { numRuns: 400 },
    )
  })

  it('turn the wall clock of an instant back into an instant with the same wall clock', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), anyInstant, (zone, at) => {
        const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
        const wall = minute + intlOffset(zone, minute)
        const day = utcDay(wall)
        const back = zonedInstant(zone, day, (wall - day * DAY_MS) / MINUTE_MS)
        expect(back + intlOffset(zone, back)).toBe(wall)
        const nearChange = intlOffset(zone, minute - DAY_MS) !== intlOffset(zone, minute + DAY_MS)
        expect(back === minute || nearChange).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it.each(ZONES.filter((zone) => !['UTC', 'Asia/Tokyo', 'Asia/Kolkata'].includes(zone)))(
    '%s: around every change, times that exist are themselves and skipped ones keep the offset before',
    (zone) => {
      const found = changes(zone, [1985, 2007, 2011])
      expect(found.length).toBeGreaterThan(0)
      for (const change of found) {
        const before = intlOffset(zone, change - 1)
        const after = intlOffset(zone, change)
        for (
          let wall = change + before - 3 * HOUR_MS;
          wall < change + before + 3 * HOUR_MS;
          wall += 15 * MINUTE_MS
        ) {
          const got = zonedInstant(zone, 0, wall / MINUTE_MS)
          const shown = [wall - before, wall - after].filter((at) => at + intlOffset(zone, at) === wall)
          expect(shown.length === 0 ? [wall - before] : shown).toContain(got)
        }
      }
    },
  )

  it('of venues change their offset on quarters of an hour only, since 1980', () => {
    const names = new Set(VENUES.map(({ timezone }) => timezone))
    const odd = [...names].flatMap((zone) => {
      const offset = offsetReader(zone)
      const found: string[] = []
      for (let at = Date.UTC(1980, 0, 1); at < Date.UTC(2038, 0, 1); at += 10 * DAY_MS) {
        if (offset(at) === offset(at + 10 * DAY_MS)) continue
        let [before, after] = [at, at + 10 * DAY_MS]
        while (after - before > MINUTE_MS) {
          const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
          if (offset(middle) === offset(at)) before = middle
          else after = middle
        }
        if (after % (15 * MINUTE_MS) !== 0) found.push(`${zone} ${formatInstant(after)}`)
      }
      return found
    })
    expect(odd).toEqual([])
  })

  it('take minutes of the day before and after', () => {
    const day = dayOf(2026, 1, 15)
    expect(zonedInstant('America/New_York', day, -60)).toBe(Date.UTC(2026, 0, 15, 4))
    expect(zonedInstant('America/New_York', day, 1_440 + 570)).toBe(Date.UTC(2026, 0, 16, 14, 30))
  })

  it('are refused when nobody knows them', () => {
    expect(() => zoneOffset('Mars/Olympus', 0)).toThrow(RangeError)
  })
})

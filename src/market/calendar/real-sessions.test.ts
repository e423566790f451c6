import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { describeRealData, realData } from '../../../tests/support/real-data.ts'
import { dayOf, formatDay, formatInstantSeconds, parseDay, weekdayOf } from '../../kernel/time.ts'
import { calendarFor } from './index.ts'
import type { MarketCalendar } from './index.ts'

function calendar(mic: string): MarketCalendar {
  const found = calendarFor(mic)
  if (found === null) throw new Error(`no calendar ${mic}`)
  return found
}

/** Rows `date,open,close,break_start,break_end` as exchange_calendars writes them. */
function recordedSessions(mic: string): string[] {
  const file = gunzipSync(readFileSync(realData('calendars', `${mic.toLowerCase()}.csv.gz`)))
  return file.toString('utf8').trim().split(/\r?\n/).slice(1)
}

describeRealData('sessions against recorded ones', () => {
  it.each([
    ['XNYS', 8324],
    ['XLON', 8515],
  ])('%s has exactly the recorded sessions, each opening and closing to the second', (mic, rows) => {
    const recorded = recordedSessions(mic)
    expect(recorded).toHaveLength(rows)
    const dates = recorded.map((row) => parseDay(row.slice(0, 10)) ?? NaN)
    const [first = NaN, last = NaN] = [dates[0], dates.at(-1)]
    const computed = calendar(mic).sessions(first, last)
    const asRows = computed.map((session) =>
      [
        `${formatDay(session.day)}T00:00:00Z`,
        formatInstantSeconds(session.open),
        formatInstantSeconds(session.close),
        session.breakStart ?? '',
        session.breakEnd ?? '',
      ].join(','),
    )
    expect(asRows).toEqual(recorded)
  })

  it.each(['XNYS', 'XLON'])('%s names every weekday that has no recorded session', (mic) => {
    const recorded = new Set(recordedSessions(mic).map((row) => row.slice(0, 10)))
    const [first = '', last = ''] = [[...recorded][0], [...recorded].at(-1)]
    for (let day = parseDay(first) ?? NaN; day <= (parseDay(last) ?? NaN); day++) {
      const isOpen = recorded.has(formatDay(day))
      const isWeekend = weekdayOf(day) === 0 || weekdayOf(day) === 6
      expect([formatDay(day), calendar(mic).closureName(day) === null]).toEqual([
        formatDay(day),
        isOpen || isWeekend,
      ])
    }
  })

  it('XNYS keeps the holidays and early closes that Lean lists for 2020 to 2026', () => {
    const lean: { holidays: string[]; early_close_1300_ET: string[] } = JSON.parse(
      readFileSync(realData('calendars', 'nyse_2020_2026_from_lean.json'), 'utf8'),
    )
    const nyse = calendar('XNYS')
    const closed: string[] = []
    for (let day = dayOf(2020, 1, 1); day <= dayOf(2026, 12, 31); day++) {
      if (nyse.closureName(day) !== null) closed.push(formatDay(day))
    }
    // Lean also lists New Year's Day of 2022, a Saturday.
    expect(closed).toEqual(lean.holidays.filter((date) => date !== '2022-01-01'))
    expect(nyse.sessionOn(dayOf(2022, 1, 1))).toBeNull()

    const early = nyse
      .sessions(dayOf(2020, 1, 1), dayOf(2026, 12, 31))
      .filter((session) => session.kind === 'early_close')
    expect(early.map((session) => formatDay(session.day))).toEqual(lean.early_close_1300_ET)
    for (const session of early) expect((session.close - session.open) / 3_600_000).toBe(3.5)
  })
})

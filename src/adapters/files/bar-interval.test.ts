import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../tests/support/real-data.ts'
import { DAY_MS, dayOf, formatDay, formatInstantSeconds, MINUTE_MS, weekdayOf } from '../../kernel/time.ts'
import type { Interval } from '../../market/vocabulary.ts'
import { measureInterval, rowTimeOf } from './bar-interval.ts'

interface Asked {
  asked?: Interval
  dated?: boolean
}

function measured(texts: readonly string[], { asked, dated = false }: Asked = {}): string {
  const times = texts.map(rowTimeOf).filter((time) => time !== null)
  const found = measureInterval(times, asked ?? null, dated)
  return 'fault' in found ? found.fault : found.interval
}

/** Rows of working days from 9 March 2026 on, each `step` minutes, from and to a minute of the day. */
function sessions(step: number, { days = 10, from = 570, to = 960, zone = 'Z' } = {}): string[] {
  const rows: string[] = []
  for (let day = dayOf(2026, 3, 9); rows.length < (days * (to - from)) / step; day++) {
    if (weekdayOf(day) % 6 === 0) continue
    for (let minute = from; minute < to; minute += step) {
      rows.push(formatInstantSeconds(day * DAY_MS + minute * MINUTE_MS).replace('Z', zone))
    }
  }
  return rows
}

/** Every n-th of the working days from 2 January 2024 on. */
function days(count: number, apart: number, suffix = ''): string[] {
  return Array.from({ length: count }, (_, i) => formatDay(dayOf(2024, 1, 2) + i * apart) + suffix)
}

const workdays = (count: number, suffix = ''): string[] =>
  days(count * 2, 1, suffix)
    .filter((text) => weekdayOf(rowTimeOf(text)?.day ?? 0) % 6 !== 0)
    .slice(0, count)

/** About a share of the rows, always the same. */
const some = <T>(rows: readonly T[], share: number): T[] =>
  rows.filter((_, i) => ((i + 1) * 0.618_034) % 1 < share)

const ONLY = 'and only bars of 1min, 5min and 1d are stored'

describe('rows within sessions', () => {
  it.each([
    [1, '1min'],
    [5, '5min'],
    [2, `its rows are 2 minutes apart, ${ONLY}.`],
    [10, `its rows are 10 minutes apart, ${ONLY}.`],
    [15, `its rows are 15 minutes apart, ${ONLY}.`],
    [30, `its rows are 30 minutes apart, ${ONLY}.`],
    [60, `its rows are an hour apart, ${ONLY}.`],
  ])('of %i minutes', (step, outcome) => {
    expect(measured(sessions(step))).toBe(outcome)
    expect(measured(sessions(step, { zone: '-04:00' }), { dated: true })).toBe(outcome)
    expect(measured(some(sessions(step, { days: 30 }), 0.6))).toBe(outcome)
    expect(measured(sessions(step).toReversed())).toBe(outcome)
  })

  it('around a lunch break and over the change of clocks', () => {
    const tokyo = [...sessions(60, { from: 540, to: 700 }), ...sessions(60, { from: 750, to: 900 })]
    expect(measured(tokyo)).toBe(`its rows are an hour apart, ${ONLY}.`)
    const march = sessions(5, { days: 3, zone: '-05:00' })
    const april = sessions(5, { days: 3, zone: '-04:00' }).map((text) => text.replace('2026-03', '2026-04'))
    expect(measured([...march, ...april])).toBe('5min')
  })

  it('with an unfinished bar at the end, or one that is off', () => {
    expect(measured([...sessions(5), '2026-03-23T13:33:07Z'])).toBe('5min')
    expect(measured([...sessions(15), '2026-03-23T13:31:00Z'])).toBe(
      `its rows are 15 minutes apart, ${ONLY}.`,
    )
  })

  it('round the clock', () => {
    const rows = sessions(240, { from: 0, to: 1_440 })
    expect(measured(rows)).toBe(`its rows are 4 hours apart, ${ONLY}.`)
  })

  it('that begin off their grid', () => {
    const off = sessions(5, { from: 571, to: 900 })
    expect(measured(off)).toBe('its rows are 5 minutes apart and do not begin on whole bars of 5min.')
  })

  it.each([
    ['1min', 5, '5 minutes'],
    ['5min', 1, 'a minute'],
    ['5min', 15, '15 minutes'],
    ['1min', 60, 'an hour'],
    ['1d', 5, '5 minutes'],
    ['1d', 60, 'an hour'],
  ] as const)('contradict --interval %s when they are %i minutes apart', (asked, step, text) => {
    expect(measured(sessions(step), { asked })).toBe(
      `--interval ${asked} contradicts its rows, which are ${text} apart.`,
    )
  })

  it('that are few leave it to what was asked, unless bars would lie between them', () => {
    const three = sessions(15).slice(0, 3)
    expect(measured(three)).toBe(
      `its rows are 15 minutes apart, ${ONLY}; where bars between them are missing, name theirs with --interval.`,
    )
    expect(measured(three, { asked: '5min' })).toBe('5min')
    expect(measured(three, { asked: '1min' })).toBe('1min')
    expect(measured(sessions(1).slice(0, 3), { asked: '5min' })).toBe(
      '--interval 5min contradicts its rows, which are a minute apart.',
    )
  })
})

describe('rows of days', () => {
  it.each([
    ['a date alone', workdays(300)],
    ['midnight of New York', workdays(300, ' 00:00:00-05:00')],
    ['midnight of Tokyo', workdays(300, 'T00:00:00+09:00')],
    ['midnight of New York in UTC', [...workdays(40, 'T05:00:00Z'), ...workdays(80, 'T04:00:00Z').slice(40)]],
    ['the close', workdays(300, 'T21:00:00Z')],
    ['every day', days(300, 1, 'T00:00:00Z')],
    ['some days', some(workdays(600), 0.4)],
    ['two days', days(2, 7)],
    [
      'midnight, and the day’s unfinished bar',
      [...workdays(20, ' 00:00:00-05:00'), '2024-01-29 15:59:33-05:00'],
    ],
  ])('as %s are daily, whatever the column is called', (_, rows) => {
    for (const dated of [true, false]) expect(measured(rows, { dated })).toBe('1d')
    expect(measured(rows, { dated: true, asked: '1d' })).toBe('1d')
  })

  it.each([
    ['a week', days(30, 7)],
    ['a week', [...days(30, 7, ' 00:00:00+00:00'), formatDay(dayOf(2024, 1, 2) + 29 * 7 + 2)]],
    [
      'a month',
      Array.from({ length: 24 }, (_, i) => formatDay(dayOf(2020 + Math.floor(i / 12), (i % 12) + 1, 1))),
    ],
    [
      'a quarter',
      Array.from({ length: 12 }, (_, i) => formatDay(dayOf(2020 + Math.floor(i / 4), (i % 4) * 3 + 1, 1))),
    ],
    ['a year', Array.from({ length: 12 }, (_, i) => `${2000 + i}-12-31`)],
  ])('that are %s apart are refused', (text, rows) => {
    expect(measured(rows, { dated: true })).toBe(`its rows are ${text} apart, ${ONLY}.`)
    expect(measured(rows, { dated: true, asked: '1d' })).toBe(
      `--interval 1d contradicts its rows, which are ${text} apart.`,
    )
  })

  it('contradict an interval within the day', () => {
    expect(measured(workdays(30), { asked: '5min', dated: true })).toBe(
      '--interval 5min contradicts its rows, which are a day apart.',
    )
    expect(measured(workdays(2), { asked: '1min' })).toContain('contradicts')
  })

  it('that do not tell ask for the interval', () => {
    const rows = ['2026-03-09T13:30:00Z', '2026-03-10T17:05:00Z', '2026-03-11T19:45:00Z']
    expect(measured(rows)).toContain('name it with --interval')
    expect(measured(rows, { asked: '5min' })).toBe('5min')
  })

  it('of which there is one are what their time and their column say', () => {
    expect(measured(['2026-01-15T14:30:00Z'])).toBe('1min')
    expect(measured(['2022-01-03 00:00:00+08:00'])).toBe('1d')
    expect(measured(['2026-01-15'], { dated: true })).toBe('1d')
    expect(measured([], { dated: true })).toBe('1d')
    expect(measured([])).toBe('1min')
  })
})

describeRealData('the interval of real files', () => {
  const folder = realData('prices', 'yfinance-repair')
  const outcomes: Record<string, string> = {
    '1d': '1d',
    '15m': `its rows are 15 minutes apart, ${ONLY}.`,
    '1h': `its rows are an hour apart, ${ONLY}.`,
    '1wk': `its rows are a week apart, ${ONLY}.`,
  }
  const timesOf = (path: string): string[] =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')

  it('is the one in the name of each file of yfinance, whatever its column is called', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.csv'))
    expect(files.length).toBeGreaterThan(75)
    for (const name of files) {
      const written = /-(1d|15m|1h|1wk)-/.exec(name)?.[1] ?? ''
      const outcome = [true, false].map((dated) =>
        measured(timesOf(realData('prices', 'yfinance-repair', name)), { dated }),
      )
      expect([name, ...outcome]).toEqual([name, outcomes[written], outcomes[written]])
    }
  })

  it('is a day in every file of Yahoo’s', () => {
    for (const name of readdirSync(realData('prices', 'yahoo-csv'))) {
      if (!name.endsWith('.csv')) continue
      expect([name, measured(timesOf(realData('prices', 'yahoo-csv', name)))]).toEqual([name, '1d'])
    }
  })
})

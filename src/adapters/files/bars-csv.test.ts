import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../tests/support/real-data.ts'
import { temporaryFiles } from '../../../tests/support/temporary.ts'
import { formatDay, formatInstantSeconds, utcDay } from '../../kernel/time.ts'
import type { Interval } from '../../market/vocabulary.ts'
import { readBars } from './bars-csv.ts'
import { type Rejection, UnreadableFile } from './csv.ts'

const write = temporaryFiles()

async function read(content: string | Uint8Array, asked: Interval | null = null) {
  const rejected: Rejection[] = []
  const file = await readBars(write(content), asked, (each) => rejected.push(each))
  const rows = Array.from(file.bars.at, (at, index) => [
    file.interval === '1d' ? formatDay(utcDay(at)) : formatInstantSeconds(at),
    ...[
      file.bars.open,
      file.bars.high,
      file.bars.low,
      file.bars.close,
      file.bars.adjustedClose,
      file.bars.volume,
    ].map((column) => column[index]),
  ])
  return { ...file, rows, rejected, lines: rejected.map(({ line }) => line) }
}

const DAILY = 'Date,Open,High,Low,Close,Adj Close,Volume\n'
const INTRADAY = 'timestamp,open,high,low,close,volume\n'
const minute = (clock: string): string => `2026-01-15T${clock}:00Z,10,11,9,10.5,100\n`

describe('daily bars', () => {
  it('are read with their adjusted close, ascending whatever the order of the file', async () => {
    const {
      rows,
      interval,
      read: count,
    } = await read(`${DAILY}2026-01-16,2,3,1,2.5,2.25,200\n2026-01-15,1,2,0.5,1.5,1.25,100\n`)
    expect(rows).toEqual([
      ['2026-01-15', 1, 2, 0.5, 1.5, 1.25, 100],
      ['2026-01-16', 2, 3, 1, 2.5, 2.25, 200],
    ])
    expect([interval, count]).toEqual(['1d', 2])
  })

  it.each(['Adj Close', 'adj_close', 'ADJUSTED_CLOSE'])(
    'know %s in any column, and ignore the ones they do not know',
    async (name) => {
      const { rows } = await read(
        `dividends,volume,close,${name},low,high,open,DATE,note\n0,9,1.5,1.25,1,2,1,2026-01-15,hello\n`,
      )
      expect(rows).toEqual([['2026-01-15', 1, 2, 1, 1.5, 1.25, 9]])
    },
  )

  it('have the close for their adjusted close where the file has none', async () => {
    expect((await read('date,open,high,low,close,volume\n2026-01-15,1,2,1,1.5,9\n')).rows).toEqual([
      ['2026-01-15', 1, 2, 1, 1.5, 1.5, 9],
    ])
  })

  it('may carry a time after their date, which says nothing', async () => {
    const { rows } = await read(`${DAILY}2026-01-15 00:00:00-05:00,1,2,1,1.5,1.5,9\n`)
    expect(rows[0]?.[0]).toBe('2026-01-15')
  })

  it('are read with blanks around the cells and every way of writing a decimal', async () => {
    const { rows } = await read(`${DAILY} 2026-01-15 , +1.0 ,2.,.5, 15e-1 ,1.25E0,1e3\n`)
    expect(rows).toEqual([['2026-01-15', 1, 2, 0.5, 1.5, 1.25, 1_000]])
  })

  it('are asked for in a file of timestamps', async () => {
    const { rows, interval } = await read(`${INTRADAY}2026-01-15T00:00:00Z,1,2,1,1.5,9\n`, '1d')
    expect([interval, rows[0]?.[0]]).toEqual(['1d', '2026-01-15'])
  })
})

describe('intraday bars', () => {
  it('are told by the column timestamp and stand at their instant, whatever its offset', async () => {
    const { rows, interval } = await read(
      `${INTRADAY}2026-01-15T09:31:00-05:00,10,11,9,10.5,1\n2026-01-15 14:30:00,10,11,9,10.5,2\n`,
    )
    expect(interval).toBe('1min')
    expect(rows.map(([at]) => at)).toEqual(['2026-01-15T14:30:00Z', '2026-01-15T14:31:00Z'])
  })

  it('are of five minutes when all of them stand on a multiple of five, and of one when any does not', async () => {
    expect((await read(INTRADAY + ['14:30', '14:35', '15:00'].map(minute).join(''))).interval).toBe('5min')
    expect((await read(INTRADAY + ['14:30', '14:35', '15:01'].map(minute).join(''))).interval).toBe('1min')
    expect((await read(INTRADAY + minute('14:30'))).interval).toBe('1min')
  })

  it('are what is asked for, whatever they look like', async () => {
    expect((await read(INTRADAY + ['14:30', '14:35'].map(minute).join(''), '1min')).interval).toBe('1min')
    const { rows, interval } = await read(
      'date,open,high,low,close,volume\n2026-01-15T14:30:00Z,1,2,1,1,1\n',
      '5min',
    )
    expect([interval, rows[0]?.[0]]).toEqual(['5min', '2026-01-15T14:30:00Z'])
  })

  it('must stand on a whole minute', async () => {
    const { rows, rejected } = await read(
      `${INTRADAY}2026-01-15T14:30:30Z,1,2,1,1,1\n2026-01-15T14:30:00.5Z,1,2,1,1,1\n`,
    )
    expect(rows).toEqual([])
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('whole minute'),
      expect.stringContaining('whole minute'),
    ])
  })
})

describe('a row that is no bar', () => {
  it.each([
    ['null for everything', '2026-01-15,null,null,null,null,null,null', 'open'],
    ['an empty price', '2026-01-15,,2,1,1,1,1', 'open'],
    ['a price in hexadecimal', '2026-01-15,0x1,2,1,1,1,1', 'open'],
    ['a price in words', '2026-01-15,1,2,1,1 USD,1,1', 'close'],
    ['a decimal comma', '2026-01-15,1,2,1,"1,5",1,1', 'close'],
    ['separated thousands', '2026-01-15,1,"2,000",1,1,1,1', 'high'],
    ['a price of nothing', '2026-01-15,1,2,0,1,1,1', 'low'],
    ['a negative price', '2026-01-15,1,2,-1,1,1,1', 'low'],
    ['a price beyond all numbers', '2026-01-15,1,1e999,1,1,1,1', 'high'],
    ['NaN', '2026-01-15,1,NaN,1,1,1,1', 'high'],
    ['Infinity', '2026-01-15,1,Infinity,1,1,1,1', 'high'],
    ['an adjusted close of null', '2026-01-15,1,2,1,1,null,1', 'adj close'],
    ['no volume', '2026-01-15,1,2,1,1,1', 'volume'],
    ['a negative volume', '2026-01-15,1,2,1,1,1,-1', 'volume'],
    ['a high below its low', '2026-01-15,1.5,1,2,1.5,1,1', 'high 1 is below low 2'],
    ['an open above its high', '2026-01-15,2.1,2,1,1.5,1,1', 'open 2.1'],
    ['a close below its low', '2026-01-15,1.5,2,1,0.9,1,1', 'close 0.9'],
    ['no date', ',1,2,1,1,1,1', 'is no date'],
    ['a date that never was', '2026-02-30,1,2,1,1,1,1', '"2026-02-30" is no date'],
    ['a date in another order', '15/01/2026,1,2,1,1,1,1', '"15/01/2026" is no date'],
    ['a very long date', `${'9'.repeat(500)},1,2,1,1,1,1`, `"${'9'.repeat(40)}" is no date`],
  ])('with %s is left out and reported with its line', async (_, row, reason) => {
    const good = '2026-01-14,1,2,1,1.5,1.5,9\n'
    const { rows, rejected, read: count } = await read(`${DAILY}${good}${row}\n`)
    expect(rejected).toEqual([{ line: 3, reason: expect.stringContaining(reason) }])
    expect([rows.length, count]).toEqual([1, 2])
  })

  it('for an instant that another row has too is the earlier one', async () => {
    const row = (close: number): string => `2026-01-15,1,9,1,${close},1,1\n`
    const { rows, rejected, read: count } = await read(DAILY + row(2) + row(3) + row(4))
    expect(rows).toEqual([['2026-01-15', 1, 9, 1, 4, 1, 1]])
    expect(rejected).toEqual([
      { line: 2, reason: 'line 3 has the same time' },
      { line: 3, reason: 'line 4 has the same time' },
    ])
    expect(count).toBe(3)
  })

  it('counts as read also when it is not even CSV', async () => {
    const { read: count, lines } = await read(
      `${DAILY}2026-01-15,1,2,1,1,1,1,too,many\n2026-01-16,1,2,1,1,1,1\n`,
    )
    expect([count, lines]).toEqual([2, [2]])
  })

  it('may miss its range by the last decimal of a rounded file', async () => {
    const { rows } = await read(`${DAILY}2026-01-15,100.00001,100,99,99,99,1\n`)
    expect(rows).toHaveLength(1)
  })
})

describe('a file without bars', () => {
  it('has none where only its header is there, and all of them were rejected where they were', async () => {
    expect(await read(DAILY)).toMatchObject({ interval: '1d', rows: [], read: 0, rejected: [] })
    expect(await read(`${DAILY}x,1,2,1,1,1,1\n`)).toMatchObject({
      interval: '1d',
      rows: [],
      read: 1,
      lines: [2],
    })
  })

  it.each([
    ['prices', 'date,open,volume\n', 'no column high, low, close'],
    ['a time', 'day,open,high,low,close,volume\n2026-01-15,1,2,1,1,1\n', 'no column date or timestamp'],
  ])('because it lacks %s is refused', async (_, content, why) => {
    await expect(read(content)).rejects.toThrow(UnreadableFile)
    await expect(read(content)).rejects.toThrow(why)
  })
})

describeRealData('bars of Yahoo’s files', () => {
  it.each(['AAPL', 'GOOG', 'TSM'])('%s: every line is a bar, to the digit', async (ticker) => {
    const text = readFileSync(realData('prices', 'yahoo-csv', `${ticker}.csv`), 'utf8')
    const expected = text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','))
      .map(([date, ...numbers]) => [date, ...numbers.map(Number)])
    const { rows, rejected } = await read(gzipSync(text))
    expect(rejected).toEqual([])
    expect(rows).toEqual(expected)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LAST_DAY } from '../../../kernel/domain-range.ts'
import { formatDay, formatInstant, parseDay, parseInstant } from '../../../kernel/time.ts'
import { UnreadableFile } from '../csv.ts'
import { type LeanRejection, type LeanSecurity, readLeanFolder } from './index.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lean-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Writes a file below `equity/usa`. */
function put(path: string, content: string | Uint8Array): void {
  const file = join(root, 'Data/equity/usa', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function zip(entries: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])))
}

const day = (text: string): number => parseDay(text) ?? Number.NaN
const instant = (text: string): number => parseInstant(text) ?? Number.NaN

async function read(
  ticker: string | null = null,
  folder = root,
): Promise<{ securities: LeanSecurity[]; rejected: string[] }> {
  const rejected: LeanRejection[] = []
  const securities: LeanSecurity[] = []
  const options = {
    ticker,
    newest: LAST_DAY,
    onRejected: (rejection: LeanRejection) => rejected.push(rejection),
  }
  for await (const security of readLeanFolder(folder, options)) securities.push(security)
  const inside = join(root, 'Data/equity/usa').length + 1
  return {
    securities,
    rejected: rejected.map(({ file, line, reason }) => `${file.slice(inside)}:${line} ${reason}`),
  }
}

const BAR = '100000,110000,90000,105000,700'

describe('readLeanFolder', () => {
  test('reads prices in ten-thousandths of a dollar, and a daily bar stands at its date', async () => {
    put('daily/xyz.zip', zip({ 'xyz.csv': '20140605 00:00,1234500,1240000,1230001,1239999,1500\n' }))
    const { securities, rejected } = await read()
    expect(rejected).toEqual([])
    expect(securities).toHaveLength(1)
    const [xyz] = securities
    expect(xyz?.ticker).toBe('XYZ')
    expect(xyz?.daily).toEqual({
      at: Float64Array.of(instant('2014-06-05T00:00:00Z')),
      open: Float64Array.of(123.45),
      high: Float64Array.of(124),
      low: Float64Array.of(123.0001),
      close: Float64Array.of(123.9999),
      volume: Float64Array.of(1500),
      adjustedClose: Float64Array.of(123.9999),
    })
    expect(xyz).toMatchObject({
      adjusted: false,
      minute: null,
      quote: null,
      mic: 'XXXX',
      exchange: 'Unknown',
    })
  })

  test('is found from its own folder and from every folder around it', async () => {
    put('daily/xyz.zip', zip({ 'xyz.csv': `20140605 00:00,${BAR}` }))
    for (const folder of [
      root,
      join(root, 'Data'),
      join(root, 'Data/equity'),
      join(root, 'Data/equity/usa/'),
    ]) {
      expect((await read(null, folder)).securities).toHaveLength(1)
    }
  })

  test('says in a sentence that a folder is absent or holds no Lean data', async () => {
    await expect(read(null, join(root, 'nowhere'))).rejects.toThrow(UnreadableFile)
    await expect(read(null, join(root, 'nowhere'))).rejects.toThrow('there is no such folder.')
    await expect(read(null, root)).rejects.toThrow(`${root}: it contains no folder equity/usa of Lean data.`)
  })

  test('joins the hours of a session where there is no daily file', async () => {
    const hours = [
      '20140605 09:00,100000,120000,90000,110000,5',
      '20140605 15:00,110000,115000,80000,100000,7',
      '20140606 09:00,100000,100000,100000,100000,1',
    ]
    put('hour/xyz.zip', zip({ 'xyz/xyz.csv': hours.join('\n') }))
    const { securities, rejected } = await read()
    expect(rejected).toEqual([])
    const daily = securities[0]?.daily
    expect([...(daily?.open ?? [])]).toEqual([10, 10])
    expect([...(daily?.high ?? [])]).toEqual([12, 10])
    expect([...(daily?.low ?? [])]).toEqual([8, 10])
    expect([...(daily?.close ?? [])]).toEqual([10, 10])
    expect([...(daily?.volume ?? [])]).toEqual([12, 1])
  })

  test('counts minutes from midnight in New York, in winter and in summer', async () => {
    const row = `34200000,${BAR}`
    put('minute/xyz/20140107_trade.zip', zip({ '20140107_xyz_minute_trade.csv': row }))
    put('minute/xyz/20140707_trade.zip', zip({ '20140707_xyz_minute_trade.csv': row }))
    const { securities } = await read()
    expect([...(securities[0]?.minute?.at ?? [])].map(formatInstant)).toEqual([
      '2014-01-07T14:30:00.000Z',
      '2014-07-07T13:30:00.000Z',
    ])
  })

  test('takes the last quote of the newest day that has one', async () => {
    const rows = [
      '34200000,990000,991000,989000,990500,300,992000,993000,991500,992500,400',
      '34260000,990000,991000,989000,990700,500,,,,,',
      'x,990000,991000,989000,990500,300,992000,993000,991500,992500,400',
      '34320000,,,,,,,,,,',
      '34380000,1,2,3',
      '34440000,990000,991000,989000,-1,300,992000,993000,991500,992500,400',
    ]
    put('minute/xyz/20140106_quote.zip', zip({ '20140106_xyz_minute_quote.csv': rows[0] ?? '' }))
    put('minute/xyz/20140107_quote.zip', zip({ '20140107_xyz_minute_quote.csv': rows.join('\n') }))
    put('minute/xyz/20140108_quote.zip', zip({ '20140108_xyz_minute_quote.csv': '' }))
    const { securities, rejected } = await read()
    expect(securities[0]?.quote).toEqual({
      bid: 99.07,
      ask: null,
      bidSize: 500,
      askSize: null,
      at: instant('2014-01-07T14:32:00Z'),
    })
    expect(rejected).toEqual([
      'minute/xyz/20140108_quote.zip:0 20140108_xyz_minute_quote.csv is empty',
      'minute/xyz/20140107_quote.zip:3 "x" is not a whole minute in milliseconds since midnight',
      'minute/xyz/20140107_quote.zip:4 neither side has a price',
      'minute/xyz/20140107_quote.zip:5 the row has 4 cells instead of 11',
      'minute/xyz/20140107_quote.zip:6 the prices and sizes must be numbers that are not negative',
    ])
  })
})

describe('renames', () => {
  test('a ticker’s data belong to the security that had the ticker on the day', async () => {
    put('map_files/bac.csv', '19980102,nb,N\n19980930,nb,N\n20501231,bac,N')
    put('daily/nb.zip', zip({ 'nb.csv': `19980929 00:00,${BAR}\n19980930 00:00,${BAR}` }))
    put('daily/bac.zip', zip({ 'bac.csv': `19980930 00:00,${BAR}\n19981001 00:00,${BAR}` }))
    const { securities, rejected } = await read()
    expect(securities).toHaveLength(1)
    const [bac] = securities
    expect(bac).toMatchObject({
      ticker: 'BAC',
      exchangeCode: 'N',
      exchange: 'NYSE',
      mic: 'XNYS',
      delistedOn: null,
    })
    expect(bac?.previousTickers).toEqual([{ ticker: 'NB', from: day('1998-01-02'), to: day('1998-09-30') }])
    expect([...(bac?.daily?.at ?? [])].map((at) => formatInstant(at).slice(0, 10))).toEqual([
      '1998-09-29',
      '1998-09-30',
      '1998-10-01',
    ])
    expect(rejected).toEqual(['daily/bac.zip:1 no map file says which security was BAC on 1998-09-30'])
  })

  test('one file serves two securities, and a ticker used twice is two of them', async () => {
    put('map_files/goog.csv', '20140327,goocv,Q\n20140402,goocv,Q\n20501231,goog,Q')
    put('map_files/googl.csv', '20040819,goog,Q\n20140402,goog,Q\n20501231,googl,Q')
    put('map_files/goog.1.csv', '19990929,goog\n20030328,goog')
    const dates = ['20030328', '20140402', '20140403']
    put('daily/goog.zip', zip({ 'goog.csv': dates.map((date) => `${date} 00:00,${BAR}`).join('\n') }))
    const { securities, rejected } = await read()
    expect(rejected).toEqual([])
    expect(
      securities.map(({ ticker, exchangeCode, daily, delistedOn }) => [
        ticker,
        exchangeCode,
        formatInstant(daily?.at[0] ?? 0).slice(0, 10),
        delistedOn === null ? null : formatDay(delistedOn),
      ]),
    ).toEqual([
      ['GOOG', null, '2003-03-28', '2003-03-28'],
      ['GOOG', 'Q', '2014-04-03', null],
      ['GOOGL', 'Q', '2014-04-02', null],
    ])
    expect((await read('googl')).securities.map(({ ticker }) => ticker)).toEqual(['GOOGL'])
  })

  test('a ticker that returns to a security is no previous one', async () => {
    put('map_files/spwr.csv', '20051117,spwr,Q\n20080929,spwr,Q\n20111116,spwra,Q\n20501231,spwr,Q')
    put('daily/spwra.zip', zip({ 'spwra.csv': `20100104 00:00,${BAR}` }))
    const { securities } = await read()
    expect(securities[0]?.previousTickers).toEqual([
      { ticker: 'SPWRA', from: day('2008-09-30'), to: day('2011-11-16') },
    ])
  })

  test('a ticker without a map file keeps the days that no other security claims', async () => {
    put('map_files/tfcfa.csv', '20041112,nwsa,Q\n20130628,nwsa,Q\n20190320,tfcfa,Q')
    put('daily/nwsa.zip', zip({ 'nwsa.csv': `20130628 00:00,${BAR}\n20130701 00:00,${BAR}` }))
    put('minute/nwsa/20130701_trade.zip', zip({ '20130701_nwsa_minute_trade.csv': `34200000,${BAR}` }))
    const { securities, rejected } = await read()
    expect(rejected).toEqual([])
    expect(
      securities.map(({ ticker, daily, minute }) => [ticker, daily?.at.length, minute?.at.length]),
    ).toEqual([
      ['TFCFA', 1, undefined],
      ['NWSA', 1, 1],
    ])
  })

  test('damaged map rows are named', async () => {
    put('map_files/xyz.csv', '2014,xyz,Q\n20140101,,Q\n20140101,xyz,Q\n20501231,xyz,B')
    put('map_files/abc.csv', '')
    put('daily/xyz.zip', zip({ 'xyz.csv': `20140605 00:00,${BAR}` }))
    put('minute/xyz/20130605_trade.zip', zip({ '20130605_xyz_minute_trade.csv': `34200000,${BAR}` }))
    const { securities, rejected } = await read()
    expect(securities[0]).toMatchObject({ ticker: 'XYZ', exchangeCode: 'B', mic: 'XXXX' })
    expect(rejected).toEqual([
      'map_files/abc.csv:0 the map file has no row',
      'map_files/xyz.csv:1 "2014" is no date (YYYYMMDD)',
      'map_files/xyz.csv:2 the ticker is empty',
      'minute/xyz/20130605_trade.zip:0 no map file says which security was XYZ on 2013-06-05',
    ])
  })
})

describe('one ticker', () => {
  test.each(['TAP.A', 'TAP-A', 'tap/a', 'TAP A'])('is found as %s', async (ticker) => {
    put('daily/tap.a.zip', zip({ 'tap.a.csv': `20140307 00:00,${BAR}` }))
    put('daily/tap.zip', zip({ 'tap.csv': `20140307 00:00,${BAR}` }))
    expect((await read(ticker)).securities.map((security) => security.ticker)).toEqual(['TAP.A'])
  })
})

describe('splits and dividends', () => {
  /** Two for one on Monday the 10th, a dollar on Wednesday the 12th, both on Friday the 14th of March 2014. */
  const FACTORS = [
    '20140303,0.88,0.25,1',
    '20140307,0.88,0.25,50',
    '20140311,0.88,0.5,25',
    '20140313,0.9166667,0.5,24',
  ]

  test('are dated to the session after the row and sized on the ex-date’s own shares', async () => {
    put('daily/xyz.zip', zip({ 'xyz.csv': `20140307 00:00,${BAR}` }))
    put('factor_files/xyz.csv', [...FACTORS, '20501231,1,1,0'].join('\n'))
    const { securities, rejected } = await read()
    expect(rejected).toEqual([])
    expect(securities[0]?.adjusted).toBe(true)
    expect(securities[0]?.splits).toEqual([
      { exDay: day('2014-03-10'), factor: 2 },
      { exDay: day('2014-03-14'), factor: 2 },
    ])
    // 25 × (1 − 0.88 ÷ 0.9166667) = 1; then 24 × (1 − 0.9166667) = 2 a share before a split of two for one.
    expect(securities[0]?.dividends).toEqual([
      { exDay: day('2014-03-12'), amount: 1 },
      { exDay: day('2014-03-14'), amount: 1 },
    ])
  })

  test('a factor holds on its row’s date and before it, back to the row before', async () => {
    const dates = ['20140306', '20140307', '20140310', '20140311', '20140312', '20140314', '20140317']
    put('daily/xyz.zip', zip({ 'xyz.csv': dates.map((date) => `${date} 00:00,${BAR}`).join('\n') }))
    put('factor_files/xyz.csv', FACTORS.toReversed().join('\n'))
    const { securities } = await read()
    const adjusted = [...(securities[0]?.daily?.adjustedClose ?? [])].map((close) => close / 10.5)
    const expected = [0.22, 0.22, 0.44, 0.44, 0.45833335, 1, 1]
    for (const [index, factor] of adjusted.entries()) expect(factor).toBeCloseTo(expected[index] ?? 0, 9)
  })

  test('the next session skips weekends and holidays', async () => {
    put('daily/xyz.zip', zip({ 'xyz.csv': `20140307 00:00,${BAR}` }))
    put('factor_files/xyz.csv', '20140417,1,0.5,20\n20501231,1,1,0')
    // 18 April 2014 was Good Friday.
    expect((await read()).securities[0]?.splits).toEqual([{ exDay: day('2014-04-21'), factor: 2 }])
  })

  test('a missing reference price is the raw close of the day, and without one the dividend is rejected', async () => {
    put('daily/xyz.zip', zip({ 'xyz.csv': `20140307 00:00,${BAR}` }))
    put('factor_files/xyz.csv', '20140306,0.81,1\n20140307,0.9,1\n20501231,1,1,0')
    const { securities, rejected } = await read()
    expect(securities[0]?.dividends).toEqual([{ exDay: day('2014-03-10'), amount: 1.05 }])
    expect(rejected).toEqual([
      'factor_files/xyz.csv:1 a dividend without a price of the day before it cannot be sized',
    ])
  })

  test('rows that are no factors are named and the others count', async () => {
    put('daily/xyz.zip', zip({ 'xyz.csv': `20140307 00:00,${BAR}` }))
    const rows = [
      'x,1,1,1',
      '20140101,inf,1,1',
      '20140102,1,1.6e+6,1',
      '20140103,1,1,abc',
      '20140306,0.5,1,20',
      '20140306,1,0.1,20',
      '20140307,1.25,1,20',
      '20501231,1,1,0',
      '00010101,1,1,0',
    ]
    put('factor_files/xyz.csv', rows.join('\n'))
    const { securities, rejected } = await read()
    expect(securities[0]?.splits).toEqual([{ exDay: day('2014-03-07'), factor: 10 }])
    expect(securities[0]?.dividends).toEqual([{ exDay: day('2014-03-07'), amount: 0.4 }])
    expect(rejected).toEqual([
      'factor_files/xyz.csv:1 "x" is no date (YYYYMMDD) from 1960 to 2098',
      'factor_files/xyz.csv:2 the factors must be positive decimal numbers',
      'factor_files/xyz.csv:3 the factors must be positive decimal numbers',
      'factor_files/xyz.csv:4 "abc" is no price',
      'factor_files/xyz.csv:5 line 6 has the same date',
      'factor_files/xyz.csv:9 "00010101" is no date (YYYYMMDD) from 1960 to 2098',
      'factor_files/xyz.csv:7 the price factor falls: a dividend would be negative',
    ])
  })

  test('a ratio that no small whole numbers explain stays as printed', async () => {
    put('daily/goog.zip', zip({ 'goog.csv': `20140307 00:00,${BAR}` }))
    put('factor_files/goog.csv', '20150424,1,0.997307,565.06\n20501231,1,1,0')
    expect((await read()).securities[0]?.splits).toEqual([{ exDay: day('2015-04-27'), factor: 1.0027 }])
  })
})

describe('damaged files', () => {
  test('every wrong row is named with its line and the others are kept', async () => {
    const rows = [
      `20140606 00:00,${BAR}`,
      `20140605 00:00,${BAR}`,
      '20140604 00:00,100000,110000,90000,105000',
      `2014-06-04 00:00,${BAR}`,
      `20140631 00:00,${BAR}`,
      `20140604 25:00,${BAR}`,
      '20140604 00:00,0,110000,90000,105000,700',
      '20140604 00:00,1e5,110000,90000,105000,700',
      '20140604 00:00,100000,110000,90000,105000,-7',
      '20140604 00:00,100000,110000,90000,115000,700',
      '20140605 00:00,100000,110000,90000,106000,700',
      '',
    ]
    put('daily/xyz.zip', zip({ 'xyz.csv': rows.join('\r\n') }))
    const { securities, rejected } = await read()
    expect([...(securities[0]?.daily?.close ?? [])]).toEqual([10.6, 10.5])
    expect(rejected).toEqual([
      'daily/xyz.zip:3 the row has 5 cells instead of 6',
      'daily/xyz.zip:4 "2014-06-04 00:00" is not a time (YYYYMMDD HH:mm)',
      'daily/xyz.zip:5 "20140631 00:00" is not a time (YYYYMMDD HH:mm)',
      'daily/xyz.zip:6 "20140604 25:00" is not a time (YYYYMMDD HH:mm)',
      'daily/xyz.zip:7 the prices must be positive whole numbers',
      'daily/xyz.zip:8 the prices must be positive whole numbers',
      'daily/xyz.zip:9 volume must be a number that is not negative',
      'daily/xyz.zip:10 open 10 or close 11.5 lies outside low 9 to high 11',
      'daily/xyz.zip:2 line 11 has the same time',
    ])
  })

  test('minutes that are none are named', async () => {
    const rows = ['34200001', '86400000', '-60000', '34200000'].map((time) => `${time},${BAR}`)
    put('minute/xyz/20140107_trade.zip', zip({ '20140107_xyz_minute_trade.csv': rows.join('\n') }))
    const { securities, rejected } = await read()
    expect(securities[0]?.minute?.at.length).toBe(1)
    expect(rejected).toEqual(
      ['34200001', '86400000', '-60000'].map(
        (time, index) =>
          `minute/xyz/20140107_trade.zip:${index + 1} "${time}" is not a whole minute in milliseconds since midnight`,
      ),
    )
  })

  test('archives that are damaged, empty or odd are named and the rest goes on', async () => {
    const good = zip({ 'good.csv': `20140605 00:00,${BAR}` })
    put('daily/good.zip', good)
    put('daily/cut.zip', good.subarray(0, good.length - 30))
    put('daily/text.zip', '20140605 00:00,1,1,1,1,1')
    put('daily/nothing.zip', new Uint8Array(0))
    put('daily/none.zip', zip({}))
    put('daily/odd.zip', zip({ 'odd.csv': `20140605 00:00,${BAR}`, 'readme.txt': 'hello' }))
    put('daily/two.zip', zip({ 'a.csv': `20140605 00:00,${BAR}`, 'b.csv': `20140605 00:00,${BAR}` }))
    put('daily/renamed.zip', zip({ 'folder/old.csv': `20140605 00:00,${BAR}` }))
    const flipped = Uint8Array.from(zip({ 'flipped.csv': `20140605 00:00,${BAR}`.repeat(9) }))
    flipped[60] = (flipped[60] ?? 0) ^ 0xff
    put('daily/flipped.zip', flipped)
    const { securities, rejected } = await read()
    expect(securities.map(({ ticker }) => ticker)).toEqual(['GOOD', 'ODD', 'RENAMED'])
    expect(rejected).toEqual([
      'daily/cut.zip:0 it was cut off: its directory is missing',
      expect.stringMatching(
        /^daily\/flipped.zip:0 (it is no zip archive or a damaged one|its content does not)/,
      ),
      'daily/none.zip:0 the archive does not hold none.csv',
      'daily/nothing.zip:0 it is no zip archive or a truncated one',
      'daily/odd.zip:0 the entry readme.txt is not odd.csv',
      'daily/text.zip:0 it is no zip archive or a truncated one',
      'daily/two.zip:0 the entry a.csv is not two.csv',
      'daily/two.zip:0 the entry b.csv is not two.csv',
      'daily/two.zip:0 the archive does not hold two.csv',
    ])
  })

  test('a fault of a file that two securities share is named once', async () => {
    put('map_files/goog.csv', '20140403,goog,Q\n20501231,goog,Q')
    put('map_files/googl.csv', '20040819,goog,Q\n20140402,goog,Q\n20501231,googl,Q')
    put('daily/goog.zip', zip({ 'goog.csv': `20140402 00:00,${BAR}\n20140403 00:00,${BAR}\nx,${BAR}` }))
    expect((await read()).rejected).toEqual(['daily/goog.zip:3 "x" is not a time (YYYYMMDD HH:mm)'])
  })
})

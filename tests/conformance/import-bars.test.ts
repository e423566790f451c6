import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importBars } from '../../src/cli/import-bars.ts'
import { importInstruments } from '../../src/cli/import-instruments.ts'
import type { CommandContext } from '../../src/cli/context.ts'
import { readConfig } from '../../src/config/config.ts'
import { freshDataDir } from '../support/database.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { temporaryFiles } from '../support/temporary.ts'

const HEADER = 'Date,Open,High,Low,Close,Volume\n'
const day = (i: number): string => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10)
const row = (date: string, open = '10'): string => `${date},${open},12,9,11,100\n`
const minutes = (step: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 2, 9, 14, step * i)).toISOString())

describeEngines('import bars', (engine) => {
  let database: TestDatabase | null = null
  let context: CommandContext
  let said: string[] = []
  let dataDir: string | null = null
  const writeFile = temporaryFiles()
  const folder = dirname(writeFile(''))

  beforeAll(async () => {
    if (engine.name === 'postgres') database = await engine.create()
    else dataDir = await freshDataDir()
    const env: Record<string, string> =
      database === null ? { DATA_DIR: dataDir ?? '' } : { DATABASE_URL: database.where }
    const say = (text: string): void => void said.push(text.replaceAll(`${folder}/`, ''))
    context = {
      config: readConfig(env, 'command'),
      output: { line: say, error: say, progress: () => undefined },
    }
  })
  afterAll(async () => {
    await database?.drop()
    if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true })
  })

  const write = (name: string, text: string): string => writeFile(text, name)
  async function bars(name: string, text: string, options: Parameters<typeof importBars>[2] = {}) {
    said = []
    const code = await importBars(context, [write(name, text)], options)
    return { code, said }
  }

  it('of which every row is refused lists twenty reasons, counts the rest by kind, and fails', async () => {
    const prices = Array.from({ length: 40 }, (_, i) => row(day(i), 'null'))
    const dates = Array.from({ length: 30 }, (_, i) => row(`${i}/01/2026`))
    const outcome = await bars('BADROWS.csv', HEADER + [...prices, ...dates].join(''))
    expect(outcome.code).toBe(1)
    expect(outcome.said.slice(0, 20)).toEqual(
      Array.from({ length: 20 }, (_, i) => `BADROWS.csv:${i + 2}: rejected: open must be a positive number`),
    )
    expect(outcome.said.slice(20)).toEqual([
      'BADROWS.csv: 20 more rejected: open must be a positive number',
      'BADROWS.csv: 30 more rejected: "…" is no date (YYYY-MM-DD)',
      'BADROWS.csv: 70 read, 0 stored, 0 unchanged, 70 rejected',
    ])
  })

  it('of which the price rules refuse every row fails too, and lists no instrument', async () => {
    const { code, said: lines } = await bars('SUNDAYS.csv', HEADER + row('2031-01-05') + row('2031-01-12'))
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe('SUNDAYS.csv: 2 read, 0 stored, 0 unchanged, 2 rejected')
  })

  it('of which some rows are refused lists each of them', async () => {
    const text = HEADER + Array.from({ length: 60 }, (_, i) => row(day(i), i < 30 ? 'null' : '10')).join('')
    const { code, said: lines } = await bars('SOME.csv', text)
    expect(code).toBe(2)
    expect(lines.filter((line) => line.includes(': rejected: '))).toHaveLength(30)
  })

  it.each([
    [15, undefined, 'its rows are 15 minutes apart, and only bars of 1min, 5min and 1d are stored.'],
    [60, undefined, 'its rows are an hour apart, and only bars of 1min, 5min and 1d are stored.'],
    [15, '5min', '--interval 5min contradicts its rows, which are 15 minutes apart.'],
    [5, '1d', '--interval 1d contradicts its rows, which are 5 minutes apart.'],
  ])('of %i minutes with --interval %s is refused in a sentence', async (step, interval, sentence) => {
    const text =
      HEADER.replace('Date', 'Datetime') +
      minutes(step, 30)
        .map((at) => row(at))
        .join('')
    const { code, said: lines } = await bars(`STEP${step}.csv`, text, { interval })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(sentence)])
  })

  it('with a column Datetime and a row for each day stores daily bars', async () => {
    const text = Array.from({ length: 20 }, (_, i) => row(`${day(i)} 00:00:00+08:00`)).join('')
    const { code, said: lines } = await bars('DT.csv', HEADER.replace('Date', 'Datetime') + text)
    expect([code, lines.at(-1)]).toEqual([0, 'DT.csv: 20 read, 20 stored, 0 unchanged, 0 rejected'])
    const dated = Array.from({ length: 20 }, (_, i) => row(day(i))).join('')
    expect((await bars('DT.csv', HEADER + dated)).said.at(-1)).toBe(
      'DT.csv: 20 read, 0 stored, 20 unchanged, 0 rejected',
    )
  })

  it('of a class, and of a venue’s ticker without its suffix, makes no second instrument', async () => {
    const listings = write(
      'listings.csv',
      'symbol,name,exchange,asset_class,currency\nBRK.A,Berkshire,NYSE,equity,USD\nVOD.L,Vodafone,LSE,equity,GBP\n',
    )
    expect(await importInstruments(context, [listings])).toBe(0)
    const text = HEADER + row('2024-01-02')
    const classes = await bars('BRK-A.csv', text)
    const london = await bars('anything.csv', text, { ticker: 'VOD', exchange: 'LSE' })
    for (const { code, said: lines } of [classes, london]) {
      expect([code, lines]).toEqual([0, [expect.stringContaining('1 read, 1 stored')]])
    }
    expect(await importInstruments(context, [listings])).toBe(0)
    expect(said.at(-1)).toBe('listings.csv: 2 read, 0 stored, 2 unchanged, 0 rejected')
  })

  it('instruments names the row whose identifiers are of two listings', async () => {
    const header = 'symbol,name,exchange,asset_class,currency,isin,figi\n'
    const stored =
      'AAA,Alpha,NYSE,equity,USD,US0000000017,BBG000000001\nBBB,Beta,NYSE,equity,USD,US0000000025,BBG000000002\n'
    expect(await importInstruments(context, [write('two.csv', header + stored)])).toBe(0)
    said = []
    const mixed = 'CCC,Gamma,NYSE,equity,USD,US0000000025,BBG000000001\nDDD,Delta,NYSE,equity,USD,,\n'
    expect(await importInstruments(context, [write('mixed.csv', header + mixed)])).toBe(2)
    expect(said).toEqual([
      'mixed.csv:2: rejected: isin US0000000025 is that of BBB on NYSE and figi BBG000000001 that of AAA on NYSE: identifiers of one row must be of one listing',
      'mixed.csv: 2 read, 1 stored, 0 unchanged, 1 rejected',
    ])
  })
})

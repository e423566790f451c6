import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importBars } from '../../src/cli/import-bars.ts'
import { importInstruments } from '../../src/cli/import-instruments.ts'
import type { CommandContext } from '../../src/cli/context.ts'
import { readConfig } from '../../src/config/config.ts'
import { freshDataDir } from '../support/database.ts'
import { commandContext } from '../support/command-context.ts'
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
  let dryRun: CommandContext
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
    const config = readConfig(env, 'command')
    context = commandContext(config, say)
    dryRun = commandContext(config, say, { dryRun: true })
  })
  afterAll(async () => {
    await database?.drop()
    if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true })
  })

  const write = (name: string, text: string): string => writeFile(text, name)
  async function bars(name: string, text: string, options: Parameters<typeof importBars>[2] = {}) {
    said = []
    const code = await importBars(context, [write(name, text)], { add: true, ...options })
    return { code, said }
  }
  async function rehearsed(work: (context: CommandContext) => Promise<number>) {
    said = []
    return { code: await work(dryRun), said }
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

  it('about a ticker that no listing has is refused, with those that are a slip away, and --add lists it', async () => {
    const listings = write(
      'near.csv',
      'symbol,name,exchange,asset_class\nTSLAQ,Tesla Motors,NYSE,equity\nTLSAQ,Other,NYSE,equity\n',
    )
    await importInstruments(context, [listings])
    const text = HEADER + row('2024-01-02')
    const near = await bars('TSALQ.csv', text, { add: false })
    expect([near.code, near.said]).toEqual([
      1,
      [
        'TSALQ.csv: no listing has the ticker TSALQ. Did you mean --ticker TSLAQ? --add lists TSALQ under this name.',
      ],
    ])
    const far = await bars('QQXXZZ.csv', text, { add: false })
    expect(far.said[0]).toMatch(
      /^QQXXZZ\.csv: no listing has the ticker QQXXZZ\. --add lists QQXXZZ under this name\.$/,
    )
    expect((await bars('QQXXZZ.csv', text)).said).toEqual([
      'QQXXZZ.csv: QQXXZZ was not listed yet and has been added',
      'QQXXZZ.csv: 1 read, 1 stored, 0 unchanged, 0 rejected',
    ])
    expect((await bars('QQXXZZ.csv', text, { add: false })).code).toBe(0)
  })

  it('a dry run says what the real one says and stores nothing, a conflict and what it would add included', async () => {
    const good = write('DRYRUN.csv', HEADER + row('2024-01-02') + row('2024-01-03', 'null'))
    mkdirSync(`${folder}/again`, { recursive: true })
    const again = write('again/DRYRUN.csv', HEADER + row('2024-01-02') + row('2024-01-04'))
    const missing = `${folder}/none.csv`
    const files = [good, missing, again]
    const dry = await rehearsed((each) => importBars(each, files, { add: true }))
    expect((await bars('DRYRUN.csv', HEADER + row('2024-01-02'), { add: false })).said[0]).toMatch(
      /no listing has the ticker DRYRUN/,
    )
    said = []
    // One after the other, as the dry run has them.
    write('DRYRUN.csv', HEADER + row('2024-01-02') + row('2024-01-03', 'null'))
    const codes = []
    for (const file of files) codes.push(await importBars(context, [file], { add: true }))
    expect(codes).toEqual([2, 1, 0])
    expect(dry.code).toBe(2)
    expect(dry.said.map((line) => line.replace('would be stored', 'stored'))).toEqual([
      ...said,
      '3 files: 4 read, 2 stored, 1 unchanged, 2 rejected',
    ])
  })

  it('a dry run of listings finds what is unchanged, and leaves what is there as it is', async () => {
    const file = write('dry-listings.csv', 'symbol,name,asset_class\nDRYA,Dry A,equity\nDRYB,Dry B,equity\n')
    const counts = 'dry-listings.csv: 2 read, 2 would be stored, 0 unchanged, 0 rejected'
    for (let run = 0; run < 2; run++) {
      expect(await rehearsed((each) => importInstruments(each, [file]))).toEqual({ code: 0, said: [counts] })
    }
    await importInstruments(context, [file])
    const { said: after } = await rehearsed((each) => importInstruments(each, [file]))
    expect(after).toEqual(['dry-listings.csv: 2 read, 0 would be stored, 2 unchanged, 0 rejected'])
  })
})

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { describeRealData, realData } from '../support/real-data.ts'
import {
  cli,
  linesOf,
  type Outcome,
  run,
  type RunningServer,
  type Settings,
  startServer,
  temporaryFolder,
} from './process.ts'

/** A change is followed by the running server; how soon is measured by `npm run bench -- imports`. */
const SOON = { timeout: 40_000, interval: 100 }
/** For a test of several imports. */
const LONG = { timeout: 180_000 }

const LISTINGS = realData('instruments', 'us-listings.csv.gz')
const LEAN = realData('prices', 'lean')
const USA = join(LEAN, 'Data', 'equity', 'usa')
const APPLE_FACTS = realData('edgar', 'companyfacts', 'CIK0000320193.json.gz')
const ALPHABET_FACTS = realData('edgar', 'companyfacts', 'CIK0001652044.json.gz')
const ECB = realData('fx', 'eurofxref-hist.zip')
const MONTHLY = realData('fx', 'monthly.csv')
const ANNUAL = realData('fx', 'annual.csv')

// What follows reads the files without any of the product's code.

const isoDay = (compact: string): string => compact.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)

/** The text of the only file in a zip: its data follow its own header, whatever the directory at the end is like. */
function unzipSole(path: string): string {
  const zip = readFileSync(path)
  const [signature, method] = [zip.readUInt32LE(0), zip.readUInt16LE(8)]
  if (signature !== 0x04034b50 || method !== 8) throw new Error(`${path} does not begin with a deflated file`)
  return inflateRawSync(zip.subarray(30 + zip.readUInt16LE(26) + zip.readUInt16LE(28))).toString('utf8')
}

/** Records of a CSV file with a header, quoted cells included, with the line each stands on. */
function csv(text: string): Array<Record<string, string> & { line: number }> {
  const [header = [], ...rows] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
  return rows.map((cells, index) => ({
    ...Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])),
    line: index + 2,
  })) as unknown as Array<Record<string, string> & { line: number }>
}

const gunzipText = (path: string): string => gunzipSync(readFileSync(path)).toString('utf8')

/** A row of a Lean zip; `time` as it stands there. */
interface LeanRow {
  time: string
  open: number
  high: number
  low: number
  close: number
  volume: number
}

function leanRows(...path: string[]): LeanRow[] {
  return linesOf(`${unzipSole(join(USA, ...path)).trimEnd()}\n`).map((line) => {
    const [time = '', ...cells] = line.trim().split(',')
    const [open = 0, high = 0, low = 0, close = 0, volume = 0] = cells.map(Number)
    return {
      time,
      open: open / 10_000,
      high: high / 10_000,
      low: low / 10_000,
      close: close / 10_000,
      volume,
    }
  })
}

const leanDaily = (ticker: string) =>
  leanRows('daily', `${ticker}.zip`).map(({ time, ...bar }) => ({ date: isoDay(time.slice(0, 8)), ...bar }))

const tradeDays = (ticker: string): string[] =>
  readdirSync(join(USA, 'minute', ticker))
    .filter((name) => name.endsWith('_trade.zip'))
    .map((name) => name.slice(0, 8))
    .sort()

const HOUR_MS = 3_600_000
/** Half past nine in New York, where times of Lean's minute files count from midnight. */
const OPENING = 9.5 * HOUR_MS

/** Minute bars of a day as the API dates them; `offset` is how many hours New York is behind UTC on it. */
const leanMinutes = (ticker: string, day: string, offset: number) =>
  leanRows('minute', ticker, `${day}_trade.zip`).map(({ time, ...bar }) => ({
    date: utc(day, Number(time) + offset * HOUR_MS),
    ...bar,
  }))

const utc = (day: string, millis: number): string =>
  new Date(Date.parse(`${isoDay(day)}T00:00:00Z`) + millis).toISOString().replace('.000Z', 'Z')

interface MapFile {
  key: string
  rows: Array<{ until: string; ticker: string }>
}

function mapFiles(): MapFile[] {
  return readdirSync(join(USA, 'map_files')).map((name) => ({
    key: name.replace('.csv', ''),
    rows: readFileSync(join(USA, 'map_files', name), 'utf8')
      .trim()
      .split(/\s+/)
      .map((line) => line.split(','))
      .map(([until = '', ticker = '']) => ({ until: isoDay(until), ticker: ticker.toUpperCase() })),
  }))
}

/** What chat answers to a message of its own thread. */
async function askChat(client: Client, message: string): Promise<{ text: string; sources: unknown[] }> {
  const { thread_id } = JSON.parse(await client.post('/v1/chat/threads', {})) as { thread_id: string }
  const stream = await client.post('/v1/chat/stream', { thread_id, message })
  const dataOf = (event: string): any[] =>
    [...stream.matchAll(new RegExp(`^event: ${event}\\ndata: (.*)$`, 'gm'))].map(([, json = '']) =>
      JSON.parse(json),
    )
  const text = dataOf('token')
    .map(({ delta }) => delta)
    .join('')
  return { text, sources: dataOf('sources')[0]?.sources ?? [] }
}

const hasLeanData = (ticker: string): boolean =>
  [
    ['daily', `${ticker}.zip`],
    ['hour', `${ticker}.zip`],
    ['minute', ticker],
  ].some((path) => existsSync(join(USA, ...path)))

const yahooRows = (ticker: string) =>
  csv(readFileSync(realData('prices', 'yahoo-csv', `${ticker}.csv`), 'utf8')).map((row) => ({
    date: row['Date'] ?? '',
    open: Number(row['Open']),
    high: Number(row['High']),
    low: Number(row['Low']),
    close: Number(row['Close']),
    volume: Number(row['Volume']),
    adjusted_close: Number(row['Adj Close']),
  }))

interface Fact {
  start?: string
  end: string
  val: number
  form: string
  filed: string
}
interface Facts {
  facts: Record<string, Record<string, { units: Record<string, Fact[]> }>>
}

const factsOf = (path: string): Facts => JSON.parse(gunzipText(path)) as Facts

const REVENUE = ['RevenueFromContractWithCustomerExcludingAssessedTax', 'Revenues', 'SalesRevenueNet']
const DAY_MS = 86_400_000
const daysOf = ({ start = '', end }: Fact): number => (Date.parse(end) - Date.parse(start)) / DAY_MS + 1

/** Fiscal years of annual reports by their last day, each value as filed last. */
function fiscalYears(facts: Facts, tags: readonly string[], unit: string): Map<string, Fact> {
  const years = new Map<string, Fact>()
  for (const fact of tags.flatMap((tag) => facts.facts['us-gaap']?.[tag]?.units[unit] ?? [])) {
    if (fact.form !== '10-K' || !(daysOf(fact) > 350 && daysOf(fact) < 380)) continue
    if (fact.filed >= (years.get(fact.end)?.filed ?? '')) years.set(fact.end, fact)
  }
  return years
}

/** The document as it stood when its newest annual report had been filed. */
function asOfNewestYear(facts: Facts): Facts {
  const filings = Object.values(facts.facts).flatMap((tags) =>
    Object.values(tags).flatMap(({ units }) => Object.values(units).flat()),
  )
  const last = filings
    .filter(({ form }) => form === '10-K')
    .map(({ filed }) => filed)
    .sort()
    .at(-1)!
  return JSON.parse(JSON.stringify(facts), (_key, value: unknown) =>
    Array.isArray(value) ? value.filter((fact: Fact) => fact.filed <= last) : value,
  ) as Facts
}

// What follows talks to the product: its commands and its addresses.

const folder = temporaryFolder()

/** Servers that nobody has stopped yet. */
const running = new Set<RunningServer>()

interface Client {
  server: RunningServer
  post(path: string, json: unknown): Promise<string>
  get(path: string): Promise<any>
  search(q: string): Promise<Array<{ entity_id: string; ticker: string; name: string; exchange: string }>>
  /** The path of the only listing with the ticker, or of the one at the exchange. */
  at(ticker: string, exchange?: string): Promise<string>
  bars(path: string, query: string): Promise<Array<Record<string, any>>>
}

async function serve(settings: Settings): Promise<Client> {
  const server = await startServer({ UPSTREAMS: '', DEFAULT_TIER: 'enterprise', ...settings })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  const login = await askedAgain(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'real@data.test' }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  const client: Client = {
    server,
    async get(path) {
      const response = await askedAgain(server.url + path, {
        headers: { authorization: `Bearer ${access_token}` },
      })
      if (response.status !== 200) throw new Error(`${response.status} ${path}: ${await response.text()}`)
      return response.json()
    },
    async post(path, json) {
      const response = await askedAgain(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
      if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`)
      return response.text()
    },
    search: async (q) =>
      (await client.get(`/v1/instruments/search?limit=50&q=${encodeURIComponent(q)}`)).items,
    async at(ticker, exchange) {
      const found = (await client.search(ticker)).filter(
        (item) => item.ticker === ticker && (exchange === undefined || item.exchange === exchange),
      )
      expect(found.map((item) => item.ticker)).toEqual([ticker])
      return `/v1/instruments/${found[0]?.entity_id}`
    },
    bars: async (path, query) => (await client.get(`${path}/ohlcv?${query}`)).bars,
  }
  return client
}

/** Bars without their adjusted close. */
const raw = (bars: ReadonlyArray<Record<string, any>>) =>
  bars.map(({ date, open, high, low, close, volume }) => ({ date, open, high, low, close, volume }))

const dayQuery = (day: string, interval: string): string =>
  `interval=${interval}&from=${isoDay(day)}&to=${isoDay(day)}`

/** What a command says of a file or of everything. */
function countsOf({ stdout }: Outcome, subject: string) {
  const line = linesOf(stdout).find(
    (each) => each.startsWith(`${subject}: `) || each.startsWith(`${subject} (`),
  )
  const [read, stored, unchanged, rejected] = (
    /: (\d+) read, (\d+) stored, (\d+) unchanged, (\d+) rejected$/.exec(line ?? '') ?? []
  )
    .slice(1)
    .map(Number)
  return { read, stored, unchanged, rejected }
}

const rejectionsOf = ({ stderr }: Outcome): string[] =>
  linesOf(stderr).filter((line) => line.includes(': rejected'))

/** Ends when the text has been seen in what a process prints. */
const untilItSays = (outcome: ReturnType<typeof run>, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    outcome.child.stdout?.on('data', (chunk: string) => {
      said += chunk
      if (said.includes(text)) resolve()
    })
    void outcome.ended.then(({ stderr }) => reject(new Error(`it ended without saying ${text}: ${stderr}`)))
  })

describeRealData('real files, imported by the commands and served over HTTP', () => {
  const settings = { DATA_DIR: join(folder, 'data') }
  const toBeKilled = { DATA_DIR: join(folder, 'killed') }
  const tidemark = (...args: string[]): Promise<Outcome> => cli(args, settings)
  let client: Client
  /** On a folder that got nothing but Lean’s files, and those in two halves. */
  let leanAlone: Client
  let listings: Outcome
  let listingsAgain: Outcome
  let lean: Outcome
  let interrupted: { killed: Outcome; again: Outcome }

  beforeAll(async () => {
    const interrupting = interruptLean()
    listings = await tidemark('import', 'instruments', LISTINGS)
    listingsAgain = await tidemark('import', 'instruments', LISTINGS)
    lean = await tidemark('import', 'lean', LEAN, '--add')
    interrupted = await interrupting
    client = await serve(settings)
  })

  afterAll(async () => {
    await Promise.all([...running].map((server) => server.stop('SIGINT')))
  })

  /** Kills an import of Lean's files when about half of them are in, and runs it again. */
  async function interruptLean(): Promise<{ killed: Outcome; again: Outcome }> {
    const command = run(
      [process.execPath, 'src/cli/tidemark.ts', 'import', 'lean', LEAN, '--add'],
      toBeKilled,
    )
    await untilItSays(command, 'IWM: ')
    command.child.kill('SIGKILL')
    return { killed: await command.ended, again: await cli(['import', 'lean', LEAN, '--add'], toBeKilled) }
  }

  describe('listings', () => {
    test('every row is stored but those without a symbol or a name, and these are named', () => {
      const rows = csv(gunzipText(LISTINGS))
      const bad = rows.filter(({ symbol, name }) => symbol === '' || name === '')
      expect(countsOf(listings, LISTINGS)).toEqual({
        read: rows.length,
        stored: rows.length - bad.length,
        unchanged: 0,
        rejected: bad.length,
      })
      expect(rejectionsOf(listings).map((line) => line.split(': ')[0])).toEqual(
        bad.map(({ line }) => `${LISTINGS}:${line}`),
      )
      expect(listings.code).toBe(2)
    })

    test('every earlier ticker of the map files finds the security that has data', async () => {
      const renames = mapFiles()
        .filter(({ rows }) => rows.some(({ ticker }) => hasLeanData(ticker.toLowerCase())))
        .flatMap(({ rows }) => {
          const now = rows.at(-1)?.ticker ?? ''
          const before = new Set(rows.map(({ ticker }) => ticker).filter((ticker) => ticker !== now))
          return [...before].map((ticker) => ({ ticker, now }))
        })
      expect(renames).toContainEqual({ ticker: 'NB', now: 'BAC' })
      expect(renames).toContainEqual({ ticker: 'UW', now: 'WM' })
      for (const { ticker, now } of renames) {
        expect({ ticker, found: (await client.search(ticker)).map((item) => item.ticker) }).toEqual({
          ticker,
          found: expect.arrayContaining([now]),
        })
      }
    })
  })

  describe('daily bars of Lean', () => {
    test('the counts printed are the rows of the files', () => {
      const minutes = tradeDays('aapl').map((day) => leanRows('minute', 'aapl', `${day}_trade.zip`).length)
      const read = leanDaily('aapl').length + sum(minutes)
      expect(countsOf(lean, 'AAPL')).toEqual({ read, stored: read, unchanged: 0, rejected: 0 })
    })

    test.each(['aapl', 'spy', 'ibm', 'qqq'])('of %s are served as they stand in the zip', async (ticker) => {
      const rows = leanDaily(ticker)
      const bars = await client.bars(await client.at(ticker.toUpperCase()), 'period=max')
      expect(raw(bars)).toEqual(rows)
    })

    test('adjusted closes of AAPL are Yahoo’s within 0.2 % of their median ratio, on every common day', async () => {
      const yahoo = new Map(yahooRows('AAPL').map((row) => [row.date, row.adjusted_close]))
      const bars = await client.bars(await client.at('AAPL'), 'period=max')
      const ratios = bars
        .filter(({ date }) => yahoo.has(date))
        .map(({ date, adjusted_close }) => adjusted_close / yahoo.get(date)!)
      expect(ratios).toHaveLength(yahoo.size)
      const median = ratios.toSorted((a, b) => a - b)[ratios.length >> 1]!
      expect(Math.max(...ratios.map((ratio) => Math.abs(ratio / median - 1)))).toBeLessThan(0.002)
    })
  })

  describe('what chat tells of prices as traded on both sides of a split', () => {
    const SPLIT = '2014-06-09'
    /** Closes of Apple in 2014 on the basis of the end of that year: 7 shares for one from 9 June on. */
    const closesOf2014 = () =>
      leanDaily('aapl')
        .filter(({ date }) => date.startsWith('2014'))
        .map(({ date, close }) => ({ date, close: date < SPLIT ? close / 7 : close }))
    const numberIn = (text: string, pattern: RegExp): number =>
      Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))

    test('stands on one basis, which is said', async () => {
      const closes = closesOf2014()
      const highest = closes.reduce((best, each) => (each.close > best.close ? each : best))
      const { text } = await askChat(client, 'What was the highest close of Apple in 2014?')
      expect(numberIn(text, /highest close .* was USD ([\d.,]+), on/)).toBeCloseTo(highest.close, 1)
      expect(text).toContain(`on ${highest.date}, on the split basis of 2014-12-31`)
      const june = closes.filter(({ date }) => date.startsWith('2014-06'))
      const mean = june.reduce((sum, { close }) => sum + close, 0) / june.length
      const average = await askChat(client, 'What was the average close of Apple in June 2014?')
      expect(numberIn(average.text, /average close .* was USD ([\d.,]+)/)).toBeCloseTo(mean, 1)
    })

    test('is the close as it was traded, with what the splits since have made of it', async () => {
      const { text } = await askChat(client, 'What did Apple close at on 2014-06-06?')
      const traded = leanDaily('aapl').find(({ date }) => date === '2014-06-06')!
      expect(numberIn(text, /closed at USD ([\d.,]+) \(/)).toBeCloseTo(traded.close, 1)
      expect(numberIn(text, /\(USD ([\d.,]+) with the splits since\)/)).toBeCloseTo(traded.close / 28, 1)
    })

    test('compares two closes on one basis', async () => {
      const { text } = await askChat(
        client,
        'Did Apple close higher at the end of 2013 or at the end of 2014?',
      )
      expect(text).toMatch(/^The close of Apple .* 2014-12-31, .* is higher than /)
    })
  })

  describe('intraday bars of Lean', () => {
    test.each([
      { ticker: 'aapl', day: '20140605', offset: 4, opens: '2014-06-05T13:30:00Z' },
      { ticker: 'aapl', day: '20140609', offset: 4, opens: '2014-06-09T13:30:00Z' },
      { ticker: 'spy', day: '20230803', offset: 4, opens: '2023-08-03T13:30:00Z' },
      { ticker: 'shy', day: '20080307', offset: 5, opens: '2008-03-07T14:30:00Z' },
      { ticker: 'shy', day: '20080310', offset: 4, opens: '2008-03-10T13:30:00Z' },
    ])(
      'of $ticker on $day are the zip’s, the session opens $opens',
      async ({ ticker, day, offset, opens }) => {
        const rows = leanMinutes(ticker, day, offset)
        const found = (await client.search(ticker)).filter((item) => item.ticker === ticker.toUpperCase())
        const answers = found.map(({ entity_id }) =>
          client.bars(`/v1/instruments/${entity_id}`, dayQuery(day, '1min')),
        )
        const bars = (await Promise.all(answers)).flat()
        expect(raw(bars)).toEqual(rows)
        const opening = utc(day, OPENING + offset * HOUR_MS)
        expect(bars.find(({ date }) => date >= opening)?.['date']).toBe(opens)
      },
    )

    test.each([
      { ticker: 'AAPL', day: '20140606' },
      { ticker: 'SPY', day: '20131007' },
    ])('five-minute bars of $ticker on $day are its minutes, joined', async ({ ticker, day }) => {
      const path = await client.at(ticker)
      const groups = new Map<number, Array<Record<string, any>>>()
      for (const bar of await client.bars(path, dayQuery(day, '1min'))) {
        const at = Math.floor(Date.parse(bar['date']) / 300_000)
        groups.set(at, [...(groups.get(at) ?? []), bar])
      }
      expect(groups.size).toBeGreaterThan(77)
      expect(await client.bars(path, dayQuery(day, '5min'))).toEqual(
        [...groups].map(([at, minutes]) => ({
          date: new Date(at * 300_000).toISOString().replace('.000Z', 'Z'),
          open: minutes[0]?.['open'],
          high: Math.max(...minutes.map(({ high }) => high)),
          low: Math.min(...minutes.map(({ low }) => low)),
          close: minutes.at(-1)?.['close'],
          volume: sum(minutes.map(({ volume }) => volume)),
          adjusted_close: minutes.at(-1)?.['adjusted_close'],
        })),
      )
    })
  })

  describe('companyfacts', () => {
    const statements = async (ticker: string, query: string): Promise<any> =>
      client.get(`${await client.at(ticker)}/fundamentals?${query}`)
    const incomes = async (ticker: string, query: string): Promise<Array<Record<string, any>>> =>
      (await statements(ticker, query)).income_statement
    const partial = join(folder, 'apple-until-its-newest-year.json.gz')
    let apple: Facts

    beforeAll(() => {
      apple = factsOf(APPLE_FACTS)
    })

    test('of Apple are stored for the ticker named, and served', async () => {
      writeFileSync(partial, gzipSync(JSON.stringify(asOfNewestYear(apple))))
      expect(await incomes('AAPL', '')).toEqual([])
      const done = await tidemark('import', 'companyfacts', partial, '--ticker', 'AAPL')
      expect([done.code, countsOf(done, partial)]).toMatchObject([0, { unchanged: 0, rejected: 0 }])
      await expect.poll(() => incomes('AAPL', 'limit=20'), SOON).not.toEqual([])
    })

    test('Apple’s years have the revenue filed last, 391,035 million in FY2024', async () => {
      const filed = fiscalYears(apple, REVENUE, 'USD')
      const years = await incomes('AAPL', 'limit=10')
      expect(years.map(({ end_date, revenue }) => [end_date, revenue])).toEqual(
        [...filed.values()]
          .sort((a, b) => (a.end < b.end ? 1 : -1))
          .slice(0, 10)
          .map(({ end, val }) => [end, val]),
      )
      expect(years.find(({ period }) => period === 'FY2024')?.['revenue']).toBe(391_035_000_000)
    })

    test('Apple’s diluted EPS is on the split basis of today in every year, FY2018 too', async () => {
      // Steps of the split factor; a row holds up to its day, and the change comes with the next session.
      const factors = linesOf(readFileSync(join(USA, 'factor_files', 'aapl.csv'), 'utf8')).map((line) => {
        const [day = '', , split = ''] = line.split(',')
        return { day: isoDay(day), split: Number(split) }
      })
      const splitAfter = (date: string): number => 1 / (factors.find(({ day }) => day >= date)?.split ?? 1)
      const filed = fiscalYears(apple, ['EarningsPerShareDiluted'], 'USD/shares')
      const years = await incomes('AAPL', 'limit=20')
      expect(years.length).toBeGreaterThan(15)
      for (const { period, end_date, eps_diluted } of years) {
        const { val, filed: date } = filed.get(end_date)!
        expect([period, eps_diluted]).toEqual([period, expect.closeTo(val / splitAfter(date), 3)])
      }
      const first = apple.facts['us-gaap']?.['EarningsPerShareDiluted']?.units['USD/shares']?.find(
        ({ end, form, val }) => end === '2018-09-29' && form === '10-K' && val > 10,
      )
      expect(first?.val).toBe(11.91)
      const served = years.find(({ period }) => period === 'FY2018')?.['eps_diluted']
      expect(Number(served).toFixed(2)).toBe((11.91 / splitAfter(first?.filed ?? '')).toFixed(2))
    })

    test('the newest five years have four quarters each, which add up to the year', async () => {
      const quarters = await incomes('AAPL', 'period=quarterly&limit=20')
      const years = await incomes('AAPL', 'limit=5')
      expect(quarters.map(({ period }) => period)).toEqual(
        years.flatMap(({ period }) => ['Q4', 'Q3', 'Q2', 'Q1'].map((quarter) => quarter + period)),
      )
      const filed = fiscalYears(apple, REVENUE, 'USD')
      for (const { period, end_date } of years) {
        const own = quarters.filter((quarter) => String(quarter['period']).endsWith(period))
        expect([period, sum(own.map(({ revenue }) => revenue))]).toEqual([period, filed.get(end_date)?.val])
      }
    })

    test('a quarter filed since is served, its company found by its CIK', async () => {
      const newest = REVENUE.flatMap((tag) => apple.facts['us-gaap']?.[tag]?.units['USD'] ?? [])
        .filter((fact) => daysOf(fact) < 100)
        .sort((a, b) => (a.end < b.end ? 1 : -1))[0]!
      const before = await incomes('AAPL', 'period=quarterly&limit=20')
      expect(Date.parse(before[0]?.['end_date'])).toBeLessThan(Date.parse(newest.end))
      const done = await tidemark('import', 'companyfacts', APPLE_FACTS)
      expect(done.code).toBe(0)
      await expect
        .poll(async () => (await incomes('AAPL', 'period=quarterly&limit=1'))[0], SOON)
        .toMatchObject({ end_date: newest.end, revenue: newest.val })
      expect((await incomes('AAPL', 'period=quarterly&limit=20')).slice(1)).toEqual(before.slice(0, 19))
    })

    test('chat says Apple’s revenue of FY2024 and cites where it stands', async () => {
      const { text, sources } = await askChat(client, 'What was Apple’s revenue in fiscal 2024?')
      expect(text).toMatch(
        /Revenue of Apple .*\(AAPL\) in FY2024, to 2024-09-28, was USD 391,035 million \[1\]\./,
      )
      expect(text).not.toContain('simulated')
      const at = await client.at('AAPL')
      expect(sources).toEqual([
        {
          n: 1,
          doc_id: expect.any(String),
          headline: 'Fundamentals AAPL FY2024',
          url: `${at}/fundamentals?period=annual&limit=20`,
        },
      ])
    })

    test('chat tells how many shares were filed, which no price is needed for', async () => {
      const filed = apple.facts['us-gaap']!['CommonStockSharesOutstanding']!.units['shares']!
      const newest = filed.toSorted((one, other) => (one.end < other.end ? 1 : -1))[0]!
      const { text } = await askChat(client, 'How many shares outstanding does Apple have?')
      expect(text).toContain(
        `is ${(newest.val / 1e6).toLocaleString('en-US', { maximumFractionDigits: 2 })} million`,
      )
    })

    test('chat tells Apple’s balance sheet of a date, and the months to another by what was filed', async () => {
      const inMillions = (value: number): string => `USD ${(value / 1e6).toLocaleString('en-US')} million`
      const filed = (tag: string) => apple.facts['us-gaap']?.[tag]?.units['USD'] ?? []
      const assets = filed('Assets').find(({ end }) => end === '2023-04-01')!
      const balance = await askChat(client, 'What were Apple’s total assets as of April 1, 2023?')
      expect(balance.text).toContain(`to 2023-04-01, was ${inMillions(assets.val)}`)
      // The filings have the nine months as one number.
      const nine = REVENUE.flatMap(filed).find(
        ({ start, end }) => start === '2022-09-25' && end === '2023-07-01',
      )!
      const months = await askChat(client, 'Apple revenue for the nine months ended June 2023')
      expect(months.text).toContain(`= ${(nine.val / 1e6).toLocaleString('en-US')} million`)
      const quarter = REVENUE.flatMap(filed).find(
        ({ start, end }) => start === '2023-10-01' && end === '2023-12-30',
      )!
      const calendar = await askChat(client, 'Apple revenue in calendar Q4 2023')
      expect(calendar.text).toContain(`to 2023-12-30, was ${inMillions(quarter.val)}`)
      const before = await askChat(client, 'Apple total assets before 1 April 2010')
      const told = [...before.text.matchAll(/, to ([\d-]+), was (USD [\d,]+ million)/g)]
      const yearBefore = filed('Assets').filter(({ end }) => end >= '2009-04-01' && end <= '2010-03-31')
      expect(told).toHaveLength(4)
      expect(Object.fromEntries(told.map(([, end, value]) => [end, value]))).toEqual(
        Object.fromEntries(yearBefore.map(({ end, val }) => [end, inMillions(val)])),
      )
    })

    test('a number is explained by its filed lines, also as it was public on a past day', async () => {
      const now = await tidemark('explain', 'AAPL', 'eps_diluted', 'FY2018')
      expect([now.code, now.stdout]).toEqual([
        0,
        expect.stringMatching(
          /: 2\.98 USD\/shares\nRule: .*\n.*2020-10-30\.\n.*EarningsPerShareDiluted.*\n.* filed 2020-10-30/,
        ),
      ])
      const then = await tidemark(
        'explain',
        'AAPL',
        'eps_diluted',
        'FY2018',
        '--as-of',
        '2020-10-29',
        '--json',
      )
      expect(JSON.parse(then.stdout)).toMatchObject({
        ticker: 'AAPL',
        value: 11.91,
        stored_value: 11.91,
        unit: 'USD/shares',
        lines: [{ use: 'added', tag: 'us-gaap:EarningsPerShareDiluted', value: 11.91, on_split_basis: null }],
      })
      const unknown = await tidemark('explain', 'AAPL', 'debt', 'FY2018')
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/FIELD "debt" is none of: /)])
    })

    test('of Alphabet, for the ticker named, FY2021 is on the basis after its split of 20 to 1', async () => {
      const alphabet = factsOf(ALPHABET_FACTS)
      const values = (alphabet.facts['us-gaap']?.['EarningsPerShareDiluted']?.units['USD/shares'] ?? [])
        .filter(({ start, end }) => start === '2021-01-01' && end === '2021-12-31')
        .sort((a, b) => (a.filed < b.filed ? -1 : 1))
        .map(({ val }) => val)
      const split =
        alphabet.facts['us-gaap']?.['StockholdersEquityNoteStockSplitConversionRatio1']?.units['pure']
      expect(values[0]! / values.at(-1)!).toBeCloseTo(split?.at(-1)?.val ?? 0, 9)
      expect(await incomes('GOOGL', '')).toEqual([])
      const done = await tidemark('import', 'companyfacts', ALPHABET_FACTS, '--ticker', 'GOOGL')
      expect([done.code, countsOf(done, ALPHABET_FACTS)]).toMatchObject([0, { unchanged: 0, rejected: 0 }])
      await expect
        .poll(
          async () =>
            (await incomes('GOOGL', 'limit=20')).find(({ period }) => period === 'FY2021')?.['eps_diluted'],
          SOON,
        )
        .toBe(values.at(-1))
    })
  })

  describe('the same files again', () => {
    test('store nothing', async () => {
      const { read, stored, rejected } = countsOf(listings, LISTINGS)
      expect(countsOf(listingsAgain, LISTINGS)).toEqual({ read, stored: 0, unchanged: stored, rejected })
      expect(listingsAgain.code).toBe(2)
      const first = countsOf(lean, LEAN)
      const again = await tidemark('import', 'lean', LEAN, '--add')
      expect(countsOf(again, LEAN)).toEqual({ ...first, stored: 0, unchanged: first.stored })
      expect([lean.code, again.code]).toEqual([2, 2])
      const facts = await tidemark('import', 'companyfacts', APPLE_FACTS, ALPHABET_FACTS)
      expect([facts.code, countsOf(facts, '2 files')]).toMatchObject([0, { stored: 0, rejected: 0 }])
    })

    // The fault of the delisted AAA below: its record is overwritten with that of the fund which has the ticker now.
    test('store nothing, listings after Lean too', async () => {
      const { read, stored, rejected } = countsOf(listings, LISTINGS)
      const again = await tidemark('import', 'instruments', LISTINGS)
      expect(countsOf(again, LISTINGS)).toEqual({ read, stored: 0, unchanged: stored, rejected })
    })
  })

  describe('an import beside the running server is followed', () => {
    test('bars, and the same again changes nothing', async () => {
      const file = realData('prices', 'yahoo-csv', 'MSFT.csv')
      const rows = yahooRows('MSFT')
      const path = await client.at('MSFT')
      expect(await client.bars(path, 'period=max')).toEqual([])
      const done = await tidemark('import', 'bars', file)
      expect([done.code, countsOf(done, file)]).toEqual([
        0,
        { read: rows.length, stored: rows.length, unchanged: 0, rejected: 0 },
      ])
      await expect.poll(() => client.bars(path, 'period=max'), SOON).toEqual(rows)
      const again = await tidemark('import', 'bars', file)
      expect([again.code, countsOf(again, file)]).toEqual([
        0,
        { read: rows.length, stored: 0, unchanged: rows.length, rejected: 0 },
      ])
    })

    test('listings, found by the ISIN that the file has', async ({ task }) => {
      expect(Object.keys(csv(gunzipText(LISTINGS))[0]!)).not.toContain('isin')
      const [header = '', ...lines] = gunzipText(realData('instruments', 'financedatabase.csv.gz')).split(
        '\n',
      )
      const isins = lines.map((line) => /,([A-Z]{2}[0-9A-Z]{9}\d),[^,]*\r?$/.exec(line)?.[1])
      const once = new Map<string, number>()
      for (const isin of isins) if (isin !== undefined) once.set(isin, (once.get(isin) ?? 0) + 1)
      // Others at a second try: those of the first are there already.
      const from = 25 * (task.result?.retryCount ?? 0)
      const chosen = lines.filter((_line, index) => once.get(isins[index] ?? '') === 1).slice(from, from + 25)
      expect(chosen).toHaveLength(25)
      const file = join(folder, 'with-isin.csv')
      writeFileSync(file, `${[header, ...chosen].join('\n')}\n`)
      const rows = csv(readFileSync(file, 'utf8'))
      expect(await client.search(rows[0]?.['isin'] ?? '')).toEqual([])
      expect((await tidemark('import', 'instruments', file)).code).toBe(0)
      await expect.poll(() => client.search(rows[0]?.['isin'] ?? ''), SOON).toHaveLength(1)
      for (const { isin = '', symbol } of rows) {
        expect((await client.search(isin)).map(({ ticker }) => ticker)).toEqual([symbol])
      }
    })
  })

  describe('exchange rates', () => {
    const importFx = (...files: string[]): Promise<Outcome> => tidemark('import', 'fx', ...files)

    /** Rates of a file of the Federal Reserve and the lines of periods in which the bolívar was replaced. */
    function federal(file: string, monthly: boolean): { read: number; replaced: number[] } {
      const rows = csv(readFileSync(file, 'utf8'))
      expect(new Set(rows.map((row) => `${row['Date']} ${row['Country']}`)).size).toBe(rows.length)
      // On 20 August 2018 and, in the release, from November 2021.
      const changes = monthly ? ['2018-08-01'] : ['2018-01-01', '2021-01-01']
      const replaced = rows
        .filter((row) => row['Country'] === 'Venezuela' && changes.includes(row['Date'] ?? ''))
        .map(({ line }) => line)
      return { read: rows.length, replaced }
    }

    /** Every number of the bank's table is a rate: the dollar's column is the euro's. */
    const european = (): number =>
      sum(
        csv(unzipSole(ECB)).map(
          ({ line: _line, Date: _date, ...cells }) =>
            Object.values(cells).filter((cell) => Number(cell) > 0).length,
        ),
      )

    test(
      'every rate is stored but the bolívar’s of periods in which it was replaced, with 2; again stores none',
      LONG,
      async () => {
        const [monthly, annual] = [federal(MONTHLY, true), federal(ANNUAL, false)]
        const expected = [
          [ECB, european(), 0],
          [MONTHLY, monthly.read, monthly.replaced.length],
          [ANNUAL, annual.read, annual.replaced.length],
          [
            '3 files',
            european() + monthly.read + annual.read,
            monthly.replaced.length + annual.replaced.length,
          ],
        ] as const
        const named = [
          ...monthly.replaced.map((line) => `${MONTHLY}:${line}`),
          ...annual.replaced.map((line) => `${ANNUAL}:${line}`),
        ]
        expect(named).not.toEqual([])
        for (const again of [false, true]) {
          const done = await importFx(ECB, MONTHLY, ANNUAL)
          for (const [subject, read, rejected] of expected) {
            const kept = read - rejected
            expect([subject, countsOf(done, subject)]).toEqual([
              subject,
              { read, stored: again ? 0 : kept, unchanged: again ? kept : 0, rejected },
            ])
          }
          expect(rejectionsOf(done)).toEqual(
            named.map((where) => expect.stringMatching(new RegExp(`^${where}: rejected: .*Venezuela`))),
          )
          expect(done.code).toBe(2)
        }
      },
    )

    test.each([
      ['half a zip', 'half.zip', () => readFileSync(ECB).subarray(0, 300_000)],
      [
        'a table of something else',
        'other.csv',
        () => readFileSync(realData('prices', 'yahoo-csv', 'AAPL.csv')),
      ],
      ['an empty file', 'empty.csv', () => ''],
    ])('%s is 1 and one sentence', async (_name, name, content) => {
      const file = join(folder, name)
      writeFileSync(file, content())
      const { code, stdout, stderr } = await importFx(file)
      expect([code, countsOf({ code, stdout, stderr }, file)]).toEqual([1, {}])
      const said = linesOf(stderr).filter((line) => line !== file)
      expect(said).toEqual([expect.stringMatching(new RegExp(`^${file}: [^.].*\\.$|^${file} .*\\.$`))])
    })
  })

  describe('import lean, killed in the middle', () => {
    test('and run again has the same bars as one that was never disturbed', LONG, async () => {
      const { killed, again } = interrupted
      expect([killed.code, killed.stdout]).toEqual([null, expect.not.stringContaining(`${LEAN}: `)])
      expect(again.code).toBe(lean.code)
      const counts = countsOf(again, LEAN)
      const { read, stored, rejected } = countsOf(lean, LEAN)
      expect(counts).toEqual({ read, stored: expect.any(Number), unchanged: expect.any(Number), rejected })
      expect([counts.stored, counts.unchanged]).not.toContain(0)
      expect((counts.stored ?? 0) + (counts.unchanged ?? 0)).toBe(stored)
      leanAlone = await serve(toBeKilled)
      for (const [ticker, day] of [
        ['AAPL', '20140606'],
        ['AIG', '20131007'],
        ['SPY', '20230803'],
        ['WM', null],
      ] as const) {
        const queries = ['period=max', ...(day === null ? [] : [dayQuery(day, '1min')])]
        for (const query of queries) {
          const bars = await leanAlone.bars(await leanAlone.at(ticker), query)
          expect(bars.length).toBeGreaterThan(100)
          expect(bars).toEqual(await client.bars(await client.at(ticker), query))
        }
      }
    })
  })

  describe('a second source for a series', () => {
    const file = realData('prices', 'yahoo-csv', 'AAPL.csv')

    test('is refused with 1 and one sentence that names the source and basis there are', async () => {
      const path = await client.at('AAPL')
      const before = await client.bars(path, 'period=max')
      const { code, stdout, stderr } = await tidemark('import', 'bars', file)
      expect([code, stdout]).toEqual([1, ''])
      expect(linesOf(stderr).filter((line) => line !== file)).toEqual([
        expect.stringMatching(/^\S+AAPL\.csv: AAPL already has bars from import \(as_traded\); .*--replace/),
      ])
      expect(await client.bars(path, 'period=max')).toEqual(before)
    })

    test('takes the place of the first with --replace', async () => {
      const rows = yahooRows('AAPL')
      const done = await tidemark('import', 'bars', file, '--replace')
      expect([done.code, countsOf(done, file)]).toEqual([
        0,
        { read: rows.length, stored: rows.length, unchanged: 0, rejected: 0 },
      ])
      const path = await client.at('AAPL')
      await expect.poll(() => client.bars(path, 'period=max'), SOON).toEqual(rows)
    })
  })

  describe('securities that a first attempt would mix up', () => {
    /** Listings of a ticker that have bars of both securities that the map files tell apart. */
    async function mixed(of: Client, ticker: string): Promise<string[]> {
      const older = mapFiles().find(({ key }) => key === `${ticker.toLowerCase()}.1`)
      const end = older?.rows.at(-1)?.until ?? ''
      const found: string[] = []
      for (const item of (await of.search(ticker)).filter((each) => each.ticker === ticker)) {
        const dates = (await of.bars(`/v1/instruments/${item.entity_id}`, 'period=max')).map(
          ({ date }) => date,
        )
        if (dates[0] <= end && dates.at(-1) > end) found.push(`${item.name}: ${dates[0]} to ${dates.at(-1)}`)
      }
      return found
    }

    // listing-finder.ts, place: who is still listed is taken for the delisted one that had the ticker before.
    test.each(['AAA', 'FB', 'VXX'])(
      'two securities that were %s at different times stay two where only Lean was imported',
      async (ticker) => {
        expect(await mixed(leanAlone, ticker)).toEqual([])
      },
    )

    // identity-store.ts, readKnown: of two listings of one symbol the higher id counts, delisted or not.
    test('two securities that were AAA at different times stay two beside the listings', async () => {
      expect(await mixed(client, 'AAA')).toEqual([])
    })

    // listing-finder.ts, place: a ticker without a map file goes to a listing of its own beside the only one there is.
    test('bars of a ticker without a map file go to the only listing that has the ticker', async () => {
      const day = tradeDays('shy')[0] ?? ''
      const bars = await client.bars(await client.at('SHY', 'NASDAQ'), dayQuery(day, '1min'))
      expect(raw(bars)).toEqual(leanMinutes('shy', day, 5))
    })

    // stored-prices.ts: one as-traded series makes all as traded, so split-adjusted prices are split once more.
    test('the 52-week low after --replace is on one split basis', async () => {
      const rows = yahooRows('AAPL').filter(({ date }) => date >= '2013-06-10' && date <= '2014-06-09')
      await client.server.stop('SIGINT')
      client = await serve({ ...settings, CLOCK_START: '2014-06-09T21:00:00Z' })
      const { week_52_low } = await client.get(`${await client.at('AAPL')}/overview`)
      expect(week_52_low).toBeCloseTo(Math.min(...rows.map(({ low }) => low)), 2)
    })
  })
})

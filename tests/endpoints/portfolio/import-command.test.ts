import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importTransactions, type TransactionOptions } from '../../../src/cli/import-transactions.ts'
import { readConfig } from '../../../src/config/config.ts'
import { commandContext } from '../../support/command-context.ts'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const folder = mkdtempSync(join(tmpdir(), 'tidemark-transactions-'))
afterAll(() => rmSync(folder, { recursive: true }))

const token = await api.token('command@files.test')
const send = (path: string, json?: object) =>
  api.call(`/v1/portfolio/${path}`, { token: `Bearer ${token}`, ...(json === undefined ? {} : { json }) })
await send('accounts', { name: 'Depot', currency: 'USD' })
const stored = async (): Promise<number> =>
  (await api.get('/v1/portfolio/transactions', { token: `Bearer ${token}` })).body.total

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

type Options = TransactionOptions & { write?: boolean }

/** Runs the command and returns its code, and what it wrote. */
async function run(files: readonly string[], { write: isReal = false, ...options }: Options) {
  const lines: string[] = []
  const { port } = new URL(api.url)
  const config = { ...readConfig({ DATA_DIR: folder }, 'command'), port: Number(port) }
  const context = commandContext(config, (text) => lines.push(text), { dryRun: !isReal })
  const code = await importTransactions(context, files, options)
  return { code, lines }
}

describe('import transactions', () => {
  const good = file(
    'good.csv',
    'date,type,ticker,shares,price\n2026-01-15,buy,AAPL,10,100\n2026-01-16,sell,AAPL,99,1\n',
  )

  test('says what it would do, and does it with --write', async () => {
    const dry = await run([good], { token, account: 'depot' })
    expect(dry.lines).toEqual([
      `${good}:3: rejected: On 2026-01-16 the account would have less than nothing of the instrument.`,
      `${good} (read as generic): 2 read, 1 would be stored, 0 unchanged, 1 rejected`,
      'Nothing was entered: this was a dry run. --write enters the new ones.',
    ])
    expect([dry.code, await stored()]).toEqual([2, 0])
    await run([good], { token, account: 'depot', write: true })
    expect(await stored()).toBe(1)
    expect((await run([good], { token, account: 'depot', write: true })).lines.at(-1)).toContain(
      '0 stored, 1 unchanged',
    )
  })

  test('is content with a file that has text below the table, and says so', async () => {
    const path = file(
      'footer.csv',
      'Date,Type,Ticker,Shares,Price\n2026-01-15,buy,AAPL,10,100\n\nDate downloaded 01/20/2026 10:22 pm\n',
    )
    const { code, lines } = await run([path], { token, account: 'depot' })
    expect([code, lines.slice(0, 2)]).toEqual([
      0,
      [
        `${path}: left out below the last row: 1 line of text`,
        `${path} (read as generic): 1 read, 0 would be stored, 1 unchanged, 0 rejected`,
      ],
    ])
  })

  test.each(['latin1', 'utf16le'] as const)(
    'reads a file in %s, as banks and spreadsheets save it',
    async (encoding) => {
      const german = [
        'Datum;Ex-Tag;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz',
        '2026-01-12T00:00;;Einlage;250,00;USD;;;;;;;;;;;für März',
      ].join('\r\n')
      const mark = encoding === 'utf16le' ? '\ufeff' : ''
      const path = join(folder, `${encoding}.csv`)
      writeFileSync(path, mark + german, encoding)
      const { code, lines } = await run([path], { token, account: 'depot' })
      expect([code, lines[0]]).toEqual([
        0,
        `${path} (read as portfolio-performance): 1 read, 1 would be stored, 0 unchanged, 0 rejected`,
      ])
    },
  )

  test('reads JSON, and goes on behind a file that it cannot read', async () => {
    const items = file('items.json', '[{"trade_date":"2026-02-03","type":"deposit","amount":5}]')
    const { code, lines } = await run([join(folder, 'none.csv'), file('bad.json', '['), items], {
      token,
      account: 'Depot',
      write: true,
    })
    expect(code).toBe(2)
    expect(lines[0]).toContain('none.csv')
    expect(lines[1]).toContain('it is no JSON')
    expect(lines[2]).toBe(`${items} (read as generic): 1 read, 1 stored, 0 unchanged, 0 rejected`)
  })

  test.each([
    [[], { account: 'Depot', email: 'a@b.test' }, 'needs at least one FILE'],
    [['x'], { email: 'a@b.test' }, 'needs --account'],
    [['x'], { account: 'Depot' }, 'needs --token T, or --email E'],
    [['x'], { account: 'Other', token }, 'You have no account "Other"; there are "Depot".'],
    [['x'], { account: 'Depot', email: 'nobody@files.test' }, 'POST /v1/portfolio/accounts makes one'],
    [['x'], { account: 'Depot', token: 'wrong' }, 'token'],
  ])('refuses %j with %j', async (files, options, reason) => {
    await expect(run(files, options)).rejects.toThrow(reason)
  })

  test('says which command makes an account that is not there, and repeats no token', async () => {
    const url = api.url.replace(/\/$/, '')
    const commandFor = async (options: Options): Promise<string> =>
      run(['x'], options).then(
        () => '',
        (error: Error) => error.message.split('\n').at(-1) ?? '',
      )
    const rest = `-H 'Content-Type: application/json' -d '{"name":"Mum'\\''s","currency":"USD"}'`
    expect(await commandFor({ account: "Mum's", token })).toBe(
      `curl -X POST ${url}/v1/portfolio/accounts -H "Authorization: Bearer $TOKEN" ${rest}`,
    )
    expect(await commandFor({ account: "Mum's", email: 'nobody@files.test' })).toBe(
      `curl -X POST ${url}/v1/portfolio/accounts -H "Authorization: Bearer $(npx tidemark token --email 'nobody@files.test')" ${rest}`,
    )
  })
})

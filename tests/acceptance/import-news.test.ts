import { truncateSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import {
  cli,
  linesOf,
  type Outcome,
  preparedDataDir,
  type RunningServer,
  startServer,
  temporaryFolder,
} from './process.ts'

const folder = temporaryFolder()
let dataDir = ''
let server: RunningServer
// Commands use the database of a server that is running, which is faster than opening it each time.
beforeAll(async () => {
  dataDir = await preparedDataDir()
  server = await startServer({ DATA_DIR: dataDir, UPSTREAMS: '' })
})

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const tidemark = (...args: string[]): Promise<Outcome> => cli(args, { DATA_DIR: dataDir })
const jsonLines = (records: readonly unknown[]): string =>
  records.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('')

let articles = 0
const record = (fields: Record<string, unknown> = {}) => ({
  headline: `Article ${articles}`,
  url: `https://news.example/${articles++}`,
  source: 'Example Times',
  published_at: '2025-11-05T12:00:00Z',
  ...fields,
})
const counts = (path: string, read: number, stored: number, unchanged: number, rejected: number): string =>
  `${path}: ${read} read, ${stored} stored, ${unchanged} unchanged, ${rejected} rejected`

describe('import articles', () => {
  test('counts, says of each line that is left out why, and changes nothing at the second run', async () => {
    const good = [record(), record({ published_at: 'yesterday-ish', more: 1 }), record({ body: 'Text.' })]
    const path = file(
      'mixed.jsonl',
      `\ufeff${jsonLines([
        ...good,
        '',
        'no json',
        '[1]',
        record({ headline: 5 }),
        record({ headline: ' <br> ' }),
        record({ url: 'javascript:alert(1)' }),
        record({ source: ' ' }),
        record({ headline: 'x'.repeat(1_001) }),
        record({ body: 7 }),
        record({ url: 'https://reader:secret@news.example/a' }),
        good[0],
      ])}`,
    )
    const first = await tidemark('import', 'articles', path)
    expect(first.code).toBe(2)
    expect(linesOf(first.stdout)[0]).toBe(counts(path, 13, 3, 1, 9))
    const reasons = linesOf(first.stderr).filter((line) => line.includes('rejected:'))
    expect(reasons.map((line) => line.replace(`${path}:`, ''))).toEqual([
      '5: rejected: the line is not JSON',
      '6: rejected: the line is no JSON object',
      '7: rejected: headline must be a string',
      '8: rejected: headline has no text',
      '9: rejected: url is no absolute http or https address',
      '10: rejected: source has no text',
      '11: rejected: headline has more than 1000 characters',
      '12: rejected: body must be a string or null',
      '13: rejected: url has a user name or password',
    ])
    const second = await tidemark('import', 'articles', path)
    expect([second.code, linesOf(second.stdout)[0]]).toEqual([2, counts(path, 13, 0, 4, 9)])
  })

  test('reads compressed files, several at once, and sums up', async () => {
    const records = Array.from({ length: 1_200 }, () => record())
    const packed = file('many.jsonl.gz', gzipSync(jsonLines(records)))
    const plain = file('one.jsonl', JSON.stringify(record()))
    const { code, stdout } = await tidemark('import', 'articles', packed, plain)
    expect(code).toBe(0)
    expect(linesOf(stdout).slice(0, 3)).toEqual([
      counts(packed, 1_200, 1_200, 0, 0),
      counts(plain, 1, 1, 0, 0),
      counts('2 files', 1_201, 1_201, 0, 0),
    ])
  })

  test('leaves out a line that is too long, and goes on behind it', async () => {
    const long = JSON.stringify(record({ body: 'x'.repeat(9 * 1024 * 1024) }))
    const path = file('long.jsonl', jsonLines([record(), long, record()]))
    const { code, stdout, stderr } = await tidemark('import', 'articles', path)
    expect([code, linesOf(stdout)[0]]).toEqual([2, counts(path, 3, 2, 0, 1)])
    expect(stderr).toContain(`${path}:2: rejected: the line is longer than 8 MB`)
  })

  test('keeps what came before the place where a compressed file was cut off', async () => {
    const records = Array.from({ length: 3_000 }, () =>
      record({ body: Math.random().toString(36).repeat(20) }),
    )
    const path = file('cut.jsonl.gz', gzipSync(jsonLines(records)))
    truncateSync(path, Math.floor(statSync(path).size / 2))
    const first = await tidemark('import', 'articles', path)
    const [, read = 0, stored = 0, rejected = 0] =
      /(\d+) read, (\d+) stored, 0 unchanged, (\d+) rejected/.exec(first.stdout)?.map(Number) ?? []
    expect(first.code).toBe(2)
    expect(stored).toBeGreaterThan(1_000)
    expect([read, rejected]).toEqual([stored, 1])
    expect(first.stderr).toContain(
      'it was cut off (its compressed data end too early); what came before is kept.',
    )
    const again = await tidemark('import', 'articles', path)
    expect(again.stdout).toContain(counts(path, read, 0, stored, 1))
  })

  test.each([
    ['a folder', () => folder, /it is a folder, not a file\.$/],
    ['a device', () => '/dev/zero', /it is a device, not a file\.$/],
    ['a file that is not there', () => '/nowhere/a.jsonl', /there is no such file\.$/],
  ])('ends with 1 and one sentence for %s', async (_, at, says) => {
    const { code, stderr } = await tidemark('import', 'articles', at())
    expect(code).toBe(1)
    expect(linesOf(stderr).filter((line) => line !== at())).toEqual([expect.stringMatching(says)])
  })

  test('goes on with the next file, and ends with 2', async () => {
    const plain = file('next.jsonl', JSON.stringify(record()))
    const { code, stdout } = await tidemark('import', 'articles', folder, plain)
    expect([code, linesOf(stdout)[1]]).toEqual([2, counts('2 files', 1, 1, 0, 1)])
  })

  test('ends with 1 where nothing could be stored, and without a file', async () => {
    const path = file('bad.jsonl', 'nothing\nof this\n')
    expect((await tidemark('import', 'articles', path)).code).toBe(1)
    const { code, stderr } = await tidemark('import', 'articles')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^import articles needs at least one FILE\. /)])
  })
})

const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>Example Wire</title><link>https://wire.example/</link>
<item><title>Contoso &amp;amp; others rise</title><link>https://wire.example/1?utm_source=rss</link>
<description>&lt;p&gt;Shares rose.&lt;/p&gt;</description><pubDate>Wed, 05 Nov 2025 09:00:00 EST</pubDate></item>
<item><title>Undated</title><link>https://wire.example/2</link></item>
<item><link>https://wire.example/3</link></item>
</channel></rss>`

describe('import feed', () => {
  test('stores the items of a feed under its title, and those without text are counted', async () => {
    const path = file('feed.xml', RSS)
    const first = await tidemark('import', 'feed', path)
    expect([first.code, linesOf(first.stdout)[0]]).toEqual([2, counts(path, 3, 2, 0, 1)])
    expect(first.stderr).toContain(`${path}: 1 item rejected: no text or no address`)
    const again = await tidemark('import', 'feed', path)
    expect([again.code, linesOf(again.stdout)[0]]).toEqual([2, counts(path, 3, 0, 2, 1)])
  })

  test('takes the name of the publisher that it is told', async () => {
    const path = file('named.xml', RSS.replaceAll('wire.example', 'named.example'))
    const { stdout } = await tidemark('import', 'feed', path, '--source', 'Named Wire')
    expect(linesOf(stdout)[0]).toBe(counts(path, 3, 2, 0, 1))
  })

  test('reads what there is of a feed that breaks off, and says so', async () => {
    const text = RSS.replaceAll('wire.example', 'broken.example').replace('Example Wire', 'Broken Wire')
    const path = file('broken.xml', text.slice(0, text.indexOf('<item><link>')))
    const { code, stdout, stderr } = await tidemark('import', 'feed', path)
    expect([code, linesOf(stdout)[0]]).toEqual([0, counts(path, 2, 2, 0, 0)])
    expect(stderr).toContain('it is not well-formed and was read as far as it goes')
  })

  test('says that a feed has more items than are read', async () => {
    const items = Array.from({ length: 5_001 }, (_, at) => `<item><title>Long ${at}</title></item>`)
    const path = file(
      'long.xml',
      `<rss><channel><link>https://long.example/</link>${items.join('')}</channel></rss>`,
    )
    const { stdout, stderr } = await tidemark('import', 'feed', path, '--dry-run')
    expect(linesOf(stdout)[0]).toContain('5000 read')
    expect(stderr).toContain(`${path}: of more than 5000 items the first 5000 are read.`)
    expect(stderr).not.toContain('well-formed')
  })

  test('ends with 1 for what is no feed', async () => {
    for (const [name, content] of [
      ['empty.xml', ''],
      ['page.html', '<html><body>Hello</body></html>'],
      ['noise.xml', Buffer.from([0, 1, 2, 255, 254])],
    ] as const) {
      const { code, stderr } = await tidemark('import', 'feed', file(name, content))
      expect([name, code]).toEqual([name, 1])
      expect(stderr.trim()).toContain(name)
    }
    expect((await tidemark('import', 'feed', folder)).code).toBe(1)
    expect((await tidemark('import', 'feed')).code).toBe(1)
  })
})

test('the server serves what was imported, each article once', async () => {
  const login = await askedAgain(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@news.test' }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const search = async (): Promise<any[]> => {
    const path = '/v1/news/search?q=contoso&from=2025-01-01&to=2026-01-01&sort=published_at'
    const reply = await askedAgain(server.url + path, { headers: { authorization: `Bearer ${token}` } })
    return ((await reply.json()) as { items: any[] }).items ?? []
  }
  // Feeds came last, behind some thousand articles.
  await expect.poll(async () => (await search()).length, { timeout: 60_000, interval: 500 }).toBe(3)
  const wire = (await search()).find((each) => each.source === 'Example Wire')
  expect(wire).toMatchObject({
    headline: 'Contoso & others rise',
    url: 'https://wire.example/1?utm_source=rss',
    published_at: '2025-11-05T14:00:00.000Z',
    summary: 'Shares rose.',
  })
  await server.stop('SIGINT')
})

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cli,
  linesOf,
  main,
  type Outcome,
  preparedDataDir,
  run,
  startServer,
  temporaryFolder,
} from './process.ts'

const folder = temporaryFolder()
const prepared = await preparedDataDir()
let copies = 0

/** A data directory that a demo has used before, so that its keys are there. */
function dataDir(): string {
  const path = join(folder, `data-${++copies}`)
  cpSync(prepared, path, { recursive: true })
  return path
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const listening = createServer()

beforeAll(async () => {
  const server = await startServer({ DATA_DIR: prepared, UPSTREAMS: '' })
  await server.stop('SIGINT')
  spawnSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
  listening.listen(join(folder, 'socket'))
  await once(listening, 'listening')
})
afterAll(() => void listening.close())

const start = (settings: Record<string, string>): Promise<Outcome> =>
  main(['demo'], { UPSTREAMS: '', PORT: '0', OPS_PORT: '0', ...settings })

const SENTENCE = /^[^\n]+\.$/

test('a key file of the data directory that is damaged is one sentence that names it and what to do', async () => {
  const path = dataDir()
  const key = join(path, 'internal-key.json')
  const cut = readFileSync(key, 'utf8').slice(0, 700)
  writeFileSync(key, cut)
  const { code, stdout, stderr } = await start({ DATA_DIR: path })
  expect([code, stdout]).toEqual([1, ''])
  expect(linesOf(stderr)).toEqual([expect.stringMatching(SENTENCE)])
  expect(stderr).toContain(key)
  expect(stderr).toMatch(/it is not JSON.*restore it from a copy, or remove it/)
  // What a damaged key still holds is nobody's to read.
  expect(stderr).not.toContain(cut.slice(20, 60))
})

test('a lock that is no lock is one sentence that names it', async () => {
  const path = dataDir()
  writeFileSync(join(path, 'lock'), 'x'.repeat(4_096))
  const { code, stderr } = await start({ DATA_DIR: path })
  expect([code, linesOf(stderr)]).toEqual([1, [expect.stringMatching(/\/lock .* is damaged.*remove it/)]])
})

describe('too few open files', () => {
  const limited = (limit: number, command: string, settings: Record<string, string>): Promise<Outcome> =>
    run(['sh', '-c', `ulimit -n ${limit}; exec "${process.execPath}" ${command}`], {
      PORT: '0',
      OPS_PORT: '0',
      UPSTREAMS: '',
      ...settings,
    }).ended

  test.concurrent.each([40, 160])('%i: one sentence with the limit and how to raise it', async (limit) => {
    const path = join(folder, `limited-${limit}`)
    for (const command of ['src/main.ts demo', 'src/cli/tidemark.ts migrate']) {
      const { code, stdout, stderr } = await limited(limit, command, { DATA_DIR: path })
      expect([code, stdout, linesOf(stderr)]).toEqual([
        1,
        '',
        [
          expect.stringMatching(
            new RegExp(`^This process may open ${limit} files .* 1024 .*ulimit -n .*\\.$`),
          ),
        ],
      ])
    }
    expect(() => statSync(path)).toThrow('ENOENT')
  })
})

describe('the files of a server are its user’s alone', () => {
  test('whatever the umask of its shell', async () => {
    const path = await preparedDataDir()
    chmodSync(path, 0o755)
    const server = await startServer({ DATA_DIR: path, UPSTREAMS: '' }, [
      'sh',
      '-c',
      `umask 0; exec "${process.execPath}" src/main.ts demo`,
    ])
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
    expect(names).toEqual(
      expect.arrayContaining(['lock', 'server.json', '.s.PGSQL.5432', 'internal-key.json']),
    )
    const open = ['.', ...names].filter((name) => (statSync(join(path, name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
    await server.stop('SIGINT')
  })
})

const NO_FILES: ReadonlyArray<readonly [() => string, RegExp]> = [
  [() => '/dev/zero', /it is a device, not a file\.$/],
  [linkTo('/dev/urandom'), /it is a device, not a file\.$/],
  [() => join(folder, 'pipe'), /it is a pipe, not a file\.$/],
  [() => join(folder, 'socket'), /it is a socket, not a file\.$/],
  [() => folder, /it is a folder, not a file\.$/],
]

test.concurrent.each(['bars', 'companyfacts', 'fx'])(
  'import %s of devices, a pipe, a socket and a folder ends with one sentence for each before a database is made',
  async (what) => {
    const paths = NO_FILES.map(([at]) => at())
    const unused = join(folder, `unused-${++copies}`)
    const { code, stdout, stderr } = await cli(['import', what, ...paths], { DATA_DIR: unused })
    expect([code, stdout]).toEqual([1, '5 files: 0 read, 0 stored, 0 unchanged, 5 rejected\n'])
    const lines = linesOf(stderr)
    expect(lines).toEqual(NO_FILES.map(([, says]) => expect.stringMatching(says)))
    for (const [at, path] of paths.entries()) expect(lines[at]).toContain(path)
    expect(existsSync(unused)).toBe(false)
  },
)

test.concurrent('import instruments of a device ends with one sentence before a database is made', async () => {
  const unused = join(folder, `unused-${++copies}`)
  const { code, stdout, stderr } = await cli(['import', 'instruments', '/dev/zero'], { DATA_DIR: unused })
  expect([code, stdout, linesOf(stderr)]).toEqual([
    1,
    '',
    [expect.stringMatching(/\/dev\/zero.*it is a device/)],
  ])
  expect(existsSync(unused)).toBe(false)
})

function linkTo(target: string): () => string {
  return () => {
    const path = join(folder, `link-${++copies}`)
    symlinkSync(target, path)
    return path
  }
}

function terabyte(): string {
  const path = join(folder, `sparse-${++copies}`)
  writeFileSync(path, '')
  truncateSync(path, 2 ** 40)
  return path
}

const BARS = `Date,Open,High,Low,Close,Volume\n${Array.from(
  { length: 200 },
  (_, day) =>
    `${new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)},1,2,1,1.${day},${day * 7919}`,
).join('\n')}\n`

describe('a copy that was cut off', () => {
  const packed = gzipSync(BARS)

  test('among others says that nothing of it is stored, what is, and how to go on', async () => {
    const settings = { DATA_DIR: dataDir() }
    const whole = file('WHOLE.csv.gz', packed)
    const cut = file('CUT.csv.gz', packed.subarray(0, packed.length / 2))
    const first = await cli(['import', 'bars', '--add', whole, cut], settings)
    expect(first.code).toBe(2)
    expect(linesOf(first.stderr).filter((line) => line.startsWith(cut) && line !== cut)).toEqual([
      `${cut}: it was cut off (its compressed data end too early), and nothing of it is stored: get it again and repeat the command.`,
    ])
    expect(first.stdout).toMatch(/2 files: 200 read, 200 stored, 0 unchanged, 1 rejected/)

    writeFileSync(cut, packed)
    const second = await cli(['import', 'bars', '--add', whole, cut], settings)
    expect(second.code).toBe(0)
    expect(second.stdout).toMatch(/2 files: 400 read, 200 stored, 200 unchanged, 0 rejected/)
  })

  /** Files that are cut off, by the command that is given them, and why nothing can be read of each. */
  const CUTS: ReadonlyArray<
    readonly [string, ReadonlyArray<readonly [string, () => string | Buffer, RegExp]>]
  > = [
    ['bars', [['bars.csv.gz', () => packed.subarray(0, 30), /its compressed data end too early/]]],
    [
      'instruments',
      [
        [
          'list.csv.gz',
          () => gzipSync('symbol,name,asset_class\nA,B,equity\n').subarray(0, 30),
          /compressed/,
        ],
      ],
    ],
    [
      'companyfacts',
      [
        ['facts.json', () => '{"cik":1,"facts":{"us-gaap":{"Ass', /its JSON ends too early/],
        ['facts.json.gz', () => gzipSync('{"cik":1,"facts":{}}').subarray(0, 20), /compressed/],
      ],
    ],
    [
      'fx',
      [
        ['rates.csv.gz', () => gzipSync(BARS).subarray(0, 40), /its compressed data end too early/],
        ['rates.zip', () => zipOf(BARS).subarray(0, 90), /its directory is missing/],
      ],
    ],
  ]
  const NOTHING_STORED = / it was cut off \(.*\), and nothing of it is stored: get it again and repeat /
  test.concurrent.each(CUTS)(
    'and a file of a terabyte, which import %s does not begin to read, are told from a damaged one',
    async (what, cuts) => {
      const paths = cuts.map(([name, content]) => file(`cut-${what}-${name}`, content()))
      // `import instruments` takes one file.
      const commands = what === 'instruments' ? [paths, [terabyte()]] : [[...paths, terabyte()]]
      for (const given of commands) {
        const { code, stdout, stderr } = await cli(['import', what, ...given], { DATA_DIR: dataDir() })
        expect([code, stdout]).toEqual([1, expect.not.stringContaining(' 1 stored')])
        const sentences = linesOf(stderr).filter((line) => !given.includes(line))
        expect(sentences).toHaveLength(given.length)
        for (const path of given) {
          const [, , why = /it is larger than \d00 MB/] = cuts[paths.indexOf(path)] ?? []
          const said = sentences.find((line) => line.includes(path))
          for (const each of paths.includes(path) ? [why, NOTHING_STORED] : [why]) expect(said).toMatch(each)
        }
      }
    },
  )

  test.concurrent('companyfacts without a period say why nothing is stored', async () => {
    const path = file('no-period.json', '{"cik":1,"facts":{}}')
    const { code, stderr } = await cli(['import', 'companyfacts', path], { DATA_DIR: dataDir() })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no fiscal year and no quarter/)])
  })
})

/** A zip with one deflated member. */
function zipOf(text: string): Buffer {
  const content = deflateRawSync(text)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(text.length, 22)
  return Buffer.concat([head, content])
}

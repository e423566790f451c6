import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import {
  linesOf,
  type Outcome,
  preparedDataDir,
  ROOT,
  run,
  type RunningServer,
  startServer,
  temporaryFolder,
} from './process.ts'

/** What docs/importing.md says of one importer. */
interface Guide {
  name: string
  file: string
  /** The file within a zip; null for what is no zip. */
  member: string | null
  lines: readonly string[]
  command: readonly string[]
  says: readonly string[]
  rejected: ReadonlyArray<readonly [row: string, reason: string]>
}

const PAGE = readFileSync(join(ROOT, 'docs/importing.md'), 'utf8')
const GUIDES = [...PAGE.matchAll(/<!-- guide (\w+) -->\n([\s\S]*?)<!-- end -->/g)].map(
  ([, name = '', text = '']) => guideOf(name, text),
)

function guideOf(name: string, text: string): Guide {
  const [, file = '', member] = /^Sample `([^`,]+)(?:, in it ([^`]+))?`:$/m.exec(text) ?? []
  const [, sample = ''] = /\n```\n([\s\S]*?)```/.exec(text) ?? []
  const [, command = '', says = ''] = /```console\n\$ npx tidemark (.*)\n([\s\S]*?)```/.exec(text) ?? []
  const rejected = [...text.matchAll(/^\| `(.*)` \| (.*) \|$/gm)]
    .map(([, row = '', reason = '']) => [row, reason] as const)
    .slice(text.slice(0, text.indexOf('| Row |')).match(/^\| `(.*)` \| (.*) \|$/gm)?.length ?? 0)
  return {
    name,
    file,
    member: member ?? null,
    lines: linesOf(sample),
    command: command.split(' '),
    says: linesOf(says),
    rejected: text.includes('| Row |') ? rejected : [],
  }
}

const folder = temporaryFolder()
let settings: Record<string, string>
let server: RunningServer

function write({ file, member }: Guide, lines: readonly string[]): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  const text = `${lines.join('\n')}\n`
  writeFileSync(path, member === null ? text : zipSync({ [member]: Buffer.from(text) }))
}

/** Runs a command as it is typed in the folder of the samples. */
function tidemark(args: readonly string[]): Promise<Outcome> {
  const command = 'cd "$0" && exec "$@"'
  const program = [process.execPath, join(ROOT, 'src/cli/tidemark.ts')]
  return run(['sh', '-c', command, folder, ...program, ...args], settings).ended
}

beforeAll(async () => {
  settings = { DATA_DIR: await preparedDataDir() }
  server = await startServer({ ...settings, UPSTREAMS: '' })
  const email = 'you@demo.test'
  const { access_token: token } = await post('/v1/auth/dev-login', { email })
  await post('/v1/portfolio/accounts', { name: 'Broker', currency: 'USD' }, token)
})

async function post(path: string, body: object, token?: string): Promise<{ access_token: string }> {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const response = await askedAgain(server.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
  return (await response.json()) as { access_token: string }
}

test('docs/importing.md has a sample for every importer, and names CLOCK_START', async () => {
  const { stdout } = await tidemark(['import', '--help'])
  const names = [...stdout.matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, name]) => name)
  expect(GUIDES.map(({ name }) => name)).toEqual(names)
  for (const { name, lines, says } of GUIDES)
    expect([name, lines.length, says.length]).toEqual([name, 3, says.length])
  expect(PAGE).toContain('CLOCK_START=')
})

describe.each(GUIDES)('import $name', (guide) => {
  const { file, lines, command, says, rejected } = guide

  test('its sample is stored as the page says, after a dry run that says so, and is unchanged when it comes again', async () => {
    write(guide, lines)
    const dry = await tidemark([...command.filter((each) => each !== '--write'), '--dry-run'])
    expect([dry.code, dry.stderr]).toEqual([0, ''])
    expect(linesOf(dry.stdout).slice(0, says.length)).toEqual(
      says.map((line) => line.replace(' stored,', ' would be stored,')),
    )
    const { code, stdout, stderr } = await tidemark(command)
    expect([code, linesOf(stdout).slice(0, says.length), stderr]).toEqual([0, says, ''])
    const again = await tidemark([...command, '--json'])
    const { read, unchanged } = JSON.parse(again.stdout) as { read: number; unchanged: number }
    expect([again.code, read > 0, unchanged]).toEqual([0, true, read])
  })

  test.each(rejected.length > 0 ? [guide] : [])(
    'rows that it calls left out are, each with its line and reason',
    async () => {
      write(guide, [...lines, ...rejected.map(([row]) => row)])
      const { code, stdout } = await tidemark([...command, '--json'])
      const report = JSON.parse(stdout) as {
        rejected: number
        stored: number
        rejections: Array<{ name: string; line: number; reason: string }>
      }
      expect([code, report.stored, report.rejected]).toEqual([2, 0, rejected.length])
      for (const [index, [, reason]] of rejected.entries()) {
        const line = lines.length + index + 1
        const found = report.rejections.find((each) => each.line === line)
        expect(found).toMatchObject({
          name: expect.stringContaining(file),
          reason: expect.stringContaining(reason),
        })
      }
    },
  )
})

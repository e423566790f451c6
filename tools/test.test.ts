import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Inside the repository, so that a test file there finds Vitest. */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(ROOT, '.tests-of-tests-'))
  mkdirSync(temporary())
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { include: ["*.test.mjs"] } }\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A test that leaves a mark at each start and then does what the text says; `starts` is how often it was started. */
function put(name: string, text: string): void {
  writeFileSync(
    join(folder, `${name}.test.mjs`),
    `import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
mkdtempSync(import.meta.dirname + '/start-${name}-')
const starts = readdirSync(import.meta.dirname).filter((each) => each.startsWith('start-${name}-')).length
test('${name}', async () => { ${text} })\n`,
  )
}

const startsOf = (name: string): number =>
  readdirSync(folder).filter((each) => each.startsWith(`start-${name}-`)).length

const temporary = (): string => join(folder, 'tmp')

function run(): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'tools/test.ts')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      TMPDIR: temporary(),
      VITEST: undefined,
      VITEST_POOL_ID: undefined,
      VITEST_WORKER_ID: undefined,
    },
  })
  return { status, text: stdout + stderr }
}

const DIES = `process.kill(process.pid, 'SIGTRAP'); await new Promise(() => {})`

describe('npm test', () => {
  test('runs a file again whose process was ended by a signal, and names it', () => {
    put('sound', 'expect(1).toBe(1)')
    put('mortal', `if (starts === 1) { ${DIES} }`)
    const { status, text } = run()
    expect(text).toMatch(/FLAKY, a worker process was ended by a signal.*\n.*mortal\.test\.mjs: SIGTRAP/)
    expect({ status, sound: startsOf('sound'), mortal: startsOf('mortal') }).toEqual({
      status: 0,
      sound: 1,
      mortal: 2,
    })
  }, 60_000)

  test('leaves nothing in the temporary directory, whatever tests leave there', () => {
    put(
      'untidy',
      `const { mkdtempSync } = await import('node:fs'); const { tmpdir } = await import('node:os'); mkdtempSync(tmpdir() + '/left-')`,
    )
    const { status, text } = run()
    expect([status, text.includes('1 passed')]).toEqual([0, true])
    expect(readdirSync(temporary())).toEqual([])
  }, 60_000)

  test('fails when it is ended again, and when a test fails', () => {
    put('mortal', DIES)
    expect([run().status, startsOf('mortal')]).toEqual([1, 2])
    put('mortal', `if (starts === 3) { ${DIES} }`)
    put('wrong', 'expect(1).toBe(2)')
    expect([run().status, startsOf('mortal')]).toEqual([1, 3])
  }, 60_000)
})

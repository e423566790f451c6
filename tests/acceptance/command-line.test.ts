import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, linesOf, main, type Outcome, preparedDataDir, ROOT, run, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
/** Some five seconds of work. */
const LISTINGS = 60_000

describe('npx tidemark in the repository', () => {
  const typed = (where: string, ...command: string[]): Promise<Outcome> =>
    run(['sh', '-c', 'cd "$0" && exec "$@"', where, ...command]).ended

  test.each([
    ['at its root', ROOT],
    ['in a folder of it', join(ROOT, 'docs')],
  ])('prints the version %s', async (_name, where) => {
    const { code, stdout } = await typed(where, 'npx', '--no', 'tidemark', '--version')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })

  test('hands on arguments and exit codes, and says what was meant', async () => {
    const { code, stderr } = await typed(ROOT, 'npx', '--no', 'tidemark', 'improt', 'bars', 'A B.csv')
    expect([code, linesOf(stderr)]).toEqual([
      1,
      ['Unknown command improt. Did you mean import? npx tidemark --help lists what there is.'],
    ])
  })
})

describe('output that nobody reads', () => {
  test('does not end a command: it works to its end, and says nothing of it', async () => {
    const settings = { DATA_DIR: await preparedDataDir() }
    const names = ['one', 'two'].map((name) => join(folder, `${name}.jsonl`))
    for (const name of names) {
      const article = { headline: `About ${name}`, url: `https://news.test${name}`, source: 'Wire' }
      writeFileSync(name, `${JSON.stringify(article)}\n`)
    }
    const script = 'node "$0" import articles "$@" | true; echo "${PIPESTATUS[0]}"'
    const file = join(ROOT, 'src/cli/tidemark.ts')
    const { stdout, stderr } = await run(['bash', '-c', script, file, ...names], settings).ended
    expect([stdout, stderr]).toEqual(['0\n', ''])
    const again = await cli(['import', 'articles', ...names], settings)
    expect(again.stdout).toContain('2 files: 2 read, 0 stored, 2 unchanged, 0 rejected')
  })
})

describe('npm start and npm run demo', () => {
  test.each([
    [['demo', '--help'], 0, /^Usage: npm run demo -- \[options\]/, /^$/],
    [['--help'], 0, /^Usage: npm start -- \[options\]/, /^$/],
    [['demo', '--rest'], 1, /^$/, /^Unknown option --rest\. Did you mean --reset\?/],
    [['--port=1'], 1, /^$/, /^Unknown option --port=?1?\. npm start -- --help lists/],
  ])('%j ends with %i', async (args, exitCode, stdout, stderr) => {
    const path = join(folder, 'none')
    expect(await main(args, { DATA_DIR: path })).toEqual({
      code: exitCode,
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
    })
  })

  test('whose help nobody reads end all the same', async () => {
    const script = 'node "$0" demo --help | true; echo "${PIPESTATUS[0]}"'
    const { stdout, stderr } = await run(['bash', '-c', script, join(ROOT, 'src/main.ts')]).ended
    expect([stdout, stderr]).toEqual(['0\n', ''])
  })
})

describe('what a newcomer gets wrong', () => {
  test('is told in sentences without the words of a library or a system', async () => {
    const settings = { DATA_DIR: await preparedDataDir() }
    const csv = join(folder, 'a.csv')
    writeFileSync(csv, 'a,b\n1,2\n')
    const tries: Array<readonly [readonly string[], RegExp]> = [
      [['import', 'bars', 'none.csv'], /^none\.csv: there is no such file\.$/],
      [['import', 'bars', folder], /: it is a folder, not a file\.$/],
      [['import', 'bars', `${csv}/x.csv`], /: there is no such file: a part of its path is no folder\.$/],
      [['import', 'bars', csv], /a\.csv: its header has no column open, high, low, close, volume\.$/],
      [['import', 'lean', 'none'], /^none: there is no such folder\.$/],
      [['import', 'lean', csv], /: it is a file, not a folder\.$/],
      [['import', 'fx', csv], /: its header has no column date\.$/],
      [['import', 'companyfacts', csv], /: it is not JSON\.$/],
      [['import', 'feed', csv], /a\.csv: /],
      [['token', '--email', 'nonsense'], /^"nonsense" is no e-mail address such as you@demo\.test\.$/],
      [['tenant', 'set', 'acme', '--tier', 'pro'], /^"acme" is no tenant: give the id /],
    ]
    for (const [args, says] of tries) {
      const { code, stdout, stderr } = await cli(args, settings)
      expect([args, code, stdout, linesOf(stderr)]).toEqual([args, 1, '', [expect.stringMatching(says)]])
      expect(stderr).not.toMatch(/\bE[A-Z]{4,}\b|Error|\^\[|node:/)
    }
  })

  test('a database that cannot be used is said to be so', async () => {
    const { code, stderr } = await cli(['migrate'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect([code, linesOf(stderr)]).toEqual([
      1,
      ['The database at DATABASE_URL cannot be used: nothing listens there.'],
    ])
  })
})

describe('Ctrl-C in the middle of an import', () => {
  test('keeps what is counted, says how to go on, and the same command goes on', async () => {
    const settings = { DATA_DIR: await preparedDataDir() }
    const file = join(folder, 'listings.csv')
    const rows = Array.from({ length: LISTINGS }, (_, n) => `T${n},Company ${n},NYSE,equity`)
    writeFileSync(file, `symbol,name,exchange,asset_class\n${rows.join('\n')}\n`)
    const command = ['import', 'instruments', file]
    const { child, ended } = run([process.execPath, 'src/cli/tidemark.ts', ...command], settings)
    // The first line of progress comes after two seconds, and two signals are one where npm passes them on.
    child.stderr?.once('data', () => {
      child.kill('SIGINT')
      child.kill('SIGINT')
    })
    const { code, stdout, stderr } = await ended
    expect(code).toBe(130)
    const [, stored = ''] = /: \d+ read, (\d+) stored, 0 unchanged, 0 rejected$/m.exec(stdout) ?? []
    expect(Number(stored)).toBeGreaterThan(0)
    expect(Number(stored)).toBeLessThan(LISTINGS)
    expect(linesOf(stdout)[1]).toBe(
      `${file}: ${(LISTINGS - Number(stored)).toLocaleString('en-US')} listings are left.`,
    )
    expect(linesOf(stderr).filter((line) => line.startsWith('Stop'))).toEqual([
      'Stopping after what is under way; Ctrl-C once more ends it at once.',
      'Stopped. What is counted above is stored; the same command goes on with the rest.',
    ])
    const again = await cli([...command, '--json'], settings)
    expect(JSON.parse(again.stdout)).toMatchObject({
      exit_code: 0,
      read: LISTINGS,
      stored: LISTINGS - Number(stored),
      unchanged: Number(stored),
      rejected: 0,
    })
  })
})

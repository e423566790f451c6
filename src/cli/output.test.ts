import { describe, expect, it } from 'vitest'
import { createOutput, type OutputOptions, progressText, reject } from './output.ts'

/** An output with what it has written. */
function outputOf(options: Partial<OutputOptions> & { isTTY?: boolean } = {}) {
  const written = { stdout: '', stderr: '' }
  const time = { now: 0 }
  const stdout = { write: (text: string) => (written.stdout += text) }
  const stderr = { write: (text: string) => (written.stderr += text), isTTY: options.isTTY ?? false }
  return { written, time, output: createOutput({ stdout, stderr }, { now: () => time.now, ...options }) }
}

const COUNTS = { read: 3, stored: 1, unchanged: 0, rejected: 2 }

describe('output', () => {
  it('is lines for people: counts on the one stream, reasons on the other', () => {
    const { output, written } = outputOf()
    reject(output, 'a.csv', { line: 3, reason: 'no date' })
    output.counts('a.csv', COUNTS)
    output.end(2)
    expect(written).toEqual({
      stdout: 'a.csv: 3 read, 1 stored, 0 unchanged, 2 rejected\n',
      stderr: 'a.csv:3: rejected: no date\n',
    })
  })

  it('is one JSON value with --json, of an import with every row that was left out', () => {
    const { output, written } = outputOf({ json: true, dryRun: true })
    output.line('a notice')
    output.rejected([{ name: 'a.csv', line: null, rows: 2, reason: 'odd' }], ['a.csv: odd'])
    output.counts('a.csv', COUNTS)
    output.counts('b.csv', { read: 1, stored: 1, unchanged: 0, rejected: 0 })
    output.end(2)
    expect(JSON.parse(written.stdout)).toEqual({
      exit_code: 2,
      dry_run: true,
      read: 4,
      stored: 2,
      unchanged: 0,
      rejected: 2,
      items: [
        { name: 'a.csv', ...COUNTS },
        { name: 'b.csv', read: 1, stored: 1, unchanged: 0, rejected: 0 },
      ],
      rejections: [{ name: 'a.csv', line: null, rows: 2, reason: 'odd' }],
      notices: ['a notice'],
      errors: [],
    })
    expect(written.stderr).toBe('a.csv: odd\n')
  })

  it('is the result itself with --json where a command has one, and the error where it has none', () => {
    const answered = outputOf({ json: true })
    answered.output.result({ access_token: 'x' }, ['x'])
    answered.output.end(0)
    expect(JSON.parse(answered.written.stdout)).toEqual({ access_token: 'x' })
    const failed = outputOf({ json: true })
    failed.output.error('No server.')
    failed.output.end(1)
    expect(JSON.parse(failed.written.stdout)).toMatchObject({ exit_code: 1, errors: ['No server.'] })
  })

  it('is the result and errors alone with --quiet', () => {
    const { output, written, time } = outputOf({ quiet: true, isTTY: true })
    output.progress('a.csv', { share: 0.5, rows: 10 })
    time.now = 10_000
    output.progress('a.csv', { share: 0.6, rows: 10 })
    output.line('a notice')
    output.counts('a.csv', COUNTS)
    output.total('2 files', COUNTS)
    output.error('wrong')
    output.result({}, ['asked for'])
    output.end(2)
    expect(written).toEqual({ stdout: 'asked for\n', stderr: 'wrong\n' })
  })

  it('says that a dry run stores nothing', () => {
    const { output, written } = outputOf({ dryRun: true })
    output.total('2 files', COUNTS)
    expect(written.stdout).toBe('2 files: 3 read, 1 would be stored, 0 unchanged, 2 rejected\n')
  })
})

describe('progress', () => {
  it.each([
    [{ share: 0, rows: 0 }, 0, 'a.csv: 0 %'],
    [{ share: 0.456, rows: 24_600 }, 2, 'a.csv: 45 %, 12,300 rows/s, 3 s left'],
    [{ share: 0.1, rows: 0 }, 60, 'a.csv: 10 %, 9 min 0 s left'],
    [{ share: 0.1, rows: 36_000 }, 3_600, 'a.csv: 10 %, 10 rows/s, 9 h 0 min left'],
    [{ share: 1, rows: 100 }, 10, 'a.csv: 100 %, 10 rows/s'],
    [undefined, 5, 'a.csv'],
  ])('%j after %i s is %s', (advance, seconds, text) => {
    expect(progressText('a.csv', advance, seconds)).toBe(text)
  })

  it('is one line in place on a terminal, which every other line clears', () => {
    const { output, written, time } = outputOf({ isTTY: true })
    output.progress('a.csv', { share: 0, rows: 0 })
    time.now = 50
    output.progress('a.csv', { share: 0.1, rows: 5 })
    time.now = 200
    output.progress('a.csv', { share: 0.2, rows: 9 })
    output.error('wrong')
    expect(written.stderr).toBe('\r\x1b[Ka.csv: 0 %\r\x1b[Ka.csv: 20 %\r\x1b[Kwrong\n')
  })

  it('elsewhere is a line every two seconds, and none for what is done before', () => {
    const { output, written, time } = outputOf()
    for (const now of [0, 1_000, 2_100, 3_000]) {
      time.now = now
      output.progress('a.csv', { share: now / 4_000, rows: now })
    }
    expect(written.stderr).toBe('a.csv: 52 %, 1,000 rows/s, 2 s left\n')
  })
})

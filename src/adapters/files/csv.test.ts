import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryFiles, temporaryFolder } from '../../../tests/support/temporary.ts'
import { readCsv, type Rejection, UnreadableFile } from './csv.ts'

const write = temporaryFiles()

async function read(content: string | Uint8Array, required: readonly string[] = [], name?: string) {
  const rejected: Rejection[] = []
  const path = write(content, name)
  const { columns, rows } = await readCsv(path, { required, onRejected: (each) => rejected.push(each) })
  return { columns: Object.fromEntries(columns), rows, cells: rows.map(({ cells }) => cells), rejected }
}

const PLAIN = 'Date,Close\n2026-01-15,1.5\n2026-01-16,2.5\n'
const PARSED = [
  { line: 2, cells: ['2026-01-15', '1.5'] },
  { line: 3, cells: ['2026-01-16', '2.5'] },
]

describe('a CSV file', () => {
  it('has its columns by name in lower case, and its rows with their lines', async () => {
    const { columns, rows } = await read(PLAIN)
    expect(columns).toEqual({ date: 0, close: 1 })
    expect(rows).toEqual(PARSED)
  })

  it.each([
    ['compressed', gzipSync(PLAIN), undefined],
    ['compressed, whatever its name', gzipSync(PLAIN), 'prices.csv'],
    ['plain, whatever its name', PLAIN, 'prices.csv.gz'],
    [
      'compressed in several members',
      Buffer.concat([gzipSync(PLAIN.slice(0, 20)), gzipSync(PLAIN.slice(20))]),
      undefined,
    ],
    ['with a byte order mark', `\ufeff${PLAIN}`, undefined],
    ['compressed with a byte order mark', gzipSync(`\ufeff${PLAIN}`), undefined],
    ['in UTF-16', Buffer.from(`\ufeff${PLAIN}`, 'utf16le'), undefined],
    ['compressed in UTF-16', gzipSync(Buffer.from(`\ufeff${PLAIN}`, 'utf16le')), undefined],
    ['with the line ends of Windows', PLAIN.replaceAll('\n', '\r\n'), undefined],
    ['with the line ends of old Macs', PLAIN.replaceAll('\n', '\r'), undefined],
    ['with line ends of two kinds', PLAIN.replace('\n', '\r\n'), undefined],
    ['with line ends of two kinds, the other way', PLAIN.replace(/\n$/, '\r\n'), undefined],
    ['without a last line end', PLAIN.trimEnd(), undefined],
    ['with semicolons', PLAIN.replaceAll(',', ';'), undefined],
    ['with tabs', PLAIN.replaceAll(',', '\t'), undefined],
    ['with quotes around everything', PLAIN.replaceAll(/[^,\n]+/g, '"$&"'), undefined],
  ])('reads the same %s', async (_, content, name) => {
    const { columns, rows, rejected } = await read(content, ['date', 'close'], name)
    expect([columns, rows, rejected]).toEqual([{ date: 0, close: 1 }, PARSED, []])
  })

  it('keeps delimiters, quotes and line ends that are quoted, and counts these lines', async () => {
    const { rows } = await read('a,b\n"x, ""y""","1\n2"\r\nlast,"\r\n"\nend,\n')
    expect(rows).toEqual([
      { line: 2, cells: ['x, "y"', '1\n2'] },
      { line: 4, cells: ['last', '\n'] },
      { line: 6, cells: ['end', ''] },
    ])
  })

  it('has no row where a line is blank', async () => {
    const { rows } = await read('\n \na,b\n\n1,2\n   \n\n3,4\n\n')
    expect(rows).toEqual([
      { line: 5, cells: ['1', '2'] },
      { line: 8, cells: ['3', '4'] },
    ])
  })

  it('is delimited as its header is, whatever its rows hold', async () => {
    const { cells, columns } = await read('a,b,names\n1,2,x|y|z;w\n3,4,x|y|z;w\n5\n')
    expect(columns).toEqual({ a: 0, b: 1, names: 2 })
    expect(cells).toEqual([['1', '2', 'x|y|z;w'], ['3', '4', 'x|y|z;w'], ['5']])
  })

  it('gives back whatever was written with quotes where they belong', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '0', ',', ';', '|', '"', '\n', ' ', 'é', '€', "'"),
      maxLength: 6,
    })
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (table, compressed) => {
          const text = `one,two,three\n${table.map((row) => row.map(quoted).join(',')).join('\n')}\n`
          const { cells, rejected } = await read(compressed ? gzipSync(text) : text, [], 'property.csv')
          expect([cells, rejected]).toEqual([table, []])
        },
      ),
    )
  })
})

describe('a row that is not what the header promises', () => {
  it('with too few cells lacks the last ones', async () => {
    expect((await read('a,b,c\n1\n1,2\n')).cells).toEqual([['1'], ['1', '2']])
  })

  it('with too many cells is left out and reported', async () => {
    const { cells, rejected } = await read('a,b\n1,2,3\n4,5\n')
    expect(cells).toEqual([['4', '5']])
    expect(rejected).toEqual([{ line: 2, reason: 'the row has more cells than the header' }])
  })

  it('is as wide as the header even where that has a name twice or none', async () => {
    const { cells, rejected } = await read('a,b,,\n1,2,,\n3,4,5,6\n')
    expect([cells, rejected]).toEqual([
      [
        ['1', '2', '', ''],
        ['3', '4', '5', '6'],
      ],
      [],
    ])
  })

  it('with a quote in the wrong place is left out, and reported with all the lines that went with it', async () => {
    const { cells, rejected } = await read('a,b\n0,x\n1,"x"y\n2,z\n3,"q"\n4,z\n')
    expect(rejected).toEqual([{ line: 3, reason: 'the quotes of the row do not match: it runs to line 5' }])
    expect(cells).toEqual([
      ['0', 'x'],
      ['4', 'z'],
    ])
  })

  it('with a quote that never ends is left out with the rest of the file, and reported', async () => {
    const { cells, rejected } = await read('a,b\n1,x\n2,"y\n3,z\n4,z')
    expect(cells).toEqual([['1', 'x']])
    expect(rejected).toEqual([{ line: 3, reason: 'the quotes of the row do not match: it runs to line 5' }])
  })
})

describe('a file that cannot be read', () => {
  const damaged = gzipSync(`a,b\n${'1,2\n'.repeat(50_000)}`)

  it.each([
    ['is empty', '', [], 'empty'],
    ['is blank', '\n\n  \n', [], 'empty'],
    ['is empty inside its compression', gzipSync(''), [], 'empty'],
    ['lacks a column', 'date,open\n1,2\n', ['open', 'close', 'volume'], 'no column close, volume'],
    ['has a column of a similar name only', 'date,close price\n', ['close'], 'no column close'],
    ['is compressed and cut off', damaged.subarray(0, damaged.length / 2), [], 'it was cut off'],
    ['is compressed and damaged', Buffer.from(damaged).fill(0x55, 100, 120), [], 'compression is damaged'],
    ['only begins like a compressed one', Buffer.from([0x1f, 0x8b, 0x08]), [], 'it was cut off'],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), ['close'], 'no column close'],
  ])('because it %s is refused in one sentence that names it', async (_, content, required, why) => {
    const refusal = read(content, required, 'named.csv')
    await expect(refusal).rejects.toThrow(UnreadableFile)
    await expect(refusal).rejects.toThrow(why)
    await expect(refusal).rejects.toThrow(/named\.csv: [^\n]+\.$/)
  })

  it.each([
    ['is not there', '/nowhere/at/all.csv', 'there is no such file.'],
    ['is a folder', temporaryFolder(), 'it is a folder, not a file.'],
  ])('because it %s is refused with the reason', async (_, path, why) => {
    const refusal = readCsv(path, { required: [], onRejected: () => undefined })
    await expect(refusal).rejects.toThrow(UnreadableFile)
    await expect(refusal).rejects.toThrow(why)
  })

  it('leaves no file open', async () => {
    const openFiles = (): number => readdirSync('/proc/self/fd').length
    const folder = temporaryFolder()
    await read('a\n', [], 'first.csv')
    const before = openFiles()
    for (let each = 0; each < 20; each += 1) {
      await expect(read('a\n1\n', ['b'], 'wrong.csv')).rejects.toThrow(UnreadableFile)
      await expect(readCsv(folder, { required: [], onRejected: () => undefined })).rejects.toThrow(
        UnreadableFile,
      )
      await expect(read(damaged.subarray(0, damaged.length / 2), [], 'cut.csv')).rejects.toThrow(
        UnreadableFile,
      )
    }
    expect(openFiles()).toBeLessThanOrEqual(before + 1)
  })
})

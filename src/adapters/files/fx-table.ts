import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import type { FxRate } from '../../kernel/fx-average.ts'
import { type Rejection, UnreadableFile } from './csv.ts'
import { DamagedZip, isZip, unzip } from './zip.ts'

/** A file's rows under its header; column names in lower case. */
export interface FxTable {
  header: readonly string[]
  rows: readonly { line: number; cells: readonly string[] }[]
}

/** A rate with the line it came from. */
export interface FxRow extends FxRate {
  line: number
}

export type OnRejected = (rejection: Rejection) => void

const MAX_BYTES = 100 * 1024 * 1024
const GZIP_MAGIC = 0x1f8b

/** Reads a table of rates: CSV, compressed by gzip, or the only CSV file in a zip. Throws {@link UnreadableFile}. */
export async function readFxTable(path: string): Promise<FxTable> {
  const text = (await readText(path)).replace(/^\uFEFF/, '')
  const { data } = Papa.parse<string[]>(text, { delimiter: ',' })
  const rows = data
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const header = rows.shift()?.cells.map((name) => name.toLowerCase())
  if (header === undefined) throw new UnreadableFile(path, 'it is empty.')
  if (!header.includes('date')) throw new UnreadableFile(path, 'its header has no column date.')
  return { header, rows }
}

async function readText(path: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new UnreadableFile(path, `it cannot be opened (${code}).`)
  }
  if (isZip(bytes)) return csvInZip(path, bytes)
  const compressed = bytes.length > 2 && bytes.readUInt16BE() === GZIP_MAGIC
  try {
    return (compressed ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString('utf8')
  } catch {
    throw new UnreadableFile(path, 'its compression is damaged.')
  }
}

function csvInZip(path: string, bytes: Buffer): string {
  try {
    const entries = unzip(bytes).filter(({ name }) => name.toLowerCase().endsWith('.csv'))
    const [entry] = entries
    if (entry !== undefined && entries.length === 1) return entry.text
  } catch (error) {
    if (error instanceof DamagedZip) throw new UnreadableFile(path, `${error.message}.`)
    throw error
  }
  throw new UnreadableFile(path, 'the archive does not hold exactly one CSV file.')
}

import Papa from 'papaparse'
import type { FxRate } from '../../market/fx-average.ts'
import type { Rejection } from './csv.ts'
import { cutOff, readBytes, unpackGzip, UnreadableFile } from './read-file.ts'
import { CutOffZip, DamagedZip, isZip, unzip } from './zip.ts'

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
  const bytes = await readBytes(path, MAX_BYTES)
  if (isZip(bytes)) return csvInZip(path, bytes)
  return (await unpackGzip(path, bytes, MAX_BYTES)).toString('utf8')
}

function csvInZip(path: string, bytes: Buffer): string {
  try {
    const entries = unzip(bytes).filter(({ name }) => name.toLowerCase().endsWith('.csv'))
    const [entry] = entries
    if (entry !== undefined && entries.length === 1) return entry.text
  } catch (error) {
    if (error instanceof CutOffZip) throw cutOff(path, 'its directory is missing')
    if (error instanceof DamagedZip) throw new UnreadableFile(path, `${error.message}.`)
    throw error
  }
  throw new UnreadableFile(path, 'the archive does not hold exactly one CSV file.')
}

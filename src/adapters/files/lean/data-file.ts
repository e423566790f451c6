import { readBytes } from '../read-file.ts'
import { DamagedZip, MAX_BYTES, unzip, type ZipEntry } from '../zip.ts'
import { type LeanLine, linesOf } from './cells.ts'
import { type OnRejected, reasonOf } from './rejections.ts'

/** A zip that holds one CSV file of prices. */
export interface DataFile {
  path: string
  /** Name of the CSV file in it. */
  entry: string
}

/**
 * The lines of a data file; none when it is damaged, empty or lacks the entry, which is reported. A sole CSV file
 * under another name stands for the entry; any other entry is reported and left out.
 */
export async function readDataFile({ path, entry }: DataFile, onRejected: OnRejected): Promise<LeanLine[]> {
  const reject = (reason: string): void => onRejected({ file: path, line: 0, reason })
  let entries: ZipEntry[]
  try {
    entries = unzip(await readBytes(path, MAX_BYTES))
  } catch (error) {
    reject(error instanceof DamagedZip ? error.message : reasonOf(path, error))
    return []
  }
  const wanted = entries.find(({ name }) => name.toLowerCase() === entry) ?? soleCsvOf(entries)
  for (const other of entries) if (other !== wanted) reject(`the entry ${other.name} is not ${entry}`)
  if (wanted === undefined) {
    reject(`the archive does not hold ${entry}`)
    return []
  }
  const lines = linesOf(wanted.text)
  if (lines.length === 0) reject(`${wanted.name} is empty`)
  return lines
}

function soleCsvOf(entries: readonly ZipEntry[]): ZipEntry | undefined {
  const found = entries.filter(({ name }) => name.toLowerCase().endsWith('.csv'))
  return found.length === 1 ? found[0] : undefined
}

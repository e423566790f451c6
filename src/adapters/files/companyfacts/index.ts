import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { UnreadableFile } from '../csv.ts'
import { type CompanyFactsFile, toReports } from './reports.ts'

export type { CompanyFactsFile } from './reports.ts'

const gunzipAsync = promisify(gunzip)
const GZIP_MAGIC = 0x1f8b
/** Ten times the largest document that SEC has. */
const MAX_BYTES = 200 * 1024 * 1024

/**
 * Reads a companyfacts document of SEC, compressed or not. Throws {@link UnreadableFile} for a file that is missing,
 * damaged, no JSON or something else; odd content inside a document is left out and counted.
 */
export async function readCompanyFacts(path: string): Promise<CompanyFactsFile> {
  const text = await readText(path)
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new UnreadableFile(path, 'it is not JSON.')
  }
  const file = toReports(document)
  if (file === null) {
    throw new UnreadableFile(path, 'it is not a companyfacts document: it needs "cik" and "facts".')
  }
  return file
}

/** The text of the file; compression is told by its content, not by its name. */
async function readText(path: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UnreadableFile(path, `it cannot be opened (${code ?? 'unknown error'}).`)
  }
  if (bytes.length < 2 || bytes.readUInt16BE() !== GZIP_MAGIC) return bytes.toString('utf8')
  try {
    return (await gunzipAsync(bytes, { maxOutputLength: MAX_BYTES })).toString('utf8')
  } catch {
    throw new UnreadableFile(path, 'its compression is damaged or it unpacks to more than 200 MB.')
  }
}

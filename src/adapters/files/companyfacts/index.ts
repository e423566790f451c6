import { cutOff, readText, UnreadableFile } from '../read-file.ts'
import { type CompanyFactsFile, toReports } from './reports.ts'

export { type ExplainedLine, explainFigure, type Explanation, type Figure, valueOf } from './explain.ts'
export type { CompanyFactsFile } from './reports.ts'

/** Ten times the largest document that SEC has. */
const MAX_BYTES = 200 * 1024 * 1024

/**
 * Reads a companyfacts document of SEC, compressed or not. Throws {@link UnreadableFile} for a file that is missing,
 * damaged, no JSON or something else; odd content inside a document is left out and counted.
 */
export async function readCompanyFacts(path: string): Promise<CompanyFactsFile> {
  const text = await readText(path, MAX_BYTES)
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    if (text.trim() === '') throw new UnreadableFile(path, 'it is empty.')
    if (endsTooEarly(text, error)) throw cutOff(path, 'its JSON ends too early')
    throw new UnreadableFile(path, 'it is not JSON.')
  }
  const file = toReports(document)
  if (file === null) {
    throw new UnreadableFile(path, 'it is not a companyfacts document: it needs "cik" and "facts".')
  }
  return file
}

/** True when the parser found nothing wrong but the end. */
function endsTooEarly(text: string, error: unknown): boolean {
  const { message } = error as SyntaxError
  if (message.startsWith('Unexpected end') || message.startsWith('Unterminated')) return true
  return Number(/at position (\d+)/.exec(message)?.[1]) >= text.length
}

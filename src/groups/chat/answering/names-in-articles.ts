import { coreName, foldName } from '../../../market/known-names-index.ts'
import { mapInPieces } from '../../../kernel/pause.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { SourceRecord } from '../answer.ts'
import { textOf } from '../text/support.ts'
import { mentionsIn } from '../understanding/entities/mentions.ts'

/**
 * Adds to records their articles' text without the names of listed companies that the question does not contain: "life" is not Sun Life.
 * An article on a company whose full name the question contains, even a common word, stays as it is.
 */
export async function withTextApartFromNames(
  records: readonly SourceRecord[],
  question: string,
  named: InstrumentReader['named'],
  signal: AbortSignal,
): Promise<SourceRecord[]> {
  const said = new Set(foldName(question).split(' '))
  const isSaid = (name: string): boolean =>
    coreName(name)
      .split(' ')
      .every((word) => said.has(word))
  const read = (record: SourceRecord): SourceRecord => {
    if (record.kind !== 'article') return record
    const { instruments, rest } = mentionsIn(textOf(record), named)
    const isNamed = instruments.length === 0 || instruments.some(({ name }) => isSaid(name))
    return isNamed ? record : { ...record, textApartFromNames: rest }
  }
  // Reading the names of a page takes some milliseconds.
  return mapInPieces(records, read, signal)
}

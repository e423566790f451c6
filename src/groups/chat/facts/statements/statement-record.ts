import { nameId } from '../../../../kernel/ids.ts'
import { type Day, DAY_MS } from '../../../../kernel/time.ts'
import type { CompanyStatements, InstrumentSummary } from '../../../../ports/instruments.ts'
import type { SourceRecord } from '../../answer.ts'

/** Most periods that the endpoint serves at once. */
export const MOST_SERVED = 20

/** The subject of a statement record. */
interface Of {
  /** The period, or the first and the last: `FY2024`. */
  name: string
  /** Its subject when that is not the lines themselves; empty otherwise. */
  about: string
  isAnnual: boolean
  /** The last day of the last period. */
  end: Day
  sentences: readonly string[]
}

/** Statement lines of a company as a record that can be cited. */
export const statementRecord = (
  { entityId, ticker }: InstrumentSummary,
  { simulated }: CompanyStatements,
  { name, about, isAnnual, end, sentences }: Of,
): SourceRecord => ({
  kind: 'fact',
  docId: nameId('chat-fact', 'fundamentals', entityId, ...(about === '' ? [] : [about]), name),
  headline: `Fundamentals ${ticker} ${name}`,
  url: `/v1/instruments/${entityId}/fundamentals?period=${isAnnual ? 'annual' : 'quarterly'}&limit=${MOST_SERVED}`,
  text: sentences.join(' '),
  asOf: end * DAY_MS,
  simulated,
})

import type { InstrumentReader } from '../../../ports/instruments.ts'
import { readMessage } from '../understanding/read-message.ts'
import { type Evidence, type Finding, MOST_RECORDS, SIMULATED, type SourceRecord } from '../answer.ts'

/** Questions of one message that are answered one by one. */
const MOST_QUESTIONS = 4
const LONGEST_MESSAGE = 2_000

/** The questions of a message that asks several, each with what it is about and what it wants of that; a single one otherwise, the message as it is. */
export function questionsIn(message: string, named: InstrumentReader['named']): string[] {
  if (message.length > LONGEST_MESSAGE) return [message]
  const parts = message
    .split(/(?<=\?)\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2 || parts.length > MOST_QUESTIONS) return [message]
  const areWhole = parts.every((part) => {
    const { instruments, metrics } = readMessage(part, named)
    return part.endsWith('?') && instruments.length > 0 && metrics.length > 0
  })
  return areWhole ? parts : [message]
}

/** What was found for several questions, as for one: as many records of each as the others leave. Not of an empty list. */
export function merged(all: readonly Evidence[]): Evidence {
  const most = Math.floor(MOST_RECORDS / all.length)
  const records: SourceRecord[] = []
  const findings: Finding[] = []
  for (const evidence of all) {
    const places = evidence.records.slice(0, most).map((record) => {
      const known = records.findIndex(({ docId, text }) => docId === record.docId && text === record.text)
      return known >= 0 ? known : records.push(record) - 1
    })
    findings.push(
      ...evidence.findings.flatMap((finding) => {
        const moved = finding.sources.flatMap((at) => places[at] ?? [])
        return moved.length === finding.sources.length ? [{ ...finding, sources: moved }] : []
      }),
    )
  }
  const notes = new Set(all.flatMap((evidence) => evidence.notes))
  return {
    question: all.map(({ question }) => question).join(' '),
    instruments: [
      ...new Map(all.flatMap(({ instruments }) => instruments).map((each) => [each.entityId, each])).values(),
    ],
    isNews: all.some(({ isNews }) => isNews),
    records,
    findings,
    clarification: all.map(({ clarification }) => clarification).find((each) => each !== null) ?? null,
    // What holds for all of them is said once, at the end.
    notes: [...notes].toSorted((one, other) => Number(one === SIMULATED) - Number(other === SIMULATED)),
  }
}

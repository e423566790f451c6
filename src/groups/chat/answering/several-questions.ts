import type { InstrumentReader } from '../../../ports/instruments.ts'
import { askedOfPortfolio } from '../understanding/portfolio/portfolio-questions.ts'
import { uniqueInstruments } from '../understanding/entities/instrument-lists.ts'
import { askedCause } from '../understanding/intents/causes.ts'
import { withoutTimes } from '../understanding/times/periods.ts'
import { readMessage, type ReadMessage, REFERS } from '../understanding/read-message.ts'
import { type Evidence, type Finding, MOST_RECORDS, SIMULATED, type SourceRecord } from '../answer.ts'

/** Questions of one message that are answered one after another. */
const MOST_QUESTIONS = 4
const LONGEST_MESSAGE = 2_000

const AFTER_A_QUESTION = /(?<=\?)\s+/
/** The start of a clause that asks a new question: `and what was its revenue?` */
const NEW_CLAUSE =
  /,? (?:and|but) (?=(?:also |then )?(?:what|when|where|why|which|who|how|did|does|do|is|are|was|were|has|have)\b)/i
/** A clause that refers to the answer of the one before. */
const CHOOSES =
  /\b(?:which|whose|who|best|worst|biggest|largest|smallest|highest|lowest|most|least|top|cheapest)\b/i

/**
 * Splits a message into its questions; a message with one question is returned as it is. A later question that leaves something open takes
 * it from those before it, like a follow-up in a thread.
 */
export function questionsIn(message: string, named: InstrumentReader['named']): string[] {
  if (message.length > LONGEST_MESSAGE) return [message]
  const sentences = partsOf(message, AFTER_A_QUESTION)
  if (
    sentences.length > MOST_QUESTIONS ||
    sentences.some((each) => sentences.length > 1 && !each.endsWith('?'))
  )
    return [message]
  const read = readOnce(named)
  const clauses = sentences.flatMap((each) => {
    const parts = withCauses(partsOf(each, NEW_CLAUSE), read)
    // The same metric of several things is a comparison, over the time that one of the clauses names.
    const areSeveral = parts.length > 1 && parts.length <= MOST_QUESTIONS && !haveOneTime(parts)
    return areSeveral && standAlone(parts, read) && areOfDifferent(parts, read) ? parts : [each]
  })
  const asked = withCauses(clauses, read)
  const isSplit = asked.length > 1 && asked.length <= MOST_QUESTIONS && standAlone(asked, read)
  return isSplit ? asked : [message]
}

/** `How much did it fall? Why did it fall?` is one question, about one return. */
function withCauses(parts: readonly string[], read: Read): string[] {
  const joined: string[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    const isCause = askedCause(part) !== null && !haveName(part, read) && withoutTimes(part) === part
    if (before !== undefined && isCause && read(before).metrics.includes('performance'))
      joined[joined.length - 1] = `${before.replace(/\?$/, '')} and ${part}`
    else joined.push(part)
  }
  return joined
}

const haveName = (part: string, read: Read): boolean => read(part).instruments.length > 0

type Read = (text: string) => ReadMessage

/** Reads each part once, since it is examined several times. */
function readOnce(named: InstrumentReader['named']): Read {
  const known = new Map<string, ReadMessage>()
  return (text) => {
    const read = known.get(text) ?? readMessage(text, named)
    known.set(text, read)
    return read
  }
}

const OF_THE_PAST = /\b(?:did|was|were|had)\b/i
const BY_THE_OTHER = /\b(?:compar\w*|than|versus|vs|that (?:day|week|month|quarter|year)|then)\b/i

/** Whether only one clause in the past names a time, which then applies to both, or one depends on the other's answer. */
function haveOneTime(parts: readonly string[]): boolean {
  const hasTime = (part: string): boolean => withoutTimes(part) !== part
  const isLeftOpen = parts.some(hasTime) && parts.some((part) => OF_THE_PAST.test(part) && !hasTime(part))
  return isLeftOpen || parts.slice(1).some((part) => BY_THE_OTHER.test(part))
}

const partsOf = (text: string, border: RegExp): string[] =>
  text
    .split(border)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Whether each part asks for something about an instrument it names, the user's own, or an instrument named before it. */
function standAlone(parts: readonly string[], read: Read): boolean {
  let isNamed = false
  return parts.every((part) => {
    const message = read(part)
    const namesIts = message.instruments.length > 0 || (isOwn(message) && !CHOOSES.test(part))
    const isClear = namesIts || (isNamed && REFERS.test(part))
    isNamed ||= namesIts
    return isClear && message.metrics.length > 0
  })
}

const isOwn = ({ metrics }: ReadMessage): boolean =>
  metrics.includes('portfolio') || metrics.includes('watchlist')

const areOfDifferent = (parts: readonly string[], read: Read): boolean =>
  new Set(
    parts.map((part) => {
      const message = read(part)
      return JSON.stringify([message.metrics, isOwn(message) ? askedOfPortfolio(part) : null])
    }),
  ).size > 1

/** How many records each question gets: an equal share, plus what the others leave unused. */
function countsOf(lengths: readonly number[]): number[] {
  const counts = lengths.map(() => 0)
  let left = MOST_RECORDS
  let open = lengths.length
  for (const [at, length] of [...lengths.entries()].toSorted(([, one], [, other]) => one - other)) {
    counts[at] = Math.min(length, Math.floor(left / open))
    left -= counts[at] ?? 0
    open--
  }
  return counts
}

/** Merges the evidence of several questions into one. The list must not be empty. */
export function merged(all: readonly Evidence[]): Evidence {
  const counts = countsOf(all.map(({ records: { length } }) => length))
  const records: SourceRecord[] = []
  const findings: Finding[] = []
  for (const [at, evidence] of all.entries()) {
    const places = evidence.records.slice(0, counts[at]).map((record) => {
      const known = records.findIndex(({ docId, text }) => docId === record.docId && text === record.text)
      return known >= 0 ? known : records.push(record) - 1
    })
    findings.push(
      ...evidence.findings.flatMap((finding) => {
        const needed = finding.sources.slice(0, finding.needed)
        if (needed.some((at) => places[at] === undefined)) return []
        return [{ ...finding, sources: finding.sources.flatMap((at) => places[at] ?? []) }]
      }),
    )
  }
  const distinct = new Map(findings.map((finding) => [`${finding.text} ${finding.sources.join()}`, finding]))
  const notes = new Set(all.flatMap((evidence) => evidence.notes))
  return {
    question: all
      .map(({ question }) => question.replace(/(?<=[^?.!])$/, ';'))
      .join(' ')
      .replace(/;$/, ''),
    instruments: uniqueInstruments(all.flatMap(({ instruments }) => instruments)),
    isNews: all.some(({ isNews }) => isNews),
    records,
    findings: [...distinct.values()],
    clarification: all.map(({ clarification }) => clarification).find((each) => each !== null) ?? null,
    // A note that applies to all of them is output once, at the end.
    notes: [...notes].toSorted((one, other) => Number(one === SIMULATED) - Number(other === SIMULATED)),
  }
}

import type { HandlerResult } from '../../../contract/endpoint.ts'
import type { LiveQuote, LiveQuotesReply } from '../../../contract/instruments.ts'
import { fail, Failure } from '../../../kernel/fail.ts'
import { createPause } from '../../../kernel/pause.ts'
import { isSimulated } from '../catalogue/origin.ts'

const MOST_IDS = 100
/** What an instrument without a quote is refused with when it is asked for alone. */
const MISSING = new Set(['INSTRUMENT_NOT_FOUND', 'QUOTE_UNAVAILABLE'])

/** The ids of a list, each once in whatever case, as it is written first; throws 422 `INVALID_PARAMETER` for none or too many. */
export function idsOf(text: string): string[] {
  const byKey = new Map<string, string>()
  for (const id of text.split(',').map((part) => part.trim()))
    if (id !== '' && !byKey.has(id.toLowerCase())) byKey.set(id.toLowerCase(), id)
  const ids = [...byKey.values()]
  if (ids.length === 0 || ids.length > MOST_IDS) {
    fail('INVALID_PARAMETER', `entity_ids must name 1 to ${MOST_IDS} instruments, not ${ids.length}.`)
  }
  return ids
}

/** Quotes that are asked for at once. */
const BATCH = 10

/**
 * What each id reads as, in their order; null where there is no instrument or no quote. Others get their turn between a
 * few of them; rejects once the signal is aborted.
 */
export async function readInBatches<T>(
  ids: readonly string[],
  read: (id: string) => T | Promise<T>,
  signal: AbortSignal,
): Promise<Array<T | null>> {
  const all: Array<T | null> = []
  const pause = createPause(signal)
  const readOrNone = async (id: string): Promise<T | null> => {
    try {
      return await read(id)
    } catch (error) {
      if (!(error instanceof Failure && MISSING.has(error.code))) throw error
      return null
    }
  }
  for (let at = 0; at < ids.length; at += BATCH) {
    all.push(...(await Promise.all(ids.slice(at, at + BATCH).map(readOrNone))))
    await pause()
  }
  return all
}

/** The quote of each, as one response; ids without one are named. */
export async function readLiveQuotes(
  ids: readonly string[],
  quote: (id: string) => HandlerResult<unknown> | Promise<HandlerResult<unknown>>,
  signal: AbortSignal,
): Promise<HandlerResult<LiveQuotesReply>> {
  const sources = new Set<string>()
  const answers = await readInBatches(ids, quote, signal)
  const items = answers.flatMap((answer) => {
    if (answer === null) return []
    if (answer.dataSource !== undefined) sources.add(answer.dataSource)
    return [answer.value as LiveQuote]
  })
  return {
    value: { items, total: items.length, missing: ids.filter((_, index) => answers[index] === null) },
    dataSource: namedTogether(sources),
  }
}

/** One name for all items, or none: what is simulated is never named beside what is not. */
function namedTogether(sources: ReadonlySet<string>): string | undefined {
  const names = [...sources].sort()
  const isMixed = names.some((name) => isSimulated(name) !== isSimulated(names[0] ?? ''))
  return names.length === 0 || isMixed ? undefined : names.join(', ')
}

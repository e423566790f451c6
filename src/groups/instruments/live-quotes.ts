import type { Answer } from '../../contract/endpoint.ts'
import type { LiveQuote, LiveQuotesReply } from '../../contract/instruments.ts'
import { fail, Failure } from '../../kernel/fail.ts'

const MOST_IDS = 100
/** What an instrument without a quote is refused with when it is asked for alone. */
const MISSING = new Set(['INSTRUMENT_NOT_FOUND', 'QUOTE_UNAVAILABLE'])

/** The ids of a list, each once; throws 422 `INVALID_PARAMETER` for none or too many. */
export function idsOf(text: string): string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => id !== '')
  if (ids.length === 0 || ids.length > MOST_IDS) {
    fail('INVALID_PARAMETER', `entity_ids must name 1 to ${MOST_IDS} instruments, not ${ids.length}.`)
  }
  return ids
}

/** The quote of each, as one answer; ids without one are named. */
export async function readLiveQuotes(
  ids: readonly string[],
  quote: (id: string) => Answer<unknown> | Promise<Answer<unknown>>,
): Promise<Answer<LiveQuotesReply>> {
  const missing: string[] = []
  const sources = new Set<string>()
  const answers = await Promise.all(
    ids.map(async (id) => {
      try {
        return await quote(id)
      } catch (error) {
        if (!(error instanceof Failure && MISSING.has(error.code))) throw error
        missing.push(id)
        return null
      }
    }),
  )
  const items = answers.flatMap((answer) => {
    if (answer === null) return []
    if (answer.dataSource !== undefined) sources.add(answer.dataSource)
    return [answer.value as LiveQuote]
  })
  return {
    value: { items, total: items.length, missing: ids.filter((id) => missing.includes(id)) },
    dataSource: sources.size === 0 ? undefined : [...sources].sort().join(', '),
  }
}

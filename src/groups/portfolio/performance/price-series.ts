import { BoundedMap } from '../../../kernel/bounded-map.ts'
import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import { type Day, dayOf, fieldsOf, utcDay } from '../../../kernel/time.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { DailyCloses, InstrumentReader } from '../../../ports/instruments.ts'
import { WORK_OVERLOADED } from '../../../kernel/work-gate.ts'

const MOST_KEPT_BYTES = 32 * 1024 * 1024
const MOST_BYTES_OF_ONE = 64 * 1024 * 1024
const KEPT_MS = 60_000
/** Few: a source that computes its answers does all of them in one turn. */
const AT_ONCE = 4
const BYTES_OF_A_CLOSE = 12

export type PriceSeries = ReturnType<typeof createPriceSeries>

/** Daily closes of instruments, kept while they are read. */
export function createPriceSeries({
  instruments,
  bus,
  clock,
}: {
  instruments: Pick<InstrumentReader, 'dailyCloses'>
  bus: Bus
  clock: Clock
}) {
  const kept = new BoundedMap<{ closes: DailyCloses | null; since: number }>({
    maxBytes: MOST_KEPT_BYTES,
    sizeOf: ({ closes }) => BYTES_OF_A_CLOSE * (closes?.days.length ?? 0),
  })
  const end = bus.subscribe('instruments.changed', () => kept.clear())

  async function one(id: Id, from: Day, signal: AbortSignal): Promise<DailyCloses | null> {
    const today = utcDay(clock.market())
    // From the start of a year, so that most ranges share what is read.
    const { year } = fieldsOf(from)
    const [first, pricedBy] = [dayOf(year - 1, 1, 1), dayOf(year, 1, 1) - 1]
    const key = `${id} ${first} ${today}`
    const known = kept.get(key)
    if (known !== undefined && performance.now() - known.since < KEPT_MS) return known.closes
    const { clears } = kept
    const closes = await instruments.dailyCloses(id, { from: first, to: today + 1, pricedBy }, signal)
    // What was read before a change became known must not be remembered after it.
    if (clears === kept.clears) kept.set(key, { closes, since: performance.now() })
    return closes
  }

  return {
    close: end,

    /** From a year before a day up to now, and the last one before that where the year has none, by instrument; 503 `OVERLOADED` for more than 64 MB. */
    async read(ids: readonly Id[], from: Day, signal: AbortSignal): Promise<Map<Id, DailyCloses>> {
      const found = new Map<Id, DailyCloses>()
      let bytes = 0
      const pause = createPause(signal)
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        signal.throwIfAborted()
        await pause()
        const part = ids.slice(at, at + AT_ONCE)
        const read = await Promise.all(part.map((id) => one(id, from, signal)))
        for (const [place, closes] of read.entries()) {
          const id = part[place]
          if (closes === null || id === undefined) continue
          bytes += BYTES_OF_A_CLOSE * closes.days.length
          // So many instruments over so many years are too much at once.
          if (bytes > MOST_BYTES_OF_ONE) throw WORK_OVERLOADED
          found.set(id, closes)
        }
      }
      return found
    },
  }
}

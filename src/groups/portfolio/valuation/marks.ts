import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import { type Day, type Instant, utcDay } from '../../../kernel/time.ts'
import type { InstrumentReader, ReaderFor } from '../../../ports/instruments.ts'
import { splitFactorAfter } from '../../../market/adjustment.ts'
import type { SplitFact } from '../ledger/entry.ts'

/** What an instrument is valued at. */
export interface Mark {
  price: number
  at: Instant
  /** Close of the session before; null where it is not known. */
  previousClose: number | null
  simulated: boolean
}

export type Marks = ReadonlyMap<Id, Mark>

/** No exchange is closed for longer; what was last traded before that is asked for by itself. */
const LOOK_BACK_DAYS = 30

/** The newest prices; what has none is missing. */
export async function marksNow(
  ids: readonly Id[],
  instruments: Pick<InstrumentReader, 'quotes'>,
  reader: ReaderFor,
): Promise<Marks> {
  const quotes = await instruments.quotes(ids, reader)
  return new Map(
    [...quotes].map(([id, { price, at, previousClose, simulated }]) => [
      id,
      { price, at, previousClose, simulated },
    ]),
  )
}

/**
 * Whether a price is of a session of a day. A venue's day is not that of UTC: by UTC a session in Sydney begins on the day before, and where no calendar is
 * known a bar of Friday ends on Saturday. So the price must be of the day by UTC, later than the end of the venue's session of the day before,
 * and no later than that of the day's own. What is traded after the end of a session counts once its close is known.
 */
export async function isOfSession(
  instruments: Pick<InstrumentReader, 'sessionEnd'>,
  { id, at }: { id: Id; at: Instant },
  day: Day,
): Promise<boolean> {
  if (utcDay(at) !== day) return false
  const before = await instruments.sessionEnd(id, day - 1)
  const end = await instruments.sessionEnd(id, day)
  return before !== null && end !== null && at > before && at <= end
}

/** The closes of a past day, or the last before it, as shares counted then. */
export async function marksOn(
  ids: readonly Id[],
  day: Day,
  context: {
    instruments: Pick<InstrumentReader, 'dailyCloses' | 'sessionEnd'>
    splits: ReadonlyMap<Id, readonly SplitFact[]>
    signal: AbortSignal
  },
): Promise<Marks> {
  const { instruments, splits, signal } = context
  const marks = new Map<Id, Mark>()
  const pause = createPause(signal)
  for (const id of ids) {
    await pause()
    const days = { from: day - LOOK_BACK_DAYS, to: day, pricedBy: day }
    const series = await instruments.dailyCloses(id, days, signal)
    const last = series?.days.findLastIndex((each) => each <= day) ?? -1
    const [on, close] = [series?.days[last], series?.closes[last]]
    if (series === null || on === undefined || close === undefined) continue
    const at = await instruments.sessionEnd(id, on)
    if (at === null) continue
    const factor = splitFactorAfter(splits.get(id) ?? [], day)
    const before = series.closes[last - 1]
    marks.set(id, {
      price: close * factor,
      at,
      previousClose: before === undefined ? null : before * factor,
      simulated: series.simulated,
    })
  }
  return marks
}

import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import { parseDay } from '../../../kernel/time.ts'
import { splitFactorAfter } from '../../../market/adjustment.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { SplitFact } from '../ledger/entry.ts'
import type { MovedPrices } from '../ledger/replayed.ts'
import { movedKey } from '../ledger/transfers.ts'

/** No exchange is closed for longer; what was last traded before that is asked for by itself. */
const LOOK_BACK_DAYS = 30

/** The last closes up to the days on which shares were moved, as shares counted then; none where there is none. */
export async function movedPrices(
  moved: ReadonlyArray<{ entity_id: Id; days: readonly string[] }>,
  {
    instruments,
    splits,
    signal,
  }: {
    instruments: Pick<InstrumentReader, 'dailyCloses'>
    splits: ReadonlyMap<Id, readonly SplitFact[]>
    signal: AbortSignal
  },
): Promise<MovedPrices> {
  const pause = createPause(signal)
  const prices = new Map<string, number>()
  for (const { entity_id: entityId, days: dates } of moved) {
    await pause()
    const days = dates.map((date) => parseDay(date) ?? 0).toSorted((one, other) => one - other)
    const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0]
    const range = { from: first - LOOK_BACK_DAYS, to: last, pricedBy: first }
    const series = await instruments.dailyCloses(entityId, range, signal)
    let next = 0
    for (const day of days) {
      while ((series?.days[next] ?? Number.POSITIVE_INFINITY) <= day) next++
      const close = series?.closes[next - 1]
      if (close === undefined) continue
      prices.set(movedKey(entityId, day), close * splitFactorAfter(splits.get(entityId) ?? [], day))
    }
  }
  return prices
}

import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { Constituents } from './allocation.ts'
import type { ValuedLedger } from './valued.ts'

/** What the funds among the holdings hold; others get their turn between funds. */
export async function constituentsOf(
  { holdings }: ValuedLedger,
  instruments: InstrumentReader,
  signal: AbortSignal,
): Promise<Constituents> {
  const pause = createPause(signal)
  const weights = new Map<Id, ReadonlyMap<Id, number>>()
  for (const { profile, quantity } of holdings) {
    if (profile.assetClass !== 'etf' || quantity === 0) continue
    await pause()
    weights.set(profile.entityId, await instruments.constituents(profile.entityId))
  }
  const ids = new Set([...weights.values()].flatMap((each) => [...each.keys()]))
  return { weights, profiles: await instruments.profiles([...ids]) }
}

import type { Id } from '../../../kernel/ids.ts'
import { DAY_MS, utcDay } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import type { LedgerReader, LedgerScope, ReadLedger } from '../state/ledger-reader.ts'
import { marksNow, marksOn } from './marks.ts'
import { type ValuedLedger, valueLedger } from './valued.ts'

export interface PriceDeps {
  ledgers: LedgerReader
  instruments: InstrumentReader
  clock: Clock
}

/** A ledger, and what is in it at the prices of a moment. */
export interface PricedLedger {
  ledger: ReadLedger
  valued: ValuedLedger
}

/** A past day by its closes, everything else by the newest prices. */
export async function valueAt(
  deps: PriceDeps,
  caller: PortfolioOwner,
  scope: LedgerScope,
): Promise<PricedLedger> {
  const { until = null, signal } = scope
  if (until === null || until >= utcDay(deps.clock.market())) {
    return valueNow(deps, caller, { ...scope, until: null })
  }
  const ledger = await deps.ledgers.read(caller, scope)
  const marks = await marksOn(heldOf(ledger), until, {
    instruments: deps.instruments,
    splits: ledger.splits,
    signal,
  })
  return { ledger, valued: valueLedger(ledger, { marks, at: (until + 1) * DAY_MS }) }
}

/** All of it by the newest prices. */
export async function valueNow(
  deps: PriceDeps,
  caller: PortfolioOwner,
  scope: LedgerScope,
): Promise<PricedLedger> {
  const ledger = await deps.ledgers.read(caller, scope)
  const reader = { tenantId: caller.tenantId, signal: scope.signal }
  const marks = await marksNow(heldOf(ledger), deps.instruments, reader)
  return { ledger, valued: valueLedger(ledger, { marks, at: deps.clock.market() }) }
}

const heldOf = ({ state }: ReadLedger): Id[] => [
  ...new Set(state.positions.filter(({ quantity }) => quantity !== 0).map(({ entityId }) => entityId)),
]

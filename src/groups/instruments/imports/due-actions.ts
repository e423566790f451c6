import type { InstrumentDatabase } from '../tables.ts'
import { atomically } from '../../../adapters/storage/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { formatDay, utcDay } from '../../../kernel/time.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type Effect, takeEffect } from './action-effects.ts'
import { createEffectsStore, type ListingAction } from './effects-store.ts'

export interface DueActionsDeps {
  db: InstrumentDatabase
  bus: Pick<Bus, 'publish'>
  clock: Pick<Clock, 'market'>
  logger: Pick<Logger, 'warn'>
}

/** Where each action is carried out in a transaction of its own: plainly, or under the lease of a worker. */
export interface DueTurn {
  fenced: <T>(work: (trx: InstrumentDatabase) => Promise<T>) => Promise<T>
  signal?: AbortSignal
}

/** Actions that are read at once. */
const AT_ONCE = 200

/** Lets recorded actions take effect whose ex-date has come. */
export function createDueActions({ db, bus, clock, logger }: DueActionsDeps) {
  const effects = createEffectsStore(db)
  /** Those whose refusal the log has. */
  let logged: ReadonlySet<Id> = new Set()

  async function attempt(action: ListingAction, { fenced }: DueTurn): Promise<Effect | 'refused'> {
    try {
      const effect = await fenced((trx) => takeEffect(trx, action, clock.market()))
      const entityIds = [action.entity_id]
      if (effect === 'changed') await bus.publish('instruments.changed', { entityIds, catalogue: true })
      return effect
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!logged.has(action.action_id)) {
        const { action_id: actionId, entity_id: entityId, type, ex_date: exDate } = action
        logger.warn(
          { action: actionId, entity: entityId, type, exDate, reason: error.message },
          'a corporate action waits',
        )
      }
      return 'refused'
    }
  }

  /** Every action that is due, once. */
  async function pass(turn: DueTurn): Promise<{ changed: number; refused: Set<Id> }> {
    // A day begins in the east of the earth up to 14 hours before it does at UTC.
    const to = formatDay(utcDay(clock.market()) + 1)
    const refused = new Set<Id>()
    const left = new Set<Id>()
    let changed = 0
    for (;;) {
      const due = await effects.unsettled(to, { without: [...left], limit: AT_ONCE })
      if (due.length === 0) return { changed, refused }
      for (const action of due) {
        turn.signal?.throwIfAborted()
        const effect = await attempt(action, turn)
        left.add(action.action_id)
        if (effect === 'refused') refused.add(action.action_id)
        if (effect === 'changed') changed++
      }
    }
  }

  /** Where one listing takes the ticker that another one leaves, the first may have to wait for the second. */
  async function run(turn: DueTurn = { fenced: (work) => atomically(db, work) }): Promise<void> {
    let done = await pass(turn)
    while (done.changed > 0 && done.refused.size > 0) done = await pass(turn)
    logged = done.refused
  }

  return { run }
}

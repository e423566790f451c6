import { BoundedMap } from '../../../kernel/bounded-map.ts'
import { byteSizeOf } from '../../../kernel/byte-size.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid } from '../../../kernel/ids.ts'
import { echoed } from '../../../kernel/text.ts'
import { calendarOf, venueOf } from '../../../market/venues.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Instrument } from './instrument.ts'
import type { InstrumentRow } from './instrument-row.ts'
import type { InstrumentStore } from './store.ts'

/** Instruments by id, remembered; ids that nobody has are remembered for a while too. */
export interface Catalogue {
  /** The instrument; throws 404 `INSTRUMENT_NOT_FOUND` for an id that is malformed or nobody's. */
  find(entityId: string): Promise<Instrument>
  /** Those of the ids, in lower case, that an instrument has; what is not remembered is read at once. */
  findAll(entityIds: readonly Id[]): Promise<Map<Id, Instrument>>
  /** Forgets one instrument or, with null, all of them. */
  forget(entityId: Id | null): void
}

const KNOWN_BYTES = 8 * 1024 * 1024
const UNKNOWN_BYTES = 2 * 1024 * 1024
/** A sweep over random ids must not reach the database each time. */
const UNKNOWN_MS = 10_000

export function createCatalogue(store: Pick<InstrumentStore, 'byId' | 'byIds'>, clock: Clock): Catalogue {
  const known = new BoundedMap<Instrument>({ maxBytes: KNOWN_BYTES, sizeOf: byteSizeOf })
  const unknown = new BoundedMap<number>({ maxBytes: UNKNOWN_BYTES, sizeOf: () => 8 })
  let changes = 0

  async function find(entityId: string): Promise<Instrument> {
    const id = entityId.toLowerCase()
    const instrument = known.get(id)
    if (instrument !== undefined) return instrument
    if (!isUuid(id) || clock.now() < (unknown.get(id) ?? 0)) return notFound(entityId)
    const seen = changes
    const row = await store.byId(id)
    // What was read before a change became known must not be remembered after it.
    if (seen !== changes) return find(entityId)
    if (row === undefined) {
      unknown.set(id, clock.now() + UNKNOWN_MS)
      return notFound(entityId)
    }
    const found = toInstrument(row)
    known.set(id, found)
    return found
  }

  async function findAll(ids: readonly Id[]): Promise<Map<Id, Instrument>> {
    const found = new Map<Id, Instrument>()
    const missing: Id[] = []
    for (const id of ids) {
      const instrument = known.get(id)
      if (instrument === undefined) missing.push(id)
      else found.set(id, instrument)
    }
    const seen = changes
    for (const row of missing.length === 0 ? [] : await store.byIds(missing)) {
      const instrument = toInstrument(row)
      found.set(instrument.entityId, instrument)
      if (seen === changes) known.set(instrument.entityId, instrument)
    }
    return found
  }

  return {
    find,
    findAll,
    forget(entityId) {
      changes++
      if (entityId === null) {
        known.clear()
        unknown.clear()
      } else {
        known.delete(entityId)
        unknown.delete(entityId)
      }
    },
  }
}

function notFound(entityId: string): never {
  return fail('INSTRUMENT_NOT_FOUND', `No instrument has the entity_id "${echoed(entityId)}".`)
}

/** A row as the group works with it. */
export function toInstrument(row: InstrumentRow): Instrument {
  const { entity_id: entityId, asset_class: assetClass, market_cap: marketCap, ...rest } = row
  const calendar = calendarOf(row.mic, assetClass)
  const venue = venueOf({ exchange: row.exchange, mic: row.mic, assetClass })
  return {
    ...rest,
    entityId,
    assetClass,
    marketCap,
    calendar,
    timezone: calendar?.timezone ?? venue.timezone ?? 'UTC',
  }
}

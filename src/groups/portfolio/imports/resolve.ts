import { type Id, isUuid } from '../../../kernel/ids.ts'
import { clip } from '../../../kernel/text.ts'
import { unitsOf } from '../../../market/currencies.ts'
import type { InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import type { InstrumentName } from './interpret.ts'

type Name = NonNullable<InstrumentName>

/** An instrument, or why none was found. */
export type Resolved = { id: Id } | { id: null; reason: string }

const LONGEST_ECHO = 40

/** What two rows name the same instrument by. */
export const instrumentKey = ({ by, value, exchange, currency }: Name): string =>
  JSON.stringify([by, value, exchange, currency])

/** What each name means, by its key: of several listings the one that trades in the currency of the row. */
export async function resolveNames(
  names: readonly Name[],
  instruments: Pick<InstrumentReader, 'resolve' | 'profiles'>,
  signal: AbortSignal,
): Promise<Map<string, Resolved>> {
  const distinct = [...new Map(names.map((name) => [instrumentKey(name), name])).values()]
  const [byId, others] = [
    distinct.filter(({ by }) => by === 'entity_id'),
    distinct.flatMap(({ by, ...name }) => (by === 'entity_id' ? [] : [{ by, ...name }])),
  ]
  const known = await instruments.profiles(byId.map(({ value }) => value).filter(isUuid))
  const found = await instruments.resolve(
    others.map(({ by, value, exchange }) => ({ by, value, exchange })),
    signal,
  )
  const listed = await instruments.profiles(found.flatMap((ids) => (ids.length > 1 ? ids : [])))
  return new Map([
    ...byId.map((name): [string, Resolved] => [
      instrumentKey(name),
      known.has(name.value)
        ? { id: name.value }
        : { id: null, reason: `No instrument has the entity_id "${clip(name.value, LONGEST_ECHO)}".` },
    ]),
    ...others.map((name, index): [string, Resolved] => [
      instrumentKey(name),
      oneOf(name, found[index] ?? [], listed),
    ]),
  ])
}

function oneOf(
  { by, value, currency }: Name,
  ids: readonly Id[],
  listed: ReadonlyMap<Id, Pick<InstrumentProfile, 'currency'>>,
): Resolved {
  const isIn = (id: Id): boolean =>
    currency !== null && unitsOf(listed.get(id)?.currency ?? '').includes(currency)
  const [only, ...more] = ids.length > 1 && ids.some(isIn) ? ids.filter(isIn) : ids
  if (only !== undefined && more.length === 0) return { id: only }
  const name = clip(value, LONGEST_ECHO)
  return {
    id: null,
    reason:
      only === undefined
        ? `No instrument has the ${by} "${name}".`
        : `${1 + more.length} instruments have the ${by} "${name}": give exchange, isin or entity_id as well.`,
  }
}

import { type Id, isUuid } from '../../../kernel/ids.ts'
import { clip } from '../../../kernel/text.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { InstrumentName } from './interpret.ts'

type Name = NonNullable<InstrumentName>

/** An instrument, or why none was found. */
export type Resolved = { id: Id } | { id: null; reason: string }

const LONGEST_ECHO = 40

/** What two rows name the same instrument by. */
export const instrumentKey = ({ by, value, exchange }: Name): string => JSON.stringify([by, value, exchange])

/** What each name means, by its key. */
export async function resolveNames(
  names: readonly Name[],
  instruments: Pick<InstrumentReader, 'resolve' | 'profiles'>,
  signal: AbortSignal,
): Promise<Map<string, Resolved>> {
  const distinct = [...new Map(names.map((name) => [instrumentKey(name), name])).values()]
  const [byId, others] = [
    distinct.filter(({ by }) => by === 'entity_id'),
    distinct.flatMap(({ by, value, exchange }) => (by === 'entity_id' ? [] : [{ by, value, exchange }])),
  ]
  const known = await instruments.profiles(byId.map(({ value }) => value).filter(isUuid))
  const found = await instruments.resolve(others, signal)
  return new Map([
    ...byId.map((name): [string, Resolved] => [
      instrumentKey(name),
      known.has(name.value)
        ? { id: name.value }
        : { id: null, reason: `No instrument has the entity_id "${clip(name.value, LONGEST_ECHO)}".` },
    ]),
    ...others.map((name, index): [string, Resolved] => [
      instrumentKey(name),
      oneOf(name, found[index] ?? []),
    ]),
  ])
}

function oneOf({ by, value }: Pick<Name, 'by' | 'value'>, ids: readonly Id[]): Resolved {
  const [only] = ids
  if (only !== undefined && ids.length === 1) return { id: only }
  const name = clip(value, LONGEST_ECHO)
  return {
    id: null,
    reason:
      only === undefined
        ? `No instrument has the ${by} "${name}".`
        : `${ids.length} instruments have the ${by} "${name}": give exchange, isin or entity_id as well.`,
  }
}

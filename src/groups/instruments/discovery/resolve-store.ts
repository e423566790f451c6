import type { InstrumentDatabase, ListingStatus } from '../tables.ts'
import { sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import type { AssetClass } from '../../../market/vocabulary.ts'

/** A listing that an identifier may mean. */
export interface Candidate {
  entityId: Id
  mic: string
  ticker: string
  name: string
  exchange: string
  assetClass: AssetClass
  sector: string | null
  currency: string
  status: ListingStatus
}

/** What is looked for: a listing by its id, or by an identifier in upper case. */
export type Wanted =
  | {
      by: 'ticker'
      value: string
      /** Who had it on the day, `YYYY-MM-DD`; null = who has it now. */ day: string | null
    }
  | { by: 'isin' | 'figi' | 'lei' | 'cik'; value: string }
  | { by: 'id'; id: Id }

export type ResolveStore = ReturnType<typeof createResolveStore>

interface Row {
  item: number
  entity_id: Id
  mic: string
  ticker: string
  name: string
  exchange: string
  asset_class: AssetClass
  sector: string | null
  currency: string
  status: ListingStatus
}

/** Enough to notice ambiguity, with some left after filtering by venue. */
const MOST = 50

/** SQL that finds listings by their identifiers. */
export function createResolveStore(db: InstrumentDatabase, hiddenSources: readonly string[]) {
  return {
    /**
     * The listings that each item may mean, in the order of the items. One statement for all of them: a request takes one
     * connection for one moment, whatever it asks for.
     */
    async candidates(items: readonly (readonly Wanted[])[]): Promise<Candidate[][]> {
      const wanted = items.flatMap((each, item) => each.map((one) => ({ item, ...columnsOf(one) })))
      const found: Candidate[][] = items.map(() => [])
      if (wanted.length === 0) return found
      const { rows } = await select(wanted, hiddenSources).execute(db)
      for (const { item, entity_id: entityId, asset_class: assetClass, ...rest } of rows) {
        const own = found[item]
        // Two spellings, or the past and the present, may lead to one listing.
        if (own?.every((each) => each.entityId !== entityId) === true)
          own.push({ ...rest, entityId, assetClass })
      }
      return found
    },
  }
}

interface Columns {
  by: Wanted['by']
  value: string | null
  day: string | null
  id: Id | null
}

function columnsOf(wanted: Wanted): Columns {
  if (wanted.by === 'id') return { by: 'id', value: null, day: null, id: wanted.id }
  const { by, value } = wanted
  return { by, value, day: by === 'ticker' ? wanted.day : null, id: null }
}

/**
 * Each branch uses an index of its own and is left out for items of another kind. Who had a ticker on a day: by its
 * history, or now unless the history says that it had another one then.
 */
function select(wanted: readonly (Columns & { item: number })[], hidden: readonly string[]) {
  const column = <K extends keyof Columns | 'item'>(name: K) => wanted.map((each) => each[name])
  const seen = sql`source <> all(${hidden}::text[])`
  const by = (kind: string, condition: ReturnType<typeof sql>) => sql`
    (select i.*, 1 as turn from instrument i where w.by = ${sql.lit(kind)} and ${condition} and ${seen}
     order by entity_id limit ${sql.lit(MOST)})`
  return sql<Row>`
    select w.item, c.entity_id, c.mic, c.ticker, c.name, c.exchange, c.asset_class, c.sector, c.currency,
      c.status
    from unnest(${column('item')}::int[], ${column('by')}::text[], ${column('value')}::text[],
      ${column('day')}::date[], ${column('id')}::uuid[]) as w (item, by, value, day, id)
    cross join lateral (
      (select i.*, 0 as turn from instrument i where w.by = 'ticker' and w.day is not null and ${seen}
       and entity_id in (select h.entity_id from ticker_history h where upper(h.ticker) = w.value
         and coalesce(h.from_day, '-infinity') <= w.day and coalesce(h.to_day, 'infinity') >= w.day)
       order by entity_id limit ${sql.lit(MOST)})
      union all ${by(
        'ticker',
        sql`upper(ticker) = w.value and (w.day is null or not exists
          (select from ticker_history h where h.entity_id = i.entity_id and h.to_day >= w.day))`,
      )}
      union all ${by('isin', sql`isin = w.value`)}
      union all ${by('figi', sql`figi = w.value`)}
      union all ${by('lei', sql`lei = w.value`)}
      union all ${by('cik', sql`ltrim(cik, '0') = w.value`)}
      union all ${by('id', sql`entity_id = w.id`)}
    ) c
    order by w.item, c.turn, c.entity_id`
}

import type { SeriesBasis } from '../tables.ts'
import { splitRatio } from '../../../market/adjustment.ts'
import type { BarFinding } from '../../../market/bar-rules.ts'
import type { Bars } from '../../../market/bars.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type Day, formatDay, type Instant } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import type { Dividend, Split } from '../../../ports/market-data.ts'
import type { NewAction } from '../prices/actions-store.ts'
import type { BarCounts } from '../prices/bar-store.ts'

/** The source recorded for what comes from the operator's files. */
export const IMPORT_SOURCE = 'import'

/** The source recorded for what an administrator records through the API: no file takes it back. */
export const API_SOURCE = 'api'

/** Splits and dividends of a file; amounts in the currency, per share as shares counted on the ex-date. */
export interface EventsImport {
  splits: readonly Split[]
  dividends: readonly Dividend[]
  currency: string
}

/** The bars of one file. */
export interface BarsImport {
  interval: Interval
  basis: SeriesBasis
  columns: Bars
  /** Absent when the file says nothing of splits and dividends. */
  events?: EventsImport | undefined
  /** True when bars of another source or basis are to go. */
  replace?: boolean
  /** Instants of bars without an adjusted close of their own: it is computed from recorded dividends. */
  unadjusted?: ReadonlySet<Instant>
}

/** The same before it is known what currency its instrument is traded in. */
export interface FileOfBars extends Omit<BarsImport, 'events'> {
  events?: Omit<EventsImport, 'currency'> | undefined
}

/** What a write of bars did, and what the rules found. */
export interface BarsStored extends BarCounts {
  findings: readonly BarFinding[]
}

/** A US security as a folder of raw prices knows it. */
export interface SecurityImport {
  ticker: string
  exchange: string
  mic: string
  /** Ascending, both ends inclusive. */
  previousTickers: readonly { ticker: string; from: Day; to: Day }[]
  delistedOn: Day | null
  daily: Bars | null
  minute: Bars | null
  events: EventsImport | null
  replace: boolean
  /** False where a security that nobody has listed is refused and not added. */
  add?: boolean
}

/** Lean's own way of saying "for ever" is no date. */
export function dayText(day: Day): string | null {
  return Number.isFinite(day) ? formatDay(day) : null
}

export function toActions(entityId: Id, { splits, dividends, currency }: EventsImport): NewAction[] {
  const common = {
    entity_id: entityId,
    declared_on: null,
    record_date: null,
    pay_date: null,
    frequency: null,
    new_ticker: null,
    related_entity_id: null,
    cost_fraction: null,
    source: IMPORT_SOURCE,
  }
  return [
    ...splits.map(({ exDay, factor }): NewAction => {
      const { to, from } = splitRatio(factor)
      const ratio = { ratio_to: to, ratio_from: from, amount: null, currency: null }
      return { ...common, ...ratio, type: 'split', ex_date: formatDay(exDay) }
    }),
    ...dividends.map(({ exDay, amount }): NewAction => ({
      ...common,
      type: 'cash_dividend',
      ex_date: formatDay(exDay),
      ratio_to: null,
      ratio_from: null,
      amount,
      currency,
    })),
  ]
}

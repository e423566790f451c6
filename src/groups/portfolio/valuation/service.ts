import type { HoldingDetail, HoldingPage, PortfolioSummary } from '../../../contract/holdings.ts'
import type { Allocation, AllocationKey } from '../../../contract/allocation.ts'
import type { PortfolioIncome, RealizedGain, RealizedGainPage } from '../../../contract/gains.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid } from '../../../kernel/ids.ts'
import { percentOf } from '../../../kernel/numbers.ts'
import { type PageQuery, toPage, windowOf } from '../../../kernel/page.ts'
import { echoed } from '../../../kernel/text.ts'
import {
  addMonths,
  type Day,
  fieldsOf,
  dayOf,
  formatDay,
  formatInstant,
  parseDay,
  utcDay,
} from '../../../kernel/time.ts'
import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import { createPause } from '../../../kernel/pause.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import { allocate, type SectorWeights } from './allocation.ts'
import { type PriceDeps, valueAt, valueNow } from './at-prices.ts'
import { constituentsOf } from './constituents.ts'
import { type DayRangeQuery, lastRowDay, rangeOf } from './day-range.ts'
import { sent, sortHoldings, toDetail, toHolding } from './holdings.ts'
import { incomeBy } from './income.ts'
import type { LedgerScope, ReadLedger, ScopeQuery } from '../state/ledger-reader.ts'
import { unpackList } from '../state/ledger-columns.ts'
import type { StateRealized } from '../state/ledger-state.ts'
import { namesOf, NO_NAMES } from './names.ts'
import { salesOf } from './sales.ts'
import { type SuggestedIncome, suggestedIncome } from './suggested-income.ts'
import { isOpen, type ValuedLedger } from './valued.ts'

const MOST_LOT_IDS = 100
const MONTHS_OF_INCOME = 12

export interface ValuationDeps extends PriceDeps {
  /** What a market consists of; null where nobody knows. */
  sectorWeights: (caller: PortfolioOwner, signal: AbortSignal) => Promise<SectorWeights | null>
  /** Returns of one holding since its first transaction. */
  returnsOf: (
    caller: PortfolioOwner,
    scope: LedgerScope & { entityId: Id },
  ) => Promise<HoldingDetail['performance']>
}

/** Who asks, for how long. */
export interface Asking<Query> {
  caller: PortfolioOwner
  query: Query
  signal: AbortSignal
}

type RangeQuery = ScopeQuery & DayRangeQuery

type IncomeQuery = RangeQuery & { group_by: 'month' | 'entity'; include_suggested: boolean }

export type Valuation = ReturnType<typeof createValuation>

/** What the group says of portfolios at their prices. */
export function createValuation(deps: ValuationDeps) {
  return { ...values(deps), ...history(deps) }
}

function values(deps: ValuationDeps) {
  const { clock } = deps
  return {
    async summary({ caller, query, signal }: Asking<ScopeQuery>): Promise<PortfolioSummary> {
      const now = clock.market()
      const { ledger, valued } = await valueNow(deps, caller, { query, signal })
      return toSummary(ledger, valued, now)
    },

    async holdings({
      caller,
      query,
      signal,
    }: Asking<
      ScopeQuery & PageQuery & { as_of?: string; include_closed: boolean; sort: string }
    >): Promise<HoldingPage> {
      const { valued } = await valueAt(deps, caller, { query, signal, until: asOf(query) })
      const shown = valued.holdings
        .filter((held) => query.include_closed || isOpen(held))
        .map((held) => toHolding(held, valued.total))
      const { offset, limit } = windowOf(query)
      const items = sortHoldings(shown, query.sort).slice(offset, offset + limit)
      return toPage({ items, total: shown.length }, query)
    },

    /** Throws 404 `HOLDING_NOT_FOUND`. */
    async holding(
      id: string,
      { caller, query, signal }: Asking<ScopeQuery & { as_of?: string }>,
    ): Promise<HoldingDetail> {
      const entityId = id.toLowerCase()
      const scope = { query, signal, until: asOf(query) }
      const { ledger, valued } = await valueAt(deps, caller, scope)
      const held = valued.holdings.find(({ profile }) => profile.entityId === entityId)
      if (held === undefined || !isUuid(entityId)) {
        return fail('HOLDING_NOT_FOUND', `You have never held "${echoed(id)}" in these accounts.`)
      }
      const performance = await deps.returnsOf(caller, { ...scope, entityId })
      return toDetail(held, { total: valued.total, state: ledger.state, performance })
    },

    async allocation({
      caller,
      query,
      signal,
    }: Asking<ScopeQuery & { by: AllocationKey; look_through: boolean }>): Promise<Allocation> {
      const { ledger, valued } = await valueNow(deps, caller, { query, signal })
      const market = query.by === 'sector' ? await deps.sectorWeights(caller, signal) : null
      const through = query.look_through ? await constituentsOf(valued, deps.instruments, signal) : null
      return { base_currency: ledger.base, ...allocate(ledger, valued, { by: query.by, market, through }) }
    },

    /** For other endpoints that look at what is held now. */
    valueNow: (caller: PortfolioOwner, scope: LedgerScope) => valueNow(deps, caller, scope),
  }
}

function history(deps: ValuationDeps) {
  return {
    /** Throws 422 `INVALID_DATE_RANGE`. */
    async realizedGains({
      caller,
      query,
      signal,
    }: Asking<RangeQuery & PageQuery & { method?: CostBasisMethod }>): Promise<RealizedGainPage> {
      const today = utcDay(deps.clock.market())
      const range = rangeOf(query, { today, first: (to) => dayOf(fieldsOf(to).year, 1, 1) })
      const { state } = await deps.ledgers.read(caller, { query, signal, method: query.method ?? null })
      const inRange = salesOf(state, { from: range.from, to: lastRowDay(range.to, today), entityId: null })
      const { offset, limit } = windowOf(query)
      const rows = inRange.slice(offset, offset + limit)
      const named = await namesOf(deps, rows)
      const items = rows.map((row) => toRealized(row, named.get(row.entityId)?.ticker ?? ''))
      return toPage({ items, total: inRange.length }, query)
    },

    /** Throws 422 `INVALID_DATE_RANGE`. */
    async income({ caller, query, signal }: Asking<IncomeQuery>): Promise<PortfolioIncome> {
      const today = utcDay(deps.clock.market())
      const range = rangeOf(query, { today, first: (to) => addMonths(to, -MONTHS_OF_INCOME) })
      const ledger = await deps.ledgers.read(caller, { query, signal })
      const last = lastRowDay(range.to, today)
      const inRange = ledger.state.income.filter(({ day }) => day >= range.from && day <= last)
      const suggested = query.include_suggested ? await readSuggested(deps, ledger, { range, signal }) : null
      const rows = [...inRange, ...(suggested ?? [])]
      const named = query.group_by === 'entity' ? await namesOf(deps, rows) : NO_NAMES
      return { base_currency: ledger.base, ...incomeBy(inRange, { by: query.group_by, named, suggested }) }
    },
  }
}

/** Dividends of everything that was ever held; others get their turn between instruments. */
async function readSuggested(
  { instruments }: ValuationDeps,
  { state, splits, rates, profiles }: ReadLedger,
  { range, signal }: { range: { from: Day; to: Day }; signal: AbortSignal },
): Promise<SuggestedIncome[]> {
  const pause = createPause(signal)
  const found: SuggestedIncome[] = []
  const quantities = Map.groupBy(unpackList(state.columns, 'quantities'), ({ entityId }) => entityId)
  const income = Map.groupBy(state.income, ({ entityId }) => entityId)
  for (const [id, { currency }] of profiles) {
    await pause()
    const known = { dividends: await instruments.dividends(id), splits: splits.get(id) ?? [], currency }
    const rows = { entityId: id, quantities: quantities.get(id) ?? [], income: income.get(id) ?? [] }
    found.push(...suggestedIncome(rows, known, { ...range, rates }))
  }
  return found
}

function toSummary({ state, base }: ReadLedger, valued: ValuedLedger, now: number): PortfolioSummary {
  const sum = <T>(items: readonly T[], of: (item: T) => number | null): number =>
    sent(items.reduce((total, item) => total + (of(item) ?? 0), 0))
  const held = valued.holdings.filter(isOpen)
  const dayChange = sum(held, ({ dayChangeBase }) => dayChangeBase)
  return {
    base_currency: base,
    total_value: sent(valued.total),
    cash: sent(valued.cashBase),
    invested: sum(held, ({ costBase }) => costBase),
    day_change: dayChange,
    day_change_pct: percentOf(dayChange, Math.abs(valued.total - dayChange)) ?? 0,
    unrealized_gain: sum(held, ({ unrealizedBase }) => unrealizedBase),
    realized_gain: sum(state.realized, ({ gainBase }) => gainBase),
    income: sum(state.income, ({ amountBase }) => amountBase),
    fees: sent(state.totals.fees),
    taxes: sent(state.totals.taxes),
    net_contributions: sent(state.totals.netContributions),
    holdings_count: held.length,
    as_of: formatInstant(now),
    simulated: held.some(({ mark }) => mark?.simulated === true),
    warnings: valued.warnings,
  }
}

function toRealized(row: StateRealized, ticker: string): RealizedGain {
  return {
    transaction_id: row.transactionId,
    account_id: row.accountId,
    entity_id: row.entityId,
    ticker,
    currency: row.currency,
    sold_on: formatDay(row.day),
    quantity: sent(row.quantity),
    proceeds: sent(row.proceeds),
    cost: sent(row.cost),
    fee: sent(row.fee),
    gain: sent(row.gain),
    gain_base: sent(row.gainBase),
    holding_days: row.day - row.openedOn,
    lot_ids: row.lotIds.slice(0, MOST_LOT_IDS),
  }
}

/** The day that is asked about, which the schema has found to be one; null for now. Days from today on are taken for now as well. */
const asOf = ({ as_of: text }: { as_of?: string }): Day | null => (text === undefined ? null : parseDay(text))

import type { Allocation, AllocationKey } from '../../../contract/allocation.ts'
import type { Id } from '../../../kernel/ids.ts'
import { ratio } from '../../../kernel/numbers.ts'
import { wholeOf } from '../../../market/currencies.ts'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import { sent } from './holdings.ts'
import type { ReadLedger } from '../state/ledger-reader.ts'
import type { ValuedHolding, ValuedLedger } from './valued.ts'

/** Shares of a market's value by sector; they sum to 1. */
export type SectorWeights = ReadonlyMap<string, number>

/** A remainder that is the noise of arithmetic. */
const NOTHING = 1e-9
const CASH = { key: 'cash', name: 'Cash' }
const UNKNOWN = { key: 'unknown', name: 'Unknown' }

interface Part {
  key: string
  name: string
  base: number
}

/** What funds hold, and of what kind that is. */
export interface Constituents {
  /** Shares of the value of each fund, by instrument. */
  weights: ReadonlyMap<Id, ReadonlyMap<Id, number>>
  profiles: ReadonlyMap<Id, InstrumentProfile>
}

interface Grouping {
  by: AllocationKey
  market: SectorWeights | null
  /** Null where funds count as what they are. */
  through: Constituents | null
}

/** What a portfolio is made of. What is in the market alone has a row as well. */
export function allocate(
  ledger: Pick<ReadLedger, 'accounts'>,
  valued: ValuedLedger,
  { by, market, through }: Grouping,
): Pick<Allocation, 'items' | 'total'> {
  const parts = [
    ...valued.holdings.flatMap((held) => partsOf(held, { by, ledger, through })),
    ...valued.cash.flatMap(({ accountId, currency, base }): Part[] => {
      if (base === null || base === 0) return []
      const of =
        by === 'currency'
          ? labelOfCurrency(currency)
          : by === 'account'
            ? { key: accountId, name: ledger.accounts.get(accountId)?.name ?? accountId }
            : CASH
      return [{ ...of, base }]
    }),
    ...[...(market?.keys() ?? [])].map((sector) => ({ key: sector, name: sector, base: 0 })),
  ]
  const size = parts.reduce((sum, { base }) => sum + Math.abs(base), 0)
  const items = [...Map.groupBy(parts, ({ key }) => key)].map(([key, of]) => {
    const base = of.reduce((sum, part) => sum + part.base, 0)
    return {
      key,
      name: of[0]?.name ?? key,
      value_base: sent(base),
      // Of more debts than assets shares mean nothing: there it is the share of the gross exposure.
      weight: ratio(base, valued.total > 0 ? valued.total : size) ?? 0,
      benchmark_weight: market === null ? null : (market.get(key) ?? 0),
    }
  })
  return {
    items: items.toSorted(
      (one, other) => other.value_base - one.value_base || one.key.localeCompare(other.key),
    ),
    total: sent(valued.total),
  }
}

function partsOf(
  held: ValuedHolding,
  { by, ledger, through }: Omit<Grouping, 'market'> & { ledger: Pick<ReadLedger, 'accounts'> },
): Part[] {
  const { valueBase, mark, rate } = held
  if (valueBase === null) return []
  if (by !== 'account') {
    if (held.quantity === 0) return []
    return through !== null && held.profile.assetClass === 'etf'
      ? partsThrough(held.profile.entityId, valueBase, { by, through })
      : [{ ...labelOf(held.profile, by), base: valueBase }]
  }
  // What one account owes another may have: nothing of it is held, but something in each.
  return held.positions
    .filter(({ quantity }) => quantity !== 0)
    .map(({ accountId, quantity }) => ({
      key: accountId,
      name: ledger.accounts.get(accountId)?.name ?? accountId,
      base: quantity * (mark?.price ?? 0) * (rate ?? 0),
    }))
}

/** Pence are pounds. */
function labelOfCurrency(currency: string): { key: string; name: string } {
  const whole = wholeOf(currency) ?? currency
  return { key: whole, name: whole }
}

/** A fund as what it holds; what is not known of it is unknown. */
function partsThrough(
  fund: Id,
  valueBase: number,
  { by, through }: { by: Exclude<AllocationKey, 'account'>; through: Constituents },
): Part[] {
  let rest = 1
  const parts: Part[] = []
  for (const [id, weight] of through.weights.get(fund) ?? []) {
    const profile = through.profiles.get(id)
    if (profile === undefined) continue
    rest -= weight
    parts.push({ ...labelOf(profile, by), base: valueBase * weight })
  }
  return rest > NOTHING ? [...parts, { ...UNKNOWN, base: valueBase * rest }] : parts
}

function labelOf(
  profile: InstrumentProfile,
  by: Exclude<AllocationKey, 'account'>,
): { key: string; name: string } {
  const of = (value: string | null): { key: string; name: string } =>
    value === null ? UNKNOWN : { key: value, name: value }
  switch (by) {
    case 'entity':
      return { key: profile.entityId, name: profile.name }
    case 'asset_class':
      return of(profile.assetClass)
    case 'sector':
      return of(profile.sector)
    case 'country':
      return of(profile.country)
    case 'currency':
      return labelOfCurrency(profile.currency)
  }
}

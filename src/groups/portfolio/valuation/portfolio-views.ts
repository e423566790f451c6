import { ratio } from '../../../kernel/numbers.ts'
import { DAY_MS, type Day } from '../../../kernel/time.ts'
import type { PortfolioOwner, PortfolioReader, PortfolioView } from '../../../ports/portfolio.ts'
import { allocate } from './allocation.ts'
import { type PriceDeps, valueAt, valueNow } from './at-prices.ts'
import { constituentsOf } from './constituents.ts'
import { CASH, incomeBy } from './income.ts'
import type { ScopeQuery } from '../state/ledger-reader.ts'
import { hasRatesIn } from '../state/ledger-state.ts'
import { namesOf, NO_NAMES } from './names.ts'
import { salesOf } from './sales.ts'

/** What other groups see of portfolios, of the part and in the currency that `query` says. */
export function createPortfolioViews(
  deps: PriceDeps,
  query: ScopeQuery,
): Pick<PortfolioReader, 'baseCurrency' | 'view' | 'shares' | 'realized' | 'income'> {
  return {
    baseCurrency: async (owner, signal) => (await deps.ledgers.head(owner, { query, signal })).base,

    view: (owner, options) => viewOf(deps, owner, { ...options, query }),

    async shares(owner, { by, through }, signal) {
      const { ledger, valued } = await valueNow(deps, owner, { query, signal })
      const held = through ? await constituentsOf(valued, deps.instruments, signal) : null
      return allocate(ledger, valued, { by, market: null, through: held }).items.map(
        ({ key, name, value_base: valueBase }) => ({
          key,
          name,
          valueBase,
          weight: ratio(valueBase, valued.total),
        }),
      )
    },

    async realized(owner, { from, to, entityId }, signal) {
      const { base, state } = await deps.ledgers.read(owner, { query, signal })
      const sold = salesOf(state, { from, to, entityId })
      const named = await namesOf(deps, sold)
      return {
        baseCurrency: base,
        from: from ?? sold.at(-1)?.day ?? to,
        to,
        gainBase: sold.reduce((sum, { gainBase }) => sum + gainBase, 0),
        sales: sold.map((sale) => ({ ...sale, instrument: named.get(sale.entityId) ?? null })),
      }
    },

    async income(owner, { from, to, by }, signal) {
      const { base, state } = await deps.ledgers.read(owner, { query, signal })
      const inRange = state.income.filter(({ day }) => day >= (from ?? day) && day <= to)
      const named = by === 'entity' ? await namesOf(deps, inRange) : NO_NAMES
      const { items, total } = incomeBy(inRange, { by, named, suggested: null })
      return {
        baseCurrency: base,
        from: from ?? state.firstDay ?? to,
        to,
        total,
        dividends: items.reduce((sum, { dividends }) => sum + dividends, 0),
        interest: items.reduce((sum, { interest }) => sum + interest, 0),
        hasRates: hasRatesIn(state, { from: from ?? Number.NEGATIVE_INFINITY, to }),
        parts: items.map(({ key, dividends, interest }) => ({
          month: by === 'month' ? key : null,
          instrument: named.get(key) ?? null,
          isOfMoney: key === CASH,
          amount: dividends + interest,
        })),
      }
    },
  }
}

async function viewOf(
  deps: PriceDeps,
  owner: PortfolioOwner,
  { on, query, signal }: { on: Day | null; query: ScopeQuery; signal: AbortSignal },
): Promise<PortfolioView | null> {
  const { ledger, valued } = await valueAt(deps, owner, { query, signal, until: on })
  if (ledger.extent.count === 0) return null
  const held = valued.holdings.filter(({ quantity }) => quantity !== 0)
  return {
    baseCurrency: ledger.base,
    isOwnCurrency: query.base_currency === undefined,
    totalValue: valued.total,
    cash: valued.cashBase,
    on,
    asOf: on === null ? deps.clock.market() : (on + 1) * DAY_MS - 1,
    simulated: held.some(({ mark }) => mark?.simulated === true),
    holdings: held
      .map(({ profile: { entityId, ticker, name }, quantity, valueBase, unrealizedBase, costBase }) => ({
        entityId,
        ticker,
        name,
        quantity,
        valueBase,
        unrealizedBase,
        costBase,
        weight: ratio(valueBase, valued.total),
      }))
      .toSorted((one, other) => (other.valueBase ?? 0) - (one.valueBase ?? 0)),
  }
}

import type { PortfolioWarning } from '../../../contract/portfolio-warnings.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatDay, formatInstant } from '../../../kernel/time.ts'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { Mark } from './marks.ts'

/** What of a portfolio at its marks may lack something. */
interface Valued {
  holdings: ReadonlyArray<{
    profile: InstrumentProfile
    mark: Mark | null
    isStale: boolean
    quantity: number
    rate: number | null
  }>
  cash: ReadonlyArray<{ accountId: Id; currency: string; amount: number; base: number | null }>
}

const of = (code: PortfolioWarning['code'], entityId: Id | null, detail: string): PortfolioWarning => ({
  code,
  entity_id: entityId,
  detail,
})

/**
 * What the numbers of a portfolio should be read with.
 * @param names Of accounts.
 */
export function warningsOf(
  valued: Valued,
  { state, names }: { state: LedgerState; names: ReadonlyMap<Id, string> },
): PortfolioWarning[] {
  const nameOf = (accountId: Id): string => names.get(accountId) ?? accountId
  return [...ofValues(valued, state, nameOf), ...ofActions(valued, state, nameOf)]
}

function ofValues(
  { holdings, cash }: Valued,
  state: LedgerState,
  nameOf: (accountId: Id) => string,
): PortfolioWarning[] {
  const held = holdings.filter(({ quantity }) => quantity !== 0)
  return [
    ...held.flatMap(({ profile: { entityId, ticker }, mark, isStale, quantity }) => [
      ...(mark === null
        ? [of('PRICE_MISSING', entityId, `${ticker} has no price and counts as nothing.`)]
        : []),
      ...(isStale && mark !== null
        ? [of('STALE_PRICE', entityId, `The newest price of ${ticker} is of ${formatInstant(mark.at)}.`)]
        : []),
      ...(quantity < 0 ? [of('NEGATIVE_POSITION', entityId, `${ticker} is sold short: ${quantity}.`)] : []),
    ]),
    ...state.missingRates.map(({ currency }) =>
      of(
        'FX_MISSING',
        null,
        `No exchange rate of ${currency} is known on the day of a transaction; it counts as nothing.`,
      ),
    ),
    ...[
      ...new Set([
        ...held.filter(({ rate }) => rate === null).map(({ profile }) => profile.currency),
        ...cash.filter(({ base }) => base === null).map(({ currency }) => currency),
      ]),
    ].map((currency) =>
      of(
        'FX_MISSING',
        null,
        `No exchange rate of ${currency} is known now; what is held in it counts as nothing.`,
      ),
    ),
    ...cash
      .filter(({ amount }) => amount < 0)
      .map(({ accountId, currency, amount }) =>
        of('NEGATIVE_CASH', null, `The account "${nameOf(accountId)}" has ${amount} ${currency}.`),
      ),
  ]
}

function ofActions(
  { holdings }: Valued,
  { unapplied, received }: LedgerState,
  nameOf: (accountId: Id) => string,
): PortfolioWarning[] {
  const tickers = new Map(holdings.map(({ profile }) => [profile.entityId, profile.ticker]))
  const tickerOf = (id: Id): string => tickers.get(id) ?? id
  return [
    ...unapplied.map(({ kind, accountId, entityId, day }) => {
      const [code, what] =
        kind === 'split'
          ? (['UNAPPLIED_SPLIT', 'was split'] as const)
          : (['UNAPPLIED_SPIN_OFF', 'gave shares of another company'] as const)
      return of(
        code,
        entityId,
        `${tickerOf(entityId)} ${what} on ${formatDay(day)}; the account "${nameOf(accountId)}" has no such row and does not apply corporate actions by itself.`,
      )
    }),
    ...received
      .filter(({ basis }) => basis === 'unknown')
      .map(({ accountId, parentId, childId, day }) =>
        of(
          'COST_UNKNOWN',
          childId,
          `Which part of the cost of ${tickerOf(parentId)} went with ${tickerOf(childId)} on ${formatDay(day)} is not known: in the account "${nameOf(accountId)}" none did.`,
        ),
      ),
  ]
}

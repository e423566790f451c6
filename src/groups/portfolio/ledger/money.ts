import type { Id } from '../../../kernel/ids.ts'
import { hundredthOf, paidDecimalsOf } from '../../../market/currencies.ts'
import type { TransactionType } from '../../../market/vocabulary.ts'
import { type Entry, Exact, ZERO } from './entry.ts'

type Sign = -1 | 0 | 1

const SIGNS: Readonly<Record<TransactionType, Sign | null>> = {
  buy: -1,
  sell: 1,
  dividend: 1,
  interest: 1,
  fee: -1,
  tax: -1,
  deposit: 1,
  withdrawal: -1,
  transfer_in: 1,
  transfer_out: -1,
  split: null,
  return_of_capital: 1,
}

export const isTransfer = (type: TransactionType): boolean =>
  type === 'transfer_in' || type === 'transfer_out'

/**
 * Whether the amount of a row comes to the money of its account or goes from it; that of shares which are moved does neither, and their fee and
 * tax are paid all the same. Null for what moves no money at all, whatever is beside it.
 */
export const moneySign = (type: TransactionType, hasInstrument: boolean): Sign | null =>
  hasInstrument && isTransfer(type) ? 0 : SIGNS[type]

/** What a row does to money, in its currency: fee and tax are paid whatever its type. */
export function cashOf({ type, entityId, amount, fee, tax }: Entry): Exact {
  const sign = moneySign(type, entityId !== null)
  return sign === null ? ZERO : amount.times(sign).minus(fee).minus(tax)
}

/** The currencies in which accounts keep money; an account that is not there keeps none. */
export type KeptMoney = ReadonlyMap<Id, readonly string[]>

/** Rows of money alone: by them an account says that it keeps money of their currency. */
const isMoney = ({ type, entityId }: Entry): boolean =>
  type === 'deposit' || type === 'withdrawal' || (entityId === null && isTransfer(type))

/** What accounts keep by some more rows. */
export function keptMoney(entries: readonly Entry[], before: KeptMoney = new Map()): KeptMoney {
  const kept = new Map([...before].map(([accountId, currencies]) => [accountId, new Set(currencies)]))
  for (const entry of entries) {
    if (!isMoney(entry)) continue
    const { accountId, currency } = entry
    kept.set(accountId, (kept.get(accountId) ?? new Set()).add(currency))
  }
  return new Map([...kept].map(([accountId, currencies]) => [accountId, [...currencies]]))
}

const HUNDREDTH = new Exact('0.01')

/**
 * The balance that a row changes, and by how much. A rate means that the broker converted a currency the account does not keep: the
 * account's own currency is moved by the converted amount. Pence are converted to pounds.
 * @param home The account's currency.
 * @param kept The currencies that the account keeps.
 */
export function balanceChange(
  entry: Entry,
  { home, kept }: { home: string; kept: readonly string[] },
): { currency: string; amount: Exact } {
  const amount = cashOf(entry)
  const { currency } = entry
  const rate = entry.fxRate ?? (currency === hundredthOf(home) ? HUNDREDTH : null)
  if (rate === null || currency === home || kept.includes(currency)) return { currency, amount }
  return {
    currency: home,
    amount: amount.times(rate).toDecimalPlaces(paidDecimalsOf(home), Exact.ROUND_HALF_UP),
  }
}

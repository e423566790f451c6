import type { TransactionType } from '../../../market/vocabulary.ts'
import { type Entry, type Exact, ZERO } from './entry.ts'

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

/**
 * Whether the amount of a row comes to the money of its account or goes from it; that of shares which are moved does neither, and their fee and
 * tax are paid all the same. Null for what moves no money at all, whatever is beside it.
 */
export const moneySign = (type: TransactionType, hasInstrument: boolean): Sign | null =>
  hasInstrument && (type === 'transfer_in' || type === 'transfer_out') ? 0 : SIGNS[type]

/** What a row does to the money of its account, in its currency: fee and tax go from it whatever its type. */
export function cashOf({ type, entityId, amount, fee, tax }: Entry): Exact {
  const sign = moneySign(type, entityId !== null)
  return sign === null ? ZERO : amount.times(sign).minus(fee).minus(tax)
}

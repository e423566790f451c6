import type { TransactionType } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import { parseDay } from '../../../kernel/time.ts'
import { type Entry, Exact, ZERO } from './entry.ts'

/** A row of the ledger as the store packs it. */
type Packed = readonly [
  id: Id,
  accountId: Id,
  sequence: number,
  type: TransactionType,
  entityId: Id | null,
  date: string,
  quantity: string | null,
  amount: string,
  fee: string,
  tax: string,
  currency: string,
  fxRate: string | null,
  external: boolean,
]

/** Rows out of the texts of JSON in which the store hands them on. */
export function decodeEntries(packs: readonly string[]): Entry[] {
  return packs.flatMap((pack) => (JSON.parse(pack) as Packed[]).map(toEntry))
}

function toEntry([id, accountId, sequence, type, entityId, date, ...rest]: Packed): Entry {
  const [quantity, amount, fee, tax, currency, fxRate, external] = rest
  return {
    id,
    accountId,
    type,
    entityId,
    day: parseDay(date) ?? 0,
    sequence,
    quantity: quantity === null ? null : exactOf(quantity),
    amount: exactOf(amount),
    fee: exactOf(fee),
    tax: exactOf(tax),
    currency,
    fxRate: fxRate === null ? null : exactOf(fxRate),
    external,
  }
}

/** How the database writes what has no decimals. */
const WHOLE = '.000000000000'
/** Whole numbers below it are made several times as fast of a number as of a text. */
const FAST = 1e7

function exactOf(text: string): Exact {
  const number = text.endsWith(WHOLE) ? Number(text) : Number.NaN
  return number === 0 ? ZERO : new Exact(number < FAST ? number : text)
}

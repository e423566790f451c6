import { unitsOf, wholeOf } from '../../../market/currencies.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type Day, parseDay } from '../../../kernel/time.ts'
import type { InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import { Exact } from '../ledger/entry.ts'
import type { Interpreted } from './interpret.ts'
import { instrumentKey, type Resolved } from './resolve.ts'

type ReadRow = Interpreted | { errors: string[] }

/** A row in another currency than its instrument, which is traded in `into`. */
interface Foreign {
  row: Interpreted & { currency: string }
  day: Day
  into: string
}

/** What is known of the instruments of rows. */
interface Known {
  resolved: ReadonlyMap<string, Resolved>
  profiles: ReadonlyMap<Id, Pick<InstrumentProfile, 'currency'>>
}

/**
 * Rows of a broker that has everything in the currency of the account, in the currencies of their instruments: at the rate that is stored for
 * their day, which the row has as its `fx_rate`, so that the account is moved by what the file says. A row of a day without one has an error.
 */
export async function inInstrumentCurrency(
  rows: readonly ReadRow[],
  known: Known,
  instruments: Pick<InstrumentReader, 'ratesInto'>,
): Promise<ReadRow[]> {
  const foreign = new Map(rows.map((row) => [row, foreignOf(row, known)] as const))
  const rateOf = await ratesOf(
    [...foreign.values()].flatMap((each) => each ?? []),
    instruments,
  )
  return rows.map((row) => {
    const found = foreign.get(row) ?? null
    return found === null ? row : converted(found, rateOf(found))
  })
}

function foreignOf(row: ReadRow, { resolved, profiles }: Known): Foreign | null {
  if ('errors' in row || row.instrument === null || row.currency === undefined) return null
  const listed = profiles.get(resolved.get(instrumentKey(row.instrument))?.id ?? '')?.currency
  const day = parseDay(row.trade_date)
  if (listed === undefined || day === null || unitsOf(listed).includes(row.currency)) return null
  return { row: { ...row, currency: row.currency }, day, into: wholeOf(listed) ?? listed }
}

/** Units of a row's currency for one of its instrument's on its day; null where that is not stored. */
async function ratesOf(
  all: readonly Foreign[],
  instruments: Pick<InstrumentReader, 'ratesInto'>,
): Promise<(foreign: Foreign) => number | null> {
  const [first] = all
  if (first === undefined) return () => null
  let [from, to] = [first.day, first.day]
  for (const { day } of all) [from, to] = [Math.min(from, day), Math.max(to, day)]
  const rates = new Map<string, (day: Day) => number | null>()
  for (const { row, into } of all) {
    const pair = `${row.currency} ${into}`
    if (!rates.has(pair)) rates.set(pair, await instruments.ratesInto(row.currency, { from, to })(into))
  }
  return ({ row, into, day }) => rates.get(`${row.currency} ${into}`)?.(day) ?? null
}

function converted({ row, into }: Foreign, rate: number | null): ReadRow {
  if (rate === null) {
    return {
      errors: [
        `currency is ${row.currency}, and the instrument is traded in ${into}: no exchange rate between the two is stored for ${row.trade_date}.`,
      ],
    }
  }
  const inOther = (value: number): number => new Exact(value).div(rate).toNumber()
  return {
    ...row,
    price: row.price === null ? null : inOther(row.price),
    amount: row.amount === undefined ? undefined : inOther(row.amount),
    fee: inOther(row.fee),
    tax: inOther(row.tax),
    currency: into,
    fx_rate: rate,
    fx_currency: row.currency,
  }
}

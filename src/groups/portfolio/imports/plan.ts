import type { Id } from '../../../kernel/ids.ts'
import { parseDay } from '../../../kernel/time.ts'
import { type Entry, Exact, toMoney } from '../ledger/entry.ts'
import type { TransactionFields } from '../tables.ts'
import { paidDecimalsOf } from '../../../market/currencies.ts'
import { decodeEntries } from '../ledger/packed-entries.ts'
import { type Actions, NO_ACTIONS, tiedTo, withParents } from '../ledger/actions.ts'
import { walkQuantities } from '../ledger/quantities.ts'

/** A row of an import that has passed the rules of a single one. */
export interface Candidate {
  index: number
  /** Of the transaction that it becomes. */
  id: Id
  fields: TransactionFields
}

export interface PlanInput {
  candidates: readonly Candidate[]
  /** What the account has, as the store packs it. */
  packs: readonly string[]
  /** External ids of the candidates that the account has. */
  knownExternalIds: ReadonlySet<string>
  /** Of the instruments of candidates and all that are tied to them. */
  actions: Actions
  allowsShort: boolean
  appliesActions: boolean
  /** Whether rows that look like present ones are entered all the same. */
  importsDuplicates: boolean
}

/** What becomes of each candidate, by its index. */
export interface Plan {
  /** Why rows are thought duplicates. */
  duplicates: ReadonlyMap<number, string>
  /** Why rows cannot be entered. */
  refused: ReadonlyMap<number, string>
}

/** Decides on rows: what the account has already is a duplicate, what would sell more than is there is refused. */
export function planImport(input: PlanInput): Plan {
  const present = decodeEntries(input.packs)
  const sure = sameIds(input)
  const equal = input.importsDuplicates ? new Map<number, string>() : equalRows(input, { present, sure })
  const duplicates = new Map([...sure, ...equal])
  const entered = input.candidates.filter(({ index }) => !duplicates.has(index))
  const refused = input.allowsShort ? new Map<number, string>() : shortagesOf(input, { present, entered })
  return { duplicates, refused }
}

/** One external id names one transaction: of rows with the same all but the first are duplicates. */
function sameIds({ candidates, knownExternalIds }: PlanInput): Map<number, string> {
  const seen = new Set<string>()
  const duplicates = new Map<number, string>()
  for (const { index, fields } of candidates) {
    const { external_id: id } = fields
    if (id === null) continue
    if (knownExternalIds.has(id))
      duplicates.set(index, 'the account has a transaction with this external_id.')
    else if (seen.has(id)) duplicates.set(index, 'another row of the import has this external_id.')
    seen.add(id)
  }
  return duplicates
}

/** Of n equal rows as many are duplicates as the account has. */
function equalRows(
  { candidates }: PlanInput,
  { present, sure }: { present: readonly Entry[]; sure: ReadonlyMap<number, string> },
): Map<number, string> {
  const left = new Map<string, number>()
  for (const entry of present) {
    const key = keyOf(entry)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  const duplicates = new Map<number, string>()
  for (const candidate of candidates) {
    const { index } = candidate
    if (sure.has(index)) continue
    const key = keyOf(toEntry(candidate))
    const count = left.get(key) ?? 0
    if (count === 0) continue
    left.set(key, count - 1)
    duplicates.set(index, 'the account has an equal transaction of the day.')
  }
  return duplicates
}

/**
 * What makes two rows equal. Numbers are compared as numbers: 10 and 10.0 are one. Amounts of trades are compared as they are paid: one and the same may
 * be there as shares times price, and in the file as the broker has rounded it. Others may have more decimals where an older version has computed them.
 */
const keyOf = ({ type, entityId, day, quantity, amount, fee, tax, currency }: Entry): string => {
  const isTrade = type === 'buy' || type === 'sell'
  const paid = isTrade ? amount.toDecimalPlaces(paidDecimalsOf(currency)) : toMoney(amount)
  const numbers = [quantity, paid, fee, tax].map((each) => each?.toFixed() ?? null)
  return JSON.stringify([type, entityId, day, currency, ...numbers])
}

/** Rows by which an instrument would become less than nothing, or another that is given out of it. */
function shortagesOf(
  { actions, appliesActions }: PlanInput,
  { present, entered }: { present: readonly Entry[]; entered: readonly Candidate[] },
): Map<number, string> {
  const refused = new Map<number, string>()
  const applied = appliesActions ? actions : NO_ACTIONS
  const candidates = new Map(entered.map((each) => [each.id, each]))
  const ids = entered.flatMap(({ fields: { entity_id: id } }) => (id === null ? [] : [id]))
  const tied = new Set(tiedTo(ids, applied.spinOffs))
  const old = present.filter(({ entityId }) => entityId !== null && tied.has(entityId))
  const refuse = ({ index, fields }: Candidate): void => {
    const why = `On ${fields.trade_date} the account would have less than nothing of the instrument.`
    refused.set(index, why)
  }
  // A later sale that is there already would lack its shares: of the new rows those that take some away cannot be entered and, where it is not
  // they, none of the instrument and what it came out of.
  for (const isToBlame of [goesOut, () => true]) {
    const rest = entered.filter(({ index }) => !refused.has(index)).map(toEntry)
    const { dropped, shorts } = walkQuantities([...old, ...rest], {
      actions: applied,
      mayDrop: (id) => candidates.has(id),
    })
    for (const { id } of dropped) {
      const candidate = candidates.get(id)
      if (candidate !== undefined) refuse(candidate)
    }
    const lacking = new Set(withParents([...shorts.keys()], applied.spinOffs))
    for (const each of entered) if (lacking.has(each.fields.entity_id ?? '') && isToBlame(each)) refuse(each)
  }
  return refused
}

const goesOut = ({ fields: { type } }: Candidate): boolean => type === 'sell' || type === 'transfer_out'

function toEntry({ id, index, fields }: Candidate): Entry {
  return {
    id,
    accountId: fields.account_id,
    type: fields.type,
    entityId: fields.entity_id,
    day: parseDay(fields.trade_date) ?? 0,
    // Behind everything that is there, in the order of the file.
    sequence: Number.MAX_SAFE_INTEGER / 2 + index,
    quantity: fields.quantity === null ? null : new Exact(fields.quantity),
    amount: new Exact(fields.amount),
    fee: new Exact(fields.fee),
    tax: new Exact(fields.tax),
    currency: fields.currency,
    fxRate: null,
    external: fields.external,
  }
}

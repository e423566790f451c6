import type { Id } from '../../../kernel/ids.ts'
import { formatDay, parseDay } from '../../../kernel/time.ts'
import { type Entry, Exact, type SplitFact } from '../ledger/entry.ts'
import type { TransactionFields } from '../tables.ts'
import { decodeEntries } from '../ledger/packed-entries.ts'
import { walkQuantity } from '../ledger/quantities.ts'

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
  splits: ReadonlyMap<Id, readonly SplitFact[]>
  allowsShort: boolean
  appliesSplits: boolean
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
    const key = keyOfEntry(entry)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  const duplicates = new Map<number, string>()
  for (const { index, fields } of candidates) {
    if (sure.has(index)) continue
    const key = keyOfFields(fields)
    const count = left.get(key) ?? 0
    if (count === 0) continue
    left.set(key, count - 1)
    duplicates.set(index, 'the account has an equal transaction of the day.')
  }
  return duplicates
}

/** What makes two rows equal. Numbers are compared as numbers: 10 and 10.0 are one. */
const keyOf = (parts: readonly unknown[]): string => JSON.stringify(parts)

const keyOfEntry = ({ type, entityId, day, quantity, amount, fee, tax, currency }: Entry): string =>
  keyOf([
    type,
    entityId,
    day,
    quantity?.toFixed() ?? null,
    amount.toFixed(),
    fee.toFixed(),
    tax.toFixed(),
    currency,
  ])

function keyOfFields(fields: TransactionFields): string {
  const number = (text: string | null): string | null => (text === null ? null : new Exact(text).toFixed())
  const { type, entity_id: entityId, trade_date: date, quantity, amount, fee, tax, currency } = fields
  return keyOf([
    type,
    entityId,
    parseDay(date),
    number(quantity),
    number(amount),
    number(fee),
    number(tax),
    currency,
  ])
}

/** Rows by which an instrument would become less than nothing. Each instrument is walked once. */
function shortagesOf(
  { splits, appliesSplits }: PlanInput,
  { present, entered }: { present: readonly Entry[]; entered: readonly Candidate[] },
): Map<number, string> {
  const refused = new Map<number, string>()
  const byInstrument = Map.groupBy(
    entered.filter(({ fields }) => fields.entity_id !== null),
    ({ fields }) => fields.entity_id ?? '',
  )
  const presentOf = Map.groupBy(present, ({ entityId }) => entityId ?? '')
  for (const [entityId, candidates] of byInstrument) {
    const indexes = new Map(candidates.map(({ id, index }) => [id, index]))
    const old = presentOf.get(entityId) ?? []
    const { dropped, short } = walkQuantity([...old, ...candidates.map(toEntry)], {
      splits: appliesSplits ? (splits.get(entityId) ?? []) : [],
      mayDrop: (id) => indexes.has(id),
    })
    // A later sale that is there already would lack its shares: none of the new ones that take some away can be entered.
    const outgoing = candidates.filter(({ fields: { type } }) => type === 'sell' || type === 'transfer_out')
    const out = short === null ? dropped : outgoing.map(toEntry)
    for (const { id, day } of out) {
      const index = indexes.get(id)
      if (index === undefined) continue
      refused.set(index, `On ${formatDay(day)} the account would have less than nothing of the instrument.`)
    }
  }
  return refused
}

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

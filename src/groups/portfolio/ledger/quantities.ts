import { type Id, isUuid } from '../../../kernel/ids.ts'
import type { TransactionType } from '../../../market/vocabulary.ts'
import type { Actions } from './actions.ts'
import { type Entry, Exact, type SpinOffFact, ZERO } from './entry.ts'
import type { AccountFields } from './ledger-store.ts'
import type { AccountRules } from './replayed.ts'
import { afterSplit, sharesAfter, splitTerms } from './shares.ts'
import { OwnActions, stepsOf } from './steps.ts'

/** Ids separated by commas; what is none is nobody's. */
export function idsOf(list: string): Id[] {
  return list
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(isUuid)
}

/** The rules of an account for replaying its ledger. */
export const rulesOf = (
  account: Pick<AccountFields, 'currency' | 'cost_basis_method' | 'auto_corporate_actions'>,
): AccountRules => ({
  currency: account.currency,
  method: account.cost_basis_method,
  appliesActions: account.auto_corporate_actions,
})

/** Shares that a spin-off gives for some of its parent. */
export const entitlement = (held: Exact, { to, from }: SpinOffFact): Exact => held.times(to).div(from)

/** What a walk over an account has found. */
export interface Walked {
  /** Rows that might be left out, and by which there would be less than nothing: they did not count. */
  dropped: Entry[]
  /** The first other row by which there was less than nothing of an instrument. */
  shorts: ReadonlyMap<Id, Entry>
}

/**
 * Walks the quantities of all instruments of one account together, linear in its rows: shares of one may come from holding another. Rows that may
 * be left out do not count where an instrument would become negative by them.
 */
export function walkQuantities(
  rows: readonly Entry[],
  { actions, mayDrop }: { actions: Actions; mayDrop: (id: Id) => boolean },
): Walked {
  const quantities = new Map<Id, Exact>()
  const held = (id: Id): Exact => quantities.get(id) ?? ZERO
  const own = new OwnActions(rows)
  const accountId = rows[0]?.accountId ?? ''
  const dropped: Entry[] = []
  const shorts = new Map<Id, Entry>()
  for (const step of stepsOf(rows, actions, { until: Number.POSITIVE_INFINITY })) {
    if ('split' in step) {
      const { entityId, factor } = step.split
      if (!own.hasSplit(accountId, entityId, step.day)) {
        quantities.set(entityId, afterSplit(held(entityId), splitTerms(new Exact(factor))))
      }
    } else if ('spinOff' in step) {
      const { parentId, childId } = step.spinOff
      const given = entitlement(held(parentId), step.spinOff)
      if (given.lte(0) || own.takeSpinOff(accountId, step.spinOff, given)) continue
      quantities.set(childId, held(childId).plus(given))
    } else {
      const { entry } = step
      if (entry.entityId === null) continue
      const after = quantityAfter(held(entry.entityId), entry)
      if (after.lt(0) && mayDrop(entry.id)) {
        dropped.push(entry)
        continue
      }
      if (after.lt(0) && !shorts.has(entry.entityId)) shorts.set(entry.entityId, entry)
      quantities.set(entry.entityId, after)
    }
  }
  return { dropped, shorts }
}

/** What rows of a type do to the quantity of their instrument; those that are about money alone are missing. */
const MOVES: Readonly<Partial<Record<TransactionType, 'more' | 'less' | 'times'>>> = {
  buy: 'more',
  transfer_in: 'more',
  sell: 'less',
  transfer_out: 'less',
  split: 'times',
}

function quantityAfter(quantity: Exact, { type, quantity: own }: Entry): Exact {
  if (own === null) return quantity
  switch (MOVES[type]) {
    case 'more':
      return sharesAfter(quantity, own)
    case 'less':
      return sharesAfter(quantity, own.negated())
    case 'times':
      return afterSplit(quantity, splitTerms(own))
    default:
      return quantity
  }
}

/**
 * Whether there may be less of an instrument on some day once a row is entered or removed. Where shares came or come by a spin-off any row
 * that moves shares may do it: it may stand for what was given.
 */
export function mayLessen(
  type: TransactionType,
  { isEntered, isSpunOff }: { isEntered: boolean; isSpunOff: boolean },
): boolean {
  const move = MOVES[type]
  if (move === undefined) return false
  return isSpunOff || move === 'times' || move === (isEntered ? 'less' : 'more')
}

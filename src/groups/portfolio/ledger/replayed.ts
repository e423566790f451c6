import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { Actions } from './actions.ts'
import type { Entry, Exact, ValuedSpinOff } from './entry.ts'
import type { KeptMoney } from './money.ts'
import type { Closing, Position } from './position.ts'

/** What an account says of how its rows are read. */
export interface AccountRules {
  /** ISO 4217. */
  currency: string
  method: CostBasisMethod
  /** Whether recorded splits and spin-offs count without a row of the account. */
  appliesActions: boolean
}

/** What a share was worth on days on which some were moved, as shares counted then. */
export type MovedPrices = ReadonlyMap<string, number>

/** What the ledger is read with. */
export interface ReplayInput {
  entries: readonly Entry[]
  accounts: ReadonlyMap<Id, AccountRules>
  actions: Actions<ValuedSpinOff>
  /** The one instrument whose gains, income and flows count; null for all. Rows of what it came out of are read for its shares alone. */
  only: Id | null
  /** Units of the base currency for one of a currency on a day; null where no rate is known. */
  rateOn: (currency: string, day: Day) => number | null
  /** The last day that counts. */
  until: Day
  /** Where the reading goes on, with the rows after it as entries; none for the first row. */
  start?: ReplayStart | null
  /** By rows of any day, also those before the start and after the last day; left out: by the entries. */
  kept?: KeptMoney
  /** Whether only some accounts of the portfolio are read: what is moved to or from the others crosses their border then. */
  isPart?: boolean
  /** What shares were worth that were moved over the border of what is read. */
  movedPrices?: MovedPrices
  /** Days after which it shall be noted how everything stands, ascending. */
  cutDays?: readonly Day[]
  /** Asked after each cut: whether the reading stops there. */
  stops?: ((cut: Cut) => boolean) | undefined
}

/** Lots and money after a day, in decimals as text: what a reading can go on from, to the last digit. Plain JSON. */
export interface Standing {
  holdings: readonly PackedHolding[]
  cash: ReadonlyArray<readonly [accountId: Id, currency: string, balance: string]>
  /** Currencies of which a rate was missing, and on which days, ascending. */
  missingRates: ReadonlyArray<readonly [currency: string, days: readonly Day[]]>
}

type PackedHolding = readonly [
  accountId: Id,
  entityId: Id,
  currency: string,
  firstAcquiredOn: Day,
  transactions: number,
  lots: readonly PackedLot[],
]

export type PackedLot = readonly [
  id: Id,
  openedOn: Day,
  opened: string,
  remaining: string,
  cost: string,
  costBase: string,
  splitFactor: string,
]

/** What was read before. */
export interface ReplayStart {
  day: Day
  standing: Standing
}

/** How a ledger stood after a day, and how much of each list had been said by then. */
export interface Cut {
  day: Day
  standing: Standing
  lengths: Readonly<Record<ReplayedList, number>>
}

type ReplayedList =
  | 'realized'
  | 'income'
  | 'flows'
  | 'costs'
  | 'unapplied'
  | 'received'
  | 'paid'
  | 'quantities'
  | 'balances'

/** A sale, or the covering of a short. */
export interface Realized extends Closing {
  transactionId: Id
  accountId: Id
  entityId: Id
  day: Day
  currency: string
  fee: Exact
}

/** Money that an instrument or an account has earned. */
export interface Income {
  kind: 'dividend' | 'interest'
  accountId: Id
  entityId: Id | null
  day: Day
  /** Before tax, in the base currency. */
  amountBase: Exact
  taxBase: Exact
}

/** Money or shares that cross the border of the portfolio, in the base currency. */
export interface Flow {
  day: Day
  accountId: Id
  /** Positive: into the portfolio. */
  amountBase: Exact
}

export interface Holding {
  accountId: Id
  entityId: Id
  currency: string
  position: Position
  firstAcquiredOn: Day
  transactions: number
}

/** A split or a spin-off of an instrument that was held. */
export interface UnappliedAction {
  kind: 'split' | 'spin_off'
  accountId: Id
  entityId: Id
  day: Day
}

/** Shares that an account was given by a spin-off, and what of the parent's cost went with them. */
export interface Received {
  accountId: Id
  spinOff: ValuedSpinOff
  quantity: Exact
  /** In the child's currency. */
  cost: Exact
}

/** All that a ledger says up to a day; lists hold what is after the day that it was read from. */
export interface Replayed {
  /** False where it has stopped at a cut: the last one says how far it is. */
  isWhole: boolean
  holdings: readonly Holding[]
  /** By account and currency. Of accounts that keep money alone. */
  cash: ReadonlyMap<Id, ReadonlyMap<string, Exact>>
  realized: readonly Realized[]
  income: readonly Income[]
  flows: readonly Flow[]
  /** Fees and taxes by the day on which they were paid, in the base currency. */
  costs: ReadonlyMap<Day, { fees: Exact; taxes: Exact }>
  /** The first row after which less than nothing of an instrument was there, by account and instrument. */
  short: ReadonlyArray<{ accountId: Id; entityId: Id; day: Day; transactionId: Id }>
  /** Currencies of which a rate was missing, and on which days, ascending; their amounts of these count as nothing in the base currency. */
  missingRates: ReadonlyMap<string, readonly Day[]>
  /** Recorded actions that an account does not apply and its user has not entered. */
  unapplied: readonly UnappliedAction[]
  /** What spin-offs have given. */
  received: readonly Received[]
  /** What was paid for a share, as shares counted then: what it is worth where no market says so. */
  paid: ReadonlyArray<{ day: Day; entityId: Id; price: Exact }>
  /** Quantities after each day on which they changed, as shares counted then. */
  quantities: ReadonlyArray<{ day: Day; accountId: Id; entityId: Id; quantity: Exact }>
  /** Money after each day on which it changed. */
  balances: ReadonlyArray<{ day: Day; accountId: Id; currency: string; balance: Exact }>
  cuts: readonly Cut[]
}

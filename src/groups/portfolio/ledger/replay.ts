import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { type Entry, Exact, inOrder, type SplitFact, ZERO } from './entry.ts'
import { type Closing, Position } from './position.ts'

/** What an account says of how its rows are read. */
export interface AccountRules {
  /** ISO 4217. */
  currency: string
  method: CostBasisMethod
  appliesSplits: boolean
}

/** What the ledger is read with. */
export interface ReplayInput {
  entries: readonly Entry[]
  accounts: ReadonlyMap<Id, AccountRules>
  /** Ascending by ex-date. */
  splits: ReadonlyMap<Id, readonly SplitFact[]>
  /** Units of the base currency for one of a currency on a day; null where no rate is known. */
  rateOn: (currency: string, day: Day) => number | null
  /** The last day that counts. */
  until: Day
}

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

/** All that a ledger says up to a day. */
export interface Replayed {
  holdings: readonly Holding[]
  /** By account and currency. Of accounts that keep track of money alone. */
  cash: ReadonlyMap<Id, ReadonlyMap<string, Exact>>
  realized: readonly Realized[]
  income: readonly Income[]
  flows: readonly Flow[]
  /** Fees and taxes by the day on which they were paid, in the base currency. */
  costs: ReadonlyMap<Day, { fees: Exact; taxes: Exact }>
  /** The first row after which less than nothing of an instrument was there, by account and instrument. */
  short: ReadonlyArray<{ accountId: Id; entityId: Id; day: Day; transactionId: Id }>
  /** Currencies of which a rate was missing; their amounts count as nothing in the base currency. */
  missingRates: ReadonlySet<string>
  /** Recorded splits that an account does not apply and its user has not entered. */
  unapplied: ReadonlyArray<{ accountId: Id; entityId: Id; day: Day }>
  /** What was paid for a share, as shares counted then: what it is worth where no market says so. */
  paid: ReadonlyArray<{ day: Day; entityId: Id; price: Exact }>
  /** Quantities after each day on which they changed, as shares counted then. */
  quantities: ReadonlyArray<{ day: Day; accountId: Id; entityId: Id; quantity: Exact }>
  /** Money after each day on which it changed. */
  balances: ReadonlyArray<{ day: Day; accountId: Id; currency: string; balance: Exact }>
}

const ONE = new Exact(1)

/** Rows of money alone by which an account says that it keeps track of money. */
const MONEY_ROWS: ReadonlySet<Entry['type']> = new Set(['deposit', 'withdrawal'])

/**
 * Reads a ledger from its first row to a day. Whoever never enters deposits or withdrawals keeps no account of money: purchases then bring
 * money into the portfolio and sales take it out.
 */
export function replay(input: ReplayInput): Replayed {
  const run = new Replay(input)
  for (const step of stepsOf(input)) run.step(step)
  return run.result()
}

type Step = { day: Day; entry: Entry } | { day: Day; split: { entityId: Id; factor: number } }

/** Rows, and the splits that happen between them, in the order in which they count. */
function stepsOf({ entries, splits, until }: ReplayInput): Step[] {
  const rows: Step[] = inOrder(entries)
    .filter(({ day }) => day <= until)
    .map((entry) => ({ day: entry.day, entry }))
  const happened: Step[] = [...splits].flatMap(([entityId, list]) =>
    list
      .filter(({ exDay }) => exDay <= until)
      .map(({ exDay, factor }) => ({ day: exDay, split: { entityId, factor } })),
  )
  // Splits take effect before trading: a stable sort leaves them in front.
  return [...happened, ...rows].toSorted((one, other) => one.day - other.day)
}

class Replay {
  private readonly input: ReplayInput
  private readonly holdings = new Map<string, Holding>()
  private readonly cash = new Map<Id, Map<string, Exact>>()
  private readonly realized: Realized[] = []
  private readonly income: Income[] = []
  private readonly flows: Flow[] = []
  private readonly missing = new Set<string>()
  private readonly short = new Map<string, Replayed['short'][number]>()
  private readonly unapplied: Array<Replayed['unapplied'][number]> = []
  private readonly paid: Array<Replayed['paid'][number]> = []
  private readonly quantities = new Map<string, Replayed['quantities'][number]>()
  private readonly balances = new Map<string, Replayed['balances'][number]>()
  private readonly tracked: ReadonlySet<Id>
  /** Splits that users have entered themselves, by account, instrument and day. */
  private readonly own: ReadonlySet<string>
  private rated: { entry: Entry; rate: Exact | null } | null = null
  private readonly costs = new Map<Day, { fees: Exact; taxes: Exact }>()

  constructor(input: ReplayInput) {
    this.input = input
    this.tracked = new Set(
      input.entries.filter((entry) => tracksMoney(entry)).map(({ accountId }) => accountId),
    )
    this.own = new Set(
      input.entries
        .filter(({ type }) => type === 'split')
        .map(({ accountId, entityId, day }) => `${accountId} ${entityId} ${day}`),
    )
  }

  result(): Replayed {
    return {
      holdings: [...this.holdings.values()],
      cash: this.cash,
      realized: this.realized,
      income: this.income,
      flows: this.flows,
      costs: this.costs,
      short: [...this.short.values()],
      missingRates: this.missing,
      unapplied: this.unapplied,
      paid: this.paid,
      quantities: [...this.quantities.values()],
      balances: [...this.balances.values()],
    }
  }

  step(step: Step): void {
    if ('entry' in step) this.row(step.entry)
    else this.recordedSplit(step.day, step.split)
  }

  private recordedSplit(day: Day, { entityId, factor }: { entityId: Id; factor: number }): void {
    for (const holding of this.holdings.values()) {
      if (holding.entityId !== entityId || holding.position.quantity.isZero()) continue
      // What the user has entered of that day is the user's word on it.
      if (this.own.has(`${holding.accountId} ${entityId} ${day}`)) continue
      if (this.input.accounts.get(holding.accountId)?.appliesSplits !== true) {
        this.unapplied.push({ accountId: holding.accountId, entityId, day })
        continue
      }
      holding.position.split(new Exact(factor))
      this.noteQuantity(holding, day)
    }
  }

  private row(entry: Entry): void {
    const { type, amount, fee, tax, day } = entry
    const costs = fee.plus(tax)
    this.charge(entry, fee, tax)
    switch (type) {
      case 'buy':
        return this.trade(entry, amount.plus(costs))
      case 'sell':
        return this.trade(entry, amount.minus(costs).negated())
      case 'transfer_in':
      case 'transfer_out':
        return entry.entityId === null ? this.transferMoney(entry, costs) : this.transferShares(entry, costs)
      case 'split':
        return this.ownSplit(entry, day)
      case 'return_of_capital':
        return this.returned(entry, costs)
      case 'dividend':
      case 'interest':
        return this.earned(entry, type, costs)
      case 'deposit':
        this.flow(entry, amount)
        return this.move(entry, amount.minus(costs))
      case 'withdrawal':
        this.flow(entry, amount.negated())
        return this.move(entry, amount.plus(costs).negated())
      case 'fee':
        this.charge(entry, amount, ZERO)
        return this.move(entry, amount.plus(costs).negated())
      case 'tax':
        this.charge(entry, ZERO, amount)
        return this.move(entry, amount.plus(costs).negated())
    }
  }

  /** @param value What was paid, fees and taxes included; negative: what was received. */
  private trade(entry: Entry, value: Exact): void {
    const { entityId, quantity, day, id, accountId, currency } = entry
    if (entityId === null || quantity === null) return
    const holding = this.holdingOf(entry, entityId)
    this.notePrice(entry, entityId)
    const signed = entry.type === 'sell' ? quantity.negated() : quantity
    const valueBase = this.inBase(entry, value)
    const closing = holding.position.trade({ id, day, quantity: signed, value, valueBase })
    if (closing !== null)
      this.realized.push({
        ...closing,
        transactionId: id,
        accountId,
        entityId,
        day,
        currency,
        fee: entry.fee,
      })
    this.noteQuantity(holding, day, id)
    this.move(entry, value.negated())
  }

  private transferShares(entry: Entry, costs: Exact): void {
    const { entityId, quantity, amount, day, id } = entry
    if (entityId === null || quantity === null) return
    const holding = this.holdingOf(entry, entityId)
    if (entry.type === 'transfer_in') {
      this.notePrice(entry, entityId)
      const value = amount.plus(costs)
      holding.position.trade({ id, day, quantity, value, valueBase: this.inBase(entry, value) })
      if (entry.external) this.addFlow(entry, this.inBase(entry, amount))
    } else {
      holding.position.remove(quantity)
      if (entry.external) this.addFlow(entry, this.inBase(entry, amount).negated())
    }
    this.noteQuantity(holding, day, id)
    if (this.tracked.has(entry.accountId)) this.move(entry, costs.negated())
  }

  private transferMoney(entry: Entry, costs: Exact): void {
    const isIn = entry.type === 'transfer_in'
    const signed = isIn ? entry.amount : entry.amount.negated()
    if (entry.external) this.flow(entry, signed)
    this.move(entry, signed.minus(costs))
  }

  private ownSplit(entry: Entry, day: Day): void {
    if (entry.entityId === null || entry.quantity === null) return
    const holding = this.holdingOf(entry, entry.entityId)
    holding.position.split(entry.quantity)
    this.noteQuantity(holding, day)
  }

  private returned(entry: Entry, costs: Exact): void {
    const { entityId, amount, id, accountId, day, currency, fee } = entry
    if (entityId === null) return
    const holding = this.holdingOf(entry, entityId)
    const { gain, gainBase } = holding.position.returnCapital(amount, this.inBase(entry, amount))
    if (!gain.isZero()) {
      const nothing = {
        quantity: ZERO,
        cost: ZERO,
        costBase: ZERO,
        openedOn: holding.firstAcquiredOn,
        lotIds: [],
      }
      const money = { proceeds: gain, gain, proceedsBase: gainBase, gainBase }
      this.realized.push({ ...nothing, ...money, transactionId: id, accountId, entityId, day, currency, fee })
    }
    this.move(entry, amount.minus(costs))
  }

  private earned(entry: Entry, kind: Income['kind'], costs: Exact): void {
    const { accountId, entityId, day, amount, tax } = entry
    if (entityId !== null) this.holdingOf(entry, entityId)
    const [amountBase, taxBase] = [this.inBase(entry, amount), this.inBase(entry, tax)]
    this.income.push({ kind, accountId, entityId, day, amountBase, taxBase })
    this.move(entry, amount.minus(costs))
  }

  private holdingOf({ accountId, currency, day }: Entry, entityId: Id): Holding {
    const key = `${accountId} ${entityId}`
    let holding = this.holdings.get(key)
    if (holding === undefined) {
      const method = this.input.accounts.get(accountId)?.method ?? 'average'
      holding = {
        accountId,
        entityId,
        currency,
        position: new Position(method),
        firstAcquiredOn: day,
        transactions: 0,
      }
      this.holdings.set(key, holding)
    }
    holding.transactions++
    return holding
  }

  private charge(entry: Entry, fee: Exact, tax: Exact): void {
    if (fee.isZero() && tax.isZero()) return
    const { fees, taxes } = this.costs.get(entry.day) ?? { fees: ZERO, taxes: ZERO }
    this.costs.set(entry.day, {
      fees: fees.plus(this.inBase(entry, fee)),
      taxes: taxes.plus(this.inBase(entry, tax)),
    })
  }

  private notePrice({ day, quantity, amount }: Entry, entityId: Id): void {
    if (quantity === null || quantity.isZero()) return
    this.paid.push({ day, entityId, price: amount.div(quantity) })
  }

  private noteQuantity(
    { accountId, entityId, position }: Holding,
    day: Day,
    transactionId: Id | null = null,
  ): void {
    const { quantity } = position
    const key = `${accountId} ${entityId}`
    this.quantities.set(`${key} ${day}`, { day, accountId, entityId, quantity })
    if (quantity.isNegative() && !quantity.isZero() && transactionId !== null && !this.short.has(key)) {
      this.short.set(key, { accountId, entityId, day, transactionId })
    }
  }

  private flow(entry: Entry, amount: Exact): void {
    this.addFlow(entry, this.inBase(entry, amount))
  }

  private addFlow({ day, accountId }: Entry, amountBase: Exact): void {
    this.flows.push({ day, accountId, amountBase })
  }

  /** Money that comes in, or goes out; of an account without money it crosses the border at once. */
  private move(entry: Entry, amount: Exact): void {
    const { accountId, currency, day } = entry
    if (!this.tracked.has(accountId)) {
      this.addFlow(entry, this.inBase(entry, amount).negated())
      return
    }
    const balances = this.cash.get(accountId) ?? new Map<string, Exact>()
    const balance = (balances.get(currency) ?? ZERO).plus(amount)
    this.cash.set(accountId, balances.set(currency, balance))
    this.balances.set(`${accountId} ${currency} ${day}`, { day, accountId, currency, balance })
  }

  private inBase(entry: Entry, amount: Exact): Exact {
    if (amount.isZero()) return ZERO
    // Most rows ask several times.
    if (this.rated?.entry !== entry) this.rated = { entry, rate: this.rateOf(entry) }
    const { rate } = this.rated
    return rate === null ? ZERO : rate === ONE ? amount : amount.times(rate)
  }

  private rateOf({ currency, day, fxRate, accountId }: Entry): Exact | null {
    // A rate that the user has given is one into the currency of the account.
    const home = this.input.accounts.get(accountId)?.currency ?? currency
    const isGiven = fxRate !== null && home !== currency
    const rate = this.input.rateOn(isGiven ? home : currency, day)
    if (rate === null) {
      this.missing.add(isGiven ? home : currency)
      return null
    }
    const exact = rate === 1 ? ONE : new Exact(rate)
    return isGiven ? fxRate.times(exact) : exact
  }
}

function tracksMoney({ type, entityId }: Entry): boolean {
  return MONEY_ROWS.has(type) || ((type === 'transfer_in' || type === 'transfer_out') && entityId === null)
}

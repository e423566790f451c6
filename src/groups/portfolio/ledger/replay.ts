import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { BaseRates } from './base-rates.ts'
import { type Entry, Exact, type ValuedSpinOff, ZERO } from './entry.ts'
import { balanceChange, cashOf, keptMoney, type KeptMoney } from './money.ts'
import { Position, type Trade } from './position.ts'
import { entitlement } from './quantities.ts'
import type {
  Cut,
  Flow,
  Holding,
  Income,
  Realized,
  Received,
  Replayed,
  ReplayInput,
  UnappliedAction,
} from './replayed.ts'
import { type Held, heldOf, holdingKey, standingOf } from './standing.ts'
import { dayOfStep, OwnActions, type Step, stepsOf } from './steps.ts'
import { Border } from './transfers.ts'

const ONE = new Exact(1)

/**
 * Replays a ledger from its first row, or from a snapshot's day, to a day. Without any deposit or withdrawal no cash balance is kept:
 * purchases then bring money into the portfolio and sales take it out.
 */
export function replay(input: ReplayInput): Replayed {
  const run = new Replay(input)
  const cutDays = [...(input.cutDays ?? [])]
  for (const step of stepsOf(input.entries, input.actions, {
    after: input.start?.day ?? null,
    until: input.until,
  })) {
    while (cutDays[0] !== undefined && dayOfStep(step) > cutDays[0]) {
      const cut = run.cut(cutDays.shift() ?? 0)
      if (input.stops?.(cut) === true) return { ...run.result(), isWhole: false }
    }
    run.step(step)
  }
  return { ...run.result(), isWhole: true }
}

class Replay {
  private readonly input: ReplayInput
  private readonly held: Held
  private readonly realized: Realized[] = []
  private readonly income: Income[] = []
  private readonly flows: Flow[] = []
  private readonly cuts: Cut[] = []
  private readonly short = new Map<string, Replayed['short'][number]>()
  private readonly unapplied: UnappliedAction[] = []
  private readonly received: Received[] = []
  private readonly paid: Array<Replayed['paid'][number]> = []
  private readonly quantities = new Map<string, Replayed['quantities'][number]>()
  private readonly balances = new Map<string, Replayed['balances'][number]>()
  private readonly kept: KeptMoney
  private readonly own: OwnActions
  private readonly border: Border
  /** Transfers over it. */
  private readonly crossed: Array<{ entry: Entry; amountBase: Exact }> = []
  private readonly rates: BaseRates
  private readonly costs = new Map<Day, { fees: Exact; taxes: Exact }>()

  constructor(input: ReplayInput) {
    this.input = input
    this.held = heldOf(input.start?.standing ?? null, input.accounts)
    this.rates = new BaseRates(input, this.held.missingRates)
    this.kept = input.kept ?? keptMoney(input.entries)
    this.own = new OwnActions(input.entries)
    const { isPart = false, movedPrices: prices = new Map(), entries, actions } = input
    this.border = new Border(entries, { isPart, prices, splits: actions.splits })
  }

  result(): Omit<Replayed, 'isWhole'> {
    // Whether a row stands for a spin-off is known after the ex-date.
    for (const { entry, amountBase } of this.crossed.splice(0)) {
      if (!this.own.hasTaken(entry)) this.addFlow(entry, amountBase)
    }
    return {
      holdings: [...this.held.holdings.values()],
      cash: this.held.cash,
      realized: this.realized,
      income: this.income,
      flows: this.flows,
      costs: this.costs,
      short: [...this.short.values()],
      missingRates: this.held.missingRates,
      unapplied: this.unapplied,
      received: this.received,
      paid: this.paid,
      quantities: [...this.quantities.values()],
      balances: [...this.balances.values()],
      cuts: this.cuts,
    }
  }

  /** Notes how everything stands after a day; nothing of later ones has been read. */
  cut(day: Day): Cut {
    const cut = {
      day,
      standing: standingOf(this.held),
      lengths: {
        realized: this.realized.length,
        income: this.income.length,
        flows: this.flows.length,
        costs: this.costs.size,
        unapplied: this.unapplied.length,
        received: this.received.length,
        paid: this.paid.length,
        quantities: this.quantities.size,
        balances: this.balances.size,
      },
    }
    this.cuts.push(cut)
    return cut
  }

  step(step: Step<ValuedSpinOff>): void {
    if ('entry' in step) this.row(step.entry)
    else if ('split' in step) this.recordedSplit(step.day, step.split)
    else this.spinOff(step.spinOff)
  }

  private recordedSplit(day: Day, { entityId, factor }: { entityId: Id; factor: number }): void {
    for (const holding of this.heldOf(entityId)) {
      const { accountId } = holding
      if (this.own.hasSplit(accountId, entityId, day)) continue
      if (!this.applies({ kind: 'split', accountId, entityId, day })) continue
      holding.position.split(new Exact(factor))
      this.noteQuantity(holding, day)
    }
  }

  private spinOff(spinOff: ValuedSpinOff): void {
    const { parentId, childId, exDay: day, price } = spinOff
    for (const parent of this.heldOf(parentId)) {
      const { accountId, position } = parent
      const given = entitlement(position.quantity, spinOff)
      if (this.own.takeSpinOff(accountId, spinOff, given)) continue
      if (!this.applies({ kind: 'spin_off', accountId, entityId: parentId, day })) continue
      const child = this.holdingIn(accountId, childId, { currency: spinOff.currency, day })
      this.give(parent, child, spinOff)
      this.noteQuantity(child, day)
      if (price !== null) this.paid.push({ day, entityId: childId, price: new Exact(price) })
      if (this.input.only === null) continue
      // Of one instrument alone the shares come in, or go out, at what they were worth.
      const rate = this.rates.into(spinOff.currency, day)
      const worth = price === null || rate === null ? ZERO : given.times(price).times(rate)
      this.addFlow({ day, accountId, entityId: childId }, worth)
      this.addFlow({ day, accountId, entityId: parentId }, worth.negated())
    }
  }

  /** The new shares have the dates of the old ones and their part of the cost. */
  private give(parent: Holding, child: Holding, spinOff: ValuedSpinOff): void {
    const { accountId, entityId, currency } = child
    const day = spinOff.exDay
    const rate = this.rates.between(parent.currency, currency, day)
    const before = child.position.cost
    const lots = parent.position.spinOff(new Exact(spinOff.ofRest)).map((lot) => {
      const remaining = entitlement(lot.remaining, spinOff)
      return { ...lot, remaining, opened: remaining, cost: lot.cost.times(rate), splitFactor: ONE }
    })
    for (const { openedOn } of lots) child.firstAcquiredOn = Math.min(child.firstAcquiredOn, openedOn)
    for (const { lot, closing } of child.position.receive(lots)) {
      this.realize({ ...closing, transactionId: lot.id, accountId, entityId, day, currency, fee: ZERO })
    }
    const quantity = entitlement(parent.position.quantity, spinOff)
    this.received.push({ accountId, spinOff, quantity, cost: child.position.cost.minus(before) })
  }

  /** Positions of an instrument that are not closed. */
  private heldOf(entityId: Id): Holding[] {
    const all = [...this.held.holdings.values()]
    return all.filter((each) => each.entityId === entityId && !each.position.quantity.isZero())
  }

  private applies(action: UnappliedAction): boolean {
    if (this.input.accounts.get(action.accountId)?.appliesActions === true) return true
    this.unapplied.push(action)
    return false
  }

  private counts(entityId: Id | null): boolean {
    return this.input.only === null || this.input.only === entityId
  }

  private realize(realized: Realized): void {
    if (this.counts(realized.entityId)) this.realized.push(realized)
  }

  private row(entry: Entry): void {
    const { type, amount, fee, tax, day } = entry
    this.charge(entry, fee, tax)
    switch (type) {
      case 'buy':
      case 'sell':
        return this.trade(entry)
      case 'transfer_in':
      case 'transfer_out':
        return entry.entityId === null ? this.transferMoney(entry) : this.transferShares(entry)
      case 'split':
        return this.ownSplit(entry, day)
      case 'return_of_capital':
        return this.returned(entry)
      case 'dividend':
      case 'interest':
        return this.earned(entry, type)
      case 'deposit':
        this.flow(entry, amount)
        return this.move(entry)
      case 'withdrawal':
        this.flow(entry, amount.negated())
        return this.move(entry)
      case 'fee':
        this.charge(entry, amount, ZERO)
        return this.move(entry)
      case 'tax':
        this.charge(entry, ZERO, amount)
        return this.move(entry)
    }
  }

  private trade(entry: Entry): void {
    const { entityId, quantity, day, id } = entry
    if (entityId === null || quantity === null) return
    const holding = this.holdingOf(entry, entityId)
    this.notePrice(entry, entityId)
    const signed = entry.type === 'sell' ? quantity.negated() : quantity
    this.exchange(entry, holding, { quantity: signed, value: cashOf(entry).negated() })
    this.noteQuantity(holding, day, id)
    this.move(entry)
  }

  /** @param given.value What was paid, fees and taxes included; negative: what was received. */
  private exchange(entry: Entry, holding: Holding, given: Pick<Trade, 'quantity' | 'value'>): void {
    const { id, day, accountId, currency, fee } = entry
    const valueBase = this.rates.costInBase(entry, given.value)
    const closing = holding.position.trade({ ...given, id, day, valueBase })
    if (closing === null) return
    const { entityId } = holding
    this.realize({ ...closing, transactionId: id, accountId, entityId, day, currency, fee })
  }

  private transferShares(entry: Entry): void {
    const { entityId, quantity, amount, fee, tax, day, id } = entry
    if (entityId === null || quantity === null) return
    const holding = this.holdingOf(entry, entityId)
    if (entry.type === 'transfer_in') {
      this.notePrice(entry, entityId)
      this.exchange(entry, holding, { quantity, value: amount.plus(fee).plus(tax) })
    } else {
      const owed = holding.position.remove(quantity)
      const value = amount.minus(fee).minus(tax).times(owed).div(quantity)
      if (owed.gt(0)) this.exchange(entry, holding, { quantity: owed.negated(), value: value.negated() })
    }
    this.cross(entry)
    this.noteQuantity(holding, day, id)
    if (this.kept.has(entry.accountId)) this.move(entry)
  }

  private transferMoney(entry: Entry): void {
    this.cross(entry)
    this.move(entry)
  }

  /** A transfer over the border of the portfolio, or of those of its accounts that are read. */
  private cross(entry: Entry): void {
    const signed = (amount: Exact): Exact => (entry.type === 'transfer_in' ? amount : amount.negated())
    const worth = this.border.worthOf(entry, this.paid)
    if (worth === 'amount') return this.flow(entry, signed(entry.amount))
    if (worth === null) return
    const rate = this.rates.into(entry.currency, entry.day) ?? ZERO
    const amountBase = signed(worth.times(rate))
    // What its user says comes from outside is no spin-off.
    if (entry.external) this.addFlow(entry, amountBase)
    else this.crossed.push({ entry, amountBase })
  }

  private ownSplit(entry: Entry, day: Day): void {
    if (entry.entityId === null || entry.quantity === null) return
    const holding = this.holdingOf(entry, entry.entityId)
    holding.position.split(entry.quantity)
    this.noteQuantity(holding, day)
  }

  private returned(entry: Entry): void {
    const { entityId, amount, id, accountId, day, currency, fee } = entry
    if (entityId === null) return
    const holding = this.holdingOf(entry, entityId)
    const { gain, gainBase } = holding.position.returnCapital(amount, this.rates.costInBase(entry, amount))
    if (!gain.isZero()) {
      const nothing = { quantity: ZERO, cost: ZERO, costBase: ZERO, lotIds: [] }
      const openedOn = holding.firstAcquiredOn
      const money = { proceeds: gain, gain, proceedsBase: gainBase, gainBase }
      this.realize({
        ...nothing,
        ...money,
        openedOn,
        transactionId: id,
        accountId,
        entityId,
        day,
        currency,
        fee,
      })
    }
    this.move(entry)
  }

  private earned(entry: Entry, kind: Income['kind']): void {
    const { accountId, entityId, day, amount, tax } = entry
    if (entityId !== null) this.holdingOf(entry, entityId)
    const [amountBase, taxBase] = [this.rates.inBase(entry, amount), this.rates.inBase(entry, tax)]
    if (this.counts(entityId)) this.income.push({ kind, accountId, entityId, day, amountBase, taxBase })
    this.move(entry)
  }

  private holdingOf({ accountId, currency, day }: Entry, entityId: Id): Holding {
    const holding = this.holdingIn(accountId, entityId, { currency, day })
    holding.transactions++
    return holding
  }

  private holdingIn(accountId: Id, entityId: Id, { currency, day }: { currency: string; day: Day }): Holding {
    const key = holdingKey(accountId, entityId)
    let holding = this.held.holdings.get(key)
    if (holding === undefined) {
      const position = new Position(this.input.accounts.get(accountId)?.method ?? 'average')
      holding = { accountId, entityId, currency, position, firstAcquiredOn: day, transactions: 0 }
      this.held.holdings.set(key, holding)
    }
    return holding
  }

  private charge(entry: Entry, fee: Exact, tax: Exact): void {
    if ((fee.isZero() && tax.isZero()) || !this.counts(entry.entityId)) return
    const { fees, taxes } = this.costs.get(entry.day) ?? { fees: ZERO, taxes: ZERO }
    this.costs.set(entry.day, {
      fees: fees.plus(this.rates.inBase(entry, fee)),
      taxes: taxes.plus(this.rates.inBase(entry, tax)),
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
    const key = holdingKey(accountId, entityId)
    this.quantities.set(`${key} ${day}`, { day, accountId, entityId, quantity })
    if (quantity.isNegative() && !quantity.isZero() && transactionId !== null && !this.short.has(key)) {
      this.short.set(key, { accountId, entityId, day, transactionId })
    }
  }

  private flow(entry: Entry, amount: Exact): void {
    this.addFlow(entry, this.rates.inBase(entry, amount))
  }

  private addFlow(
    { day, accountId, entityId }: Pick<Entry, 'day' | 'accountId' | 'entityId'>,
    amountBase: Exact,
  ): void {
    if (this.counts(entityId)) this.flows.push({ day, accountId, amountBase })
  }

  /** Money that comes in, or goes out; of an account without money it crosses the border at once. */
  private move(entry: Entry): void {
    const { accountId, day } = entry
    const kept = this.kept.get(accountId)
    if (kept === undefined) {
      this.addFlow(entry, this.rates.inBase(entry, cashOf(entry)).negated())
      return
    }
    const home = this.input.accounts.get(accountId)?.currency ?? entry.currency
    const { currency, amount } = balanceChange(entry, { home, kept })
    const { cash } = this.held
    const balances = cash.get(accountId) ?? new Map<string, Exact>()
    const balance = (balances.get(currency) ?? ZERO).plus(amount)
    cash.set(accountId, balances.set(currency, balance))
    this.balances.set(`${accountId} ${currency} ${day}`, { day, accountId, currency, balance })
  }
}

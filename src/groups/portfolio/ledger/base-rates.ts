import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { type Entry, Exact, ZERO } from './entry.ts'
import type { AccountRules, ReplayInput } from './replayed.ts'

const ONE = new Exact(1)
const UNKNOWN = new Exact(Number.NaN)

/** Amounts of a ledger in the base currency. */
export class BaseRates {
  private readonly accounts: ReadonlyMap<Id, AccountRules>
  private readonly rateOn: ReplayInput['rateOn']
  /** Currencies of which a rate was missing, and on which days, ascending. */
  private readonly missing: Map<string, Day[]>
  private rated: { entry: Entry; rate: Exact | null } | null = null

  constructor({ accounts, rateOn }: Pick<ReplayInput, 'accounts' | 'rateOn'>, missing: Map<string, Day[]>) {
    this.accounts = accounts
    this.rateOn = rateOn
    this.missing = missing
  }

  /** What is not known counts as nothing. */
  inBase(entry: Entry, amount: Exact): Exact {
    return this.known(entry, amount) ?? ZERO
  }

  /** What is not known is NaN, and so is what is computed from it: a cost of nothing would make a gain of all that is held. */
  costInBase(entry: Entry, amount: Exact): Exact {
    return this.known(entry, amount) ?? UNKNOWN
  }

  private known(entry: Entry, amount: Exact): Exact | null {
    if (amount.isZero()) return ZERO
    // Most rows ask several times.
    if (this.rated?.entry !== entry) this.rated = { entry, rate: this.rateOf(entry) }
    const { rate } = this.rated
    return rate === null ? null : rate === ONE ? amount : amount.times(rate)
  }

  private rateOf({ currency, day, fxRate, accountId }: Entry): Exact | null {
    // A rate that the user has given is one into the currency of the account.
    const home = this.accounts.get(accountId)?.currency ?? currency
    const isGiven = fxRate !== null && home !== currency
    const rate = this.into(isGiven ? home : currency, day)
    return rate !== null && isGiven ? fxRate.times(rate) : rate
  }

  /** Into the base currency; what is not known is noted. */
  into(currency: string, day: Day): Exact | null {
    const rate = this.rateOn(currency, day)
    if (rate === null) this.note(currency, day)
    return rate === null ? null : rate === 1 ? ONE : new Exact(rate)
  }

  /** A ledger is read day by day. */
  private note(currency: string, day: Day): void {
    const days = this.missing.get(currency)
    if (days === undefined) this.missing.set(currency, [day])
    else if (days.at(-1) !== day) days.push(day)
  }

  /** Units of one currency for one of another; 0 where a rate is not known. */
  between(from: string, to: string, day: Day): Exact {
    if (from === to) return ONE
    const [own, other] = [this.into(from, day), this.into(to, day)]
    return own === null || other === null || other.isZero() ? ZERO : own.div(other)
  }
}

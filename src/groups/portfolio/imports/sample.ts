import type { Logger } from '../../../kernel/logger.ts'
import { newId } from '../../../kernel/ids.ts'
import { addMonths, type Day, formatDay, utcDay, weekdayOf } from '../../../kernel/time.ts'
import type { TransactionInput } from '../../../contract/transactions.ts'
import { splitFactorAfter } from '../../../market/adjustment.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { DailyCloses, InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import { fieldsFrom } from '../ledger/fields.ts'
import type { SplitFact } from '../ledger/entry.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { TransactionFields } from '../tables.ts'

const MONTHS = 24
const DAY_OF_MONTH = 5
const SALE_MONTH = 14
const NAME = 'Demo broker'
const CURRENCY = 'USD'
/** Before anything is bought, and each month. */
const FIRST_DEPOSITS = [
  { currency: 'USD', amount: 20_000 },
  { currency: 'EUR', amount: 9_000 },
  { currency: 'GBP', amount: 6_000 },
]
const MONTHLY_DEPOSIT = 400
/** What is bought in which month for about how much, what it pays a quarter of its value, and whether a part is sold. */
const PLAN = [
  { ticker: 'AAPL', months: [0, 6, 12], money: 2_000, yield: 0.0012, isSold: false },
  { ticker: 'SPY', months: [0, 3, 9, 15, 18], money: 1_500, yield: 0.0032, isSold: false },
  { ticker: 'NVDA', months: [1], money: 3_000, yield: 0.0001, isSold: true },
  { ticker: 'KO', months: [2, 8], money: 1_800, yield: 0.0075, isSold: false },
  { ticker: 'SAP.DE', months: [1, 10], money: 3_000, yield: 0.0025, isSold: true },
  { ticker: 'ASML.AS', months: [4], money: 2_500, yield: 0.002, isSold: false },
  { ticker: 'SHEL.L', months: [2, 11], money: 2_200, yield: 0.009, isSold: false },
]

type Planned = Omit<TransactionInput, 'account_id'>

interface Listed {
  profile: InstrumentProfile
  closes: DailyCloses
  splits: readonly SplitFact[]
  plan: (typeof PLAN)[number]
}

/**
 * An account of two years with purchases, sales, dividends, interest and fees in three currencies, at the closes of the days, so that a
 * newcomer sees what every endpoint shows. Created once: not again after a deletion, and not for a user with transactions.
 */
export async function enterSample(
  owner: PortfolioOwner,
  deps: { store: LedgerStore; instruments: InstrumentReader; clock: Clock; logger: Logger },
): Promise<void> {
  const { store, clock, logger } = deps
  if ((await store.read(owner, (rows) => rows.version())) > 0) return
  const today = utcDay(clock.market())
  const listed = await listedOf(deps, today)
  const planned = [...moneyRows(today), ...listed.flatMap((each) => rowsOf(each, today))]
  const accountId = newId()
  const profiles = new Map(listed.map(({ profile }) => [profile.entityId, profile]))
  const rows = planned.map((row) => {
    const instrument = profiles.get(row.entity_id ?? '') ?? null
    const context = { instrument, accountCurrency: CURRENCY, now: clock.market() }
    return { id: newId(), fields: fieldsFrom({ ...row, account_id: accountId }, context) }
  })
  await store.write(owner, async (ledger) => {
    // Another process may have been faster.
    if ((await ledger.version()) > 0) return
    await ledger.addAccount(accountId, {
      name: NAME,
      currency: CURRENCY,
      allow_short: false,
      cost_basis_method: 'average',
      auto_corporate_actions: true,
      external_ref: null,
    })
    await ledger.addAll(rows satisfies Array<{ id: string; fields: TransactionFields }>)
  })
  logger.info({ transactions: rows.length }, 'the demo account was made')
}

/** Those of the plan that are listed with prices. */
async function listedOf({ instruments }: { instruments: InstrumentReader }, today: Day): Promise<Listed[]> {
  const signal = new AbortController().signal
  const names = PLAN.map(({ ticker }) => ({ by: 'ticker' as const, value: ticker, exchange: null }))
  const found = await instruments.resolve(names, signal)
  const profiles = await instruments.profiles(found.flat())
  const listed = await Promise.all(
    PLAN.map(async (plan, at): Promise<Listed[]> => {
      const profile = profiles.get(found[at]?.[0] ?? '')
      if (profile === undefined) return []
      const from = addMonths(today, -MONTHS - 1)
      const closes = await instruments.dailyCloses(profile.entityId, { from, to: today - 1 }, signal)
      return closes === null || closes.days.length === 0
        ? []
        : [
            {
              profile,
              closes,
              plan,
              splits: (await instruments.splits([profile.entityId])).get(profile.entityId) ?? [],
            },
          ]
    }),
  )
  return listed.flat()
}

/** A trading day of a month of the plan. */
function dayOf(today: Day, month: number): Day {
  const day = addMonths(today, month - MONTHS) + DAY_OF_MONTH
  return day + ({ 6: 2, 0: 1 }[weekdayOf(day)] ?? 0)
}

function moneyRows(today: Day): Planned[] {
  const money = (type: Planned['type'], day: Day, amount: number, currency = CURRENCY): Planned => ({
    type,
    trade_date: formatDay(day),
    amount,
    currency,
  })
  const months = Array.from({ length: MONTHS - 1 }, (_, month) => month + 1)
  return [
    ...FIRST_DEPOSITS.map(({ amount, currency }) => money('deposit', dayOf(today, 0) - 3, amount, currency)),
    ...months.map((month) => money('deposit', dayOf(today, month), MONTHLY_DEPOSIT)),
    ...months
      .filter((month) => month % 3 === 0)
      .map((month) => money('interest', dayOf(today, month) + 1, 12.5)),
    money('fee', dayOf(today, 12), 15),
    money('withdrawal', dayOf(today, 20), 1_000),
  ]
}

function rowsOf({ profile, closes, splits, plan }: Listed, today: Day): Planned[] {
  /** As it was paid then. */
  const closeOn = (day: Day): number | null => {
    const close = closes.closes[closes.days.findLastIndex((each) => each <= day)]
    return close === undefined ? null : Math.round(close * splitFactorAfter(splits, day) * 100) / 100
  }
  const rows: Planned[] = []
  let held = 0
  for (let month = 0; month < MONTHS; month++) {
    const day = dayOf(today, month)
    const price = closeOn(day)
    if (price === null || day >= today) continue
    const trade = { entity_id: profile.entityId, trade_date: formatDay(day), price }
    if (plan.months.includes(month)) {
      const quantity = Math.max(1, Math.round(plan.money / price))
      held += quantity
      rows.push({ ...trade, type: 'buy', quantity, fee: 1 })
    }
    if (plan.isSold && month === SALE_MONTH && held > 1) {
      const quantity = Math.floor(held / 2)
      held -= quantity
      rows.push({ ...trade, type: 'sell', quantity, fee: 1 })
    }
    if (month % 3 === 2 && held > 0) {
      const amount = Math.round(held * price * plan.yield * 100) / 100
      if (amount > 0) {
        const tax = Math.round(amount * 15) / 100
        rows.push({
          type: 'dividend',
          entity_id: profile.entityId,
          trade_date: formatDay(day + 1),
          amount,
          tax,
        })
      }
    }
  }
  return rows
}

import { DAY_MS, formatDay, utcDay } from '../../../../kernel/time.ts'
import { splitFactorAfter } from '../../../../market/adjustment.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { EffectiveSplit, InstrumentSummary } from '../../../../ports/instruments.ts'
import { isIndex } from '../../understanding/intents/market-indices.ts'
import type { InvestmentAsk } from '../../understanding/intents/investment-questions.ts'
import { closesIn, type KnownClose, type RangeCloses } from './closes.ts'
import type { Fact } from '../facts.ts'
import { closesRecord } from './price-facts.ts'
import { amount, nameOf, percent, price } from '../number-format.ts'
import type { FactFinderDeps, FactRequest } from '../fact-request.ts'

const YEAR_DAYS = 365.25
/** Most calendar days between the named day and a session. */
const NEAR_DAYS = 7

/** What a sum would have become in an instrument, dividends reinvested, from its closes; none for the future or without a start. */
export async function investmentFacts(
  instruments: Pick<FactFinderDeps['instruments'], 'closes' | 'profiles' | 'splits'>,
  { understood: { investment }, instrument, asked, signal }: FactRequest,
): Promise<Fact[]> {
  if (investment === null) return []
  const to = Math.min(investment.until ?? asked.now, asked.now)
  const { entityId } = instrument
  const priced = (await instruments.profiles([entityId])).get(entityId)?.currency ?? ''
  const splits = (await instruments.splits([entityId], signal)).get(entityId) ?? []
  const facts: Fact[] = []
  for (const when of investment.when.filter(({ from }) => from <= asked.now)) {
    const closes = await closesIn(instruments, entityId, { range: { from: when.from, to }, signal })
    const fact =
      closes === null ? null : investmentFact(instrument, closes, { ...investment, when, priced, splits })
    if (fact !== null) facts.push(fact)
  }
  return facts
}

/** An investment from one day on. */
interface Investment extends Pick<InvestmentAsk, 'amount' | 'currency'> {
  when: InstantRange
  /** The currency of the closes; empty when it is not known. */
  priced: string
  splits: readonly EffectiveSplit[]
}

/** The value of a sum after the move between two closes; null without them. */
export function investmentFact(
  instrument: InstrumentSummary,
  closes: RangeCloses,
  ask: Investment,
): Fact | null {
  const last = closes.within.at(-1)
  const bought = boughtAt(closes, ask)
  if (last === undefined || bought === null || bought.day >= last.day || bought.adjusted <= 0) return null
  const [from, to] = [formatDay(bought.day), formatDay(last.day)]
  const name = nameOf(instrument)
  if (isLate(bought, ask)) {
    const sentences = [`The first close of ${name} that is stored is that of ${from}.`]
    return {
      isNone: true,
      sentences,
      record: closesRecord(instrument, closes, { sentences, from, to: from, asOf: bought.endsAt }),
    }
  }
  const { sum, currency, called } = paidFor(bought, last, ask)
  const worth = (sum * last.adjusted) / bought.adjusted
  const said = (value: number): string => `${currency} ${amount(value)}`
  const years = (last.day - bought.day) / YEAR_DAYS
  const yearly = years <= 1 ? '' : `, ${percent((worth / sum) ** (1 / years) - 1)} a year`
  const isOfOther = ask.priced !== '' && ask.priced !== currency
  const sentences = [
    `${called(name)} at the close of ${from} would have become ${said(worth)} at that of ${to}, ${percent(worth / sum - 1)} in all${yearly}: ${amount(sum)} × ${price(last.adjusted)} / ${price(bought.adjusted)}, closes adjusted for splits and dividends.`,
    `${isIndex(instrument) ? 'Dividends of what is in the index are not counted' : 'Dividends count as reinvested'}; costs and taxes are left out${isOfOther ? `, and so is what exchange rates did: its prices are in ${ask.priced}` : ''}.`,
  ]
  return {
    sentences,
    measures: [
      {
        what: 'total return',
        of: name,
        when: `${from} to ${to}`,
        value: worth / sum - 1,
        said: percent(worth / sum - 1),
        unit: '',
        isChange: true,
      },
    ],
    record: closesRecord(instrument, closes, { sentences, from, to, asOf: last.endsAt }),
  }
}

/** What would have been paid, as a sentence: a number of shares is as of that day, before later splits. */
function paidFor(
  bought: KnownClose,
  last: KnownClose,
  { amount: number, currency, priced, splits }: Investment,
): { sum: number; currency: string; called: (name: string) => string } {
  if (currency !== null)
    return {
      sum: number,
      currency,
      called: (name) => `${currency} ${amount(number)} invested in ${name}`,
    }
  const factor = splitFactorAfter(splits, bought.day) / splitFactorAfter(splits, last.day)
  // Splits that a series as traded does not have in its prices.
  const lacking = bought.prices.splitFactor / last.prices.splitFactor
  const each = (bought.prices.close * factor) / lacking
  const sum = number * each
  const became = factor === 1 ? '' : `, which splits have since made ${price(number * factor)},`
  return {
    sum,
    currency: priced,
    called: (name) =>
      `${price(number)} ${number === 1 ? 'share' : 'shares'} of ${name}${became} bought for ${priced} ${amount(sum)} (${price(number)} × ${price(each)})`,
  }
}

/** The close on the day, or the last before it; in a longer range that of its first session. */
function boughtAt({ before, within }: RangeCloses, { when }: Investment): KnownClose | null {
  const [first = null] = within
  const isOfDay = when.to - when.from < DAY_MS
  const onDay = first !== null && first.day === utcDay(when.from) ? first : null
  return isOfDay ? (onDay ?? before ?? first) : (first ?? before)
}

/** Whether the first known close is too long after the day of the investment. */
const isLate = ({ day }: KnownClose, { when }: Investment): boolean => day > utcDay(when.from) + NEAR_DAYS

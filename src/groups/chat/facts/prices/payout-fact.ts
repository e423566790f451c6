import { utcDay, type Instant } from '../../../../kernel/time.ts'
import { splitFactorAfter } from '../../../../market/adjustment.ts'
import { HUNDREDTHS, wholeOf } from '../../../../market/currencies.ts'
import type {
  EffectiveSplit,
  InstrumentQuote,
  InstrumentSummary,
  PaidDividend,
} from '../../../../ports/instruments.ts'
import type { PayoutAsk } from '../../understanding/intents/dividend-questions.ts'
import { type Fact, withSentences } from '../facts.ts'
import { amount, nameOf, price } from '../number-format.ts'
import { inMoney, rateFor, type Rates, ratesRecord, rateSaid } from './converted.ts'
import { isOfLastYear } from './corporate-action-facts.ts'
import { quoteFact } from './price-facts.ts'

/** A sum invested in shares, and their dividends. */
interface Payout {
  instrument: InstrumentSummary
  /** In the currency of the dividends. */
  quote: InstrumentQuote
  ask: PayoutAsk
  dividends: readonly PaidDividend[]
  splits: readonly EffectiveSplit[]
  now: Instant
}

/** Adds to a dividend fact what a sum in these shares would have been paid in the last twelve months, at the last price. */
export async function withPayout(rates: Rates, fact: Fact, payout: Payout): Promise<Fact> {
  const { instrument, quote, ask, dividends, splits, now } = payout
  const paid = dividends
    .filter((each) => isOfLastYear(each, now))
    .reduce((sum, { exDay, amount: each }) => sum + each / splitFactorAfter(splits, exDay), 0)
  if (paid === 0) return fact
  // Exchange rates are in pounds, while prices may be in pence.
  const whole = wholeOf(quote.currency)
  const [currency, unit] = whole === null ? [quote.currency, 1] : [whole, HUNDREDTHS]
  const day = utcDay(quote.at)
  const rate =
    ask.currency === currency
      ? 1
      : (await rates.ratesInto(currency, { from: day, to: day })(ask.currency))(day)
  const own = inMoney(ask.currency, ask.amount)
  if (rate === null) {
    const noRate = `What ${own} is of it is not computed: no exchange rate of ${ask.currency} into ${currency} is stored for that day. Name a sum in ${currency}.`
    return withSentences(fact, [...fact.sentences, noRate])
  }
  const sum = ask.amount * rate
  const of = { name: nameOf(instrument), currency, each: quote.price / unit, paid: paid / unit }
  const payoutText = ask.isNeeded ? sumNeeded(sum, ask, of) : payoutOf(sum, ask, of)
  const { record } = quoteFact(instrument, quote)
  const also = [...(fact.also ?? []), { sentence: payoutText, record }]
  if (ask.currency === currency) return { ...withSentences(fact, [payoutText, ...fact.sentences]), also }
  const pair = { base: ask.currency, quote: currency }
  const said = `${own} is ${inMoney(currency, sum)}: ${own} × ${rateFor(ask.amount, rate)}; ${rateSaid(pair, rate, day)}.`
  const text = `${rateSaid(pair, rate, day)}.`
  const { simulated } = fact.record
  also.push({ sentence: said, record: ratesRecord(pair, { from: day, to: day, text, simulated }) })
  return { ...withSentences(fact, [said, payoutText, ...fact.sentences]), also }
}

/** A share: its name, its price and its dividends of a year, in one currency. */
interface Share {
  name: string
  currency: string
  each: number
  paid: number
}

const OF_PARTS = 'Parts of shares are counted, and what will be paid is not known.'

function payoutOf(sum: number, { period, times }: PayoutAsk, { name, currency, each, paid }: Share): string {
  const year = (sum / each) * paid
  const part =
    times === 1
      ? ''
      : `, which is ${currency} ${amount(year / times)} a ${period}: ${amount(year)} / ${times}`
  return `At the last price of ${name}, ${currency} ${price(each)}, ${currency} ${amount(sum)} of it would have had ${currency} ${amount(year)} of dividends in the last twelve months, before tax (${amount(sum)} / ${price(each)} × ${price(paid)})${part}. ${OF_PARTS}`
}

function sumNeeded(sum: number, { period, times }: PayoutAsk, { name, currency, each, paid }: Share): string {
  const shares = (sum * times) / paid
  const year = times === 1 ? amount(sum) : `${amount(sum)} × ${times}`
  return `It took ${price(shares)} shares of ${name} to have had ${currency} ${amount(sum)} of dividends a ${period} in the last twelve months, before tax: ${year} / ${price(paid)}. At the last price, ${currency} ${price(each)}, they are worth ${currency} ${amount(shares * each)}: ${year} / ${price(paid)} × ${price(each)}. ${OF_PARTS}`
}

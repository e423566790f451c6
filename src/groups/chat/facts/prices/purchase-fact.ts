import { utcDay } from '../../../../kernel/time.ts'
import { HUNDREDTHS, wholeOf } from '../../../../market/currencies.ts'
import type { InstrumentQuote, InstrumentSummary } from '../../../../ports/instruments.ts'
import { isIndex } from '../../understanding/intents/market-indices.ts'
import type { PurchaseAsk } from '../../understanding/intents/purchase-questions.ts'
import { isCoin } from '../../understanding/read-message.ts'
import { type Fact, withSentences } from '../facts.ts'
import { amount, nameOf, price } from '../number-format.ts'
import { inMoney, rateFor, type Rates, ratesRecord, rateSaid } from './converted.ts'

/** Adds to a price fact how many shares a sum buys, at the day's exchange rate when the sum is in another currency. */
export async function withPurchase(
  rates: Rates,
  fact: Fact,
  { instrument, quote, ask }: { instrument: InstrumentSummary; quote: InstrumentQuote; ask: PurchaseAsk },
): Promise<Fact> {
  const [last = '', ...others] = fact.sentences
  const tell = (...purchase: string[]): Fact => withSentences(fact, [last, ...purchase, ...others])
  if (isIndex(instrument))
    return tell(`${nameOf(instrument)} is an index, which has no shares: funds on it have.`)
  // Exchange rates are in pounds, while prices may be in pence.
  const whole = wholeOf(quote.currency)
  const currency = whole ?? quote.currency
  const each = whole === null ? quote.price : quote.price / HUNDREDTHS
  const bought = (sum: number): string[] => [
    boughtFor({ sum, currency, each, isCoin: isCoin(instrument) }),
    COSTS,
  ]
  if (ask.currency === currency) return tell(...bought(ask.amount))
  const day = utcDay(quote.at)
  const rate = (await rates.ratesInto(currency, { from: day, to: day })(ask.currency))(day)
  const own = inMoney(ask.currency, ask.amount)
  if (rate === null)
    return tell(
      `How many shares ${own} buys is not computed: no exchange rate of ${ask.currency} into ${currency} is stored for that day. Name a sum in ${currency}.`,
    )
  const sum = ask.amount * rate
  const pair = { base: ask.currency, quote: currency }
  const said = rateSaid(pair, rate, day)
  const sentence = `${own} is ${inMoney(currency, sum)}: ${own} × ${rateFor(ask.amount, rate)}; ${said}.`
  const purchase = tell(sentence, ...bought(sum))
  const { simulated } = fact.record
  const record = ratesRecord(pair, { from: day, to: day, text: `${said}.`, simulated })
  return { ...purchase, also: [...(purchase.also ?? []), { sentence, record }] }
}

const COSTS = 'Fees and taxes are left out.'

function boughtFor({
  sum,
  currency,
  each,
  isCoin,
}: {
  sum: number
  currency: string
  each: number
  isCoin: boolean
}): string {
  const said = (value: number): string => `${currency} ${amount(value)}`
  const divided = `${amount(sum)} / ${price(each)} = ${price(sum / each)}`
  if (isCoin) return `At that price ${said(sum)} buys ${price(sum / each)} of it: ${divided}.`
  const shares = Math.floor(sum / each)
  if (shares === 0) return `At that price ${said(sum)} buys no whole share of it: ${divided}.`
  const paid = shares * each
  return `At that price ${said(sum)} buys ${price(shares)} whole ${shares === 1 ? 'share' : 'shares'} of it (${divided}), for ${said(paid)} (${price(shares)} × ${price(each)}), and ${said(sum - paid)} is left.`
}

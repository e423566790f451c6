import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, type Day, formatDay } from '../../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../../ports/instruments.ts'
import type { SourceRecord } from '../../answer.ts'
import { isIndex } from '../../understanding/intents/market-indices.ts'
import { type Fact, type MoneySaid, withSentences } from '../facts.ts'
import { amount, count, nameOf, price } from '../number-format.ts'

/** From here on amounts are written in millions. */
const MILLION = 1e6

export type Rates = Pick<InstrumentReader, 'ratesInto'>

/** Price series and what is computed from them. */
const OF_PRICES = /\/(?:ohlcv|indicators|corporate-actions\?type=cash_dividend)\b/

/**
 * Facts of an instrument with amounts of money in other currencies as well, at the stored exchange rates of their days. Amounts that are
 * not converted, because a rate is missing or they span many days, are stated as such.
 */
export async function inCurrencies(
  instruments: Rates & Pick<InstrumentReader, 'profiles'>,
  facts: readonly Fact[],
  { instrument, currencies }: { instrument: InstrumentSummary; currencies: readonly string[] },
): Promise<Fact[]> {
  if (currencies.length === 0) return [...facts]
  const own = (await instruments.profiles([instrument.entityId])).get(instrument.entityId)?.currency
  const others = currencies.filter((currency) => currency !== own)
  if (isIndex(instrument)) {
    const said = `The level of ${nameOf(instrument)}, an index, is in points and in no currency.`
    return facts.map((fact, at) => (at === 0 ? withSentences(fact, [...fact.sentences, said]) : fact))
  }
  return Promise.all(
    facts.map(async (fact) => {
      if (fact.amounts !== undefined) return converted(instruments, fact, currencies)
      if (own === undefined || others.length === 0 || !OF_PRICES.test(fact.record.url)) return fact
      const said = `That is in ${own}, in which ${nameOf(instrument)} is traded, and not converted into ${others.join(' or ')}.`
      return withSentences(fact, [...fact.sentences, said])
    }),
  )
}

async function converted(instruments: Rates, fact: Fact, currencies: readonly string[]): Promise<Fact> {
  const { amounts = [] } = fact
  const wanted = currencies.flatMap((currency) =>
    amounts.filter((amount) => amount.currency !== currency).map((amount) => ({ amount, currency })),
  )
  const said: string[] = []
  const also = [...(fact.also ?? [])]
  let { measures = [] } = fact
  for (const { amount, currency } of wanted) {
    const { day } = amount
    const pair = { base: amount.currency, quote: currency }
    const rateOn = await instruments.ratesInto(currency, { from: day, to: day })(amount.currency)
    const rate = rateOn(day)
    const sentence = sentenceOf(amount, { currency, rate })
    said.push(sentence)
    if (rate === null) continue
    const { simulated } = fact.record
    const text = `${rateSaid(pair, rate, day)}.`
    also.push({ sentence, record: ratesRecord(pair, { from: day, to: day, text, simulated }) })
    if (currency !== currencies[0]) continue
    const value = amount.value * rate
    // This makes amounts in two currencies comparable.
    measures = measures.map((measure) =>
      measure.what === amount.what
        ? { ...measure, value, unit: currency, said: inMoney(currency, value) }
        : measure,
    )
  }
  const [first, ...others] = fact.sentences
  const sentences = [...(first === undefined ? [] : [first]), ...said, ...others]
  return { ...withSentences(fact, sentences), measures, also }
}

/** Sentences on the exchange rates of a currency pair, citing their endpoint. */
export function ratesRecord(
  { base, quote }: { base: string; quote: string },
  { from, to, text, simulated }: { from: Day; to: Day; text: string; simulated: boolean },
): SourceRecord {
  const [first, last] = [formatDay(from), formatDay(to)]
  return {
    kind: 'fact',
    docId: nameId('chat-fact', 'exchange-rate', base, quote, first, last),
    headline: `Exchange rate ${base}/${quote} ${last}`,
    url: `/v1/instruments/exchange-rates?base=${base}&quote=${quote}&from=${first}&to=${last}`,
    text,
    asOf: to * DAY_MS,
    simulated,
  }
}

/** Without its full stop, so that it can be continued. */
export const rateSaid = ({ base, quote }: { base: string; quote: string }, rate: number, day: Day): string =>
  `${base} 1 is ${quote} ${rateFor(1, rate)}, by the exchange rate that is stored for ${formatDay(day)}`

function sentenceOf(
  { what, of, value, currency: own, day }: MoneySaid,
  { currency, rate }: { currency: string; rate: number | null },
): string {
  const on = formatDay(day)
  if (rate === null)
    return `The ${what} of ${of} is shown in ${own} only: no exchange rate into ${currency} is stored for ${on}.`
  return `In ${currency} the ${what} of ${of} is ${inMoney(currency, value * rate)}: ${inMoney(own, value)} × ${rateFor(value, rate)}, the exchange rate of ${own} that is stored for ${on}.`
}

/** An amount in a currency. */
export const inMoney = (currency: string, value: number): string =>
  `${currency} ${Math.abs(value) >= MILLION ? count(value) : price(value)}`

/** Significant digits of a rate, minimum and maximum. */
const [FEWEST, MOST] = [6, 15]

/** A unit price as it is shown elsewhere, with as many more digits as the product with `count` needs to be recomputed. */
export function eachFor(count: number, each: number): string {
  const shown = price(each)
  const isExact = amount(count * Number(shown.replaceAll(',', ''))) === amount(count * each)
  return isExact ? shown : rateFor(count, each)
}

/** A rate with as many digits as the converted amount needs to be recomputed. */
export function rateFor(value: number, rate: number): string {
  const isExact = (shown: string): boolean => inMoney('', value * Number(shown)) === inMoney('', value * rate)
  let digits = FEWEST
  while (digits < MOST && !isExact(rate.toPrecision(digits))) digits++
  return `${Number(rate.toPrecision(digits))}`
}

import { nameId } from '../../../../kernel/ids.ts'
import { formatDay } from '../../../../kernel/time.ts'
import type { IndicatorPoint, InstrumentSummary } from '../../../../ports/instruments.ts'
import type { IndicatorAsk } from '../../understanding/intents/indicator-questions.ts'
import type { Fact, Measure } from '../facts.ts'
import { closesRecord } from './price-facts.ts'
import { nameOf, percent, price, ratio } from '../number-format.ts'
import { type FactFinderDeps, liesAhead, moneyOf, type FactRequest } from '../fact-request.ts'

/** Each indicator that a question asks for, at the last session of its range, or of all. */
export async function indicatorFacts(
  instruments: Pick<FactFinderDeps['instruments'], 'indicator' | 'profiles'>,
  { understood, instrument, asked, signal }: FactRequest,
): Promise<Fact[]> {
  if (liesAhead(understood, asked.now)) return []
  const { entityId } = instrument
  const at = { to: Math.min(understood.times.range?.to ?? asked.now, asked.now), signal }
  const currency = await moneyOf(instruments, instrument)
  const facts: Fact[] = []
  for (const ask of understood.indicators) {
    const point = await instruments.indicator(entityId, ask, at)
    if (point !== null) facts.push(indicatorFact(instrument, point, { ask, currency }))
  }
  return facts
}

/** The sentence of an indicator, and the measure by which it can be compared; amounts per share are not comparable. */
interface IndicatorSentence {
  sentence: string
  /** Whether it states the close, which is not part of an indicator's values. */
  saysClose?: true
  measure?: Pick<Measure, 'what' | 'value' | 'said'>
}

/** One indicator at the close of a session. */
function indicatorFact(
  instrument: InstrumentSummary,
  point: IndicatorPoint,
  { ask, currency }: { ask: IndicatorAsk; currency: string },
): Fact {
  const day = formatDay(point.day)
  const read = SENTENCES[ask.name]({
    of: nameOf(instrument),
    on: day,
    window: ask.window,
    close: point.close,
    values: point.values,
    money: (value) => `${currency} ${price(value)}`.trimStart(),
  })
  const { measure, sentence, saysClose } = read
  const { endsAt: asOf, simulated } = point
  const close = { sentences: [sentence], from: day, to: day, asOf }
  return {
    sentences: [sentence],
    also: saysClose ? [{ sentence, record: closesRecord(instrument, { simulated }, close) }] : [],
    measures:
      measure === undefined
        ? []
        : [{ ...measure, of: nameOf(instrument), when: day, unit: '', isChange: false }],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'indicator', instrument.entityId, ask.name, `${ask.window}`, day),
      headline: `${ask.name.toUpperCase()} ${instrument.ticker} ${day}`,
      url: `/v1/instruments/${instrument.entityId}/indicators?name=${ask.name}&window=${ask.window}&from=${day}&to=${day}`,
      text: sentence,
      asOf,
      simulated,
    },
  }
}

interface Read {
  of: string
  /** YYYY-MM-DD. */
  on: string
  window: number
  close: number
  values: IndicatorPoint['values']
  /** Formats a price. */
  money: (value: number) => string
}

const SENTENCES: Readonly<Record<IndicatorAsk['name'], (read: Read) => IndicatorSentence>> = {
  sma: (read) => average(read, 'simple', 'sma'),
  ema: (read) => average(read, 'exponential', 'ema'),
  rsi: relativeStrength,
  macd,
  bbands,
  atr,
}

function average(
  { of, on, window, close, values, money }: Read,
  kind: string,
  name: 'sma' | 'ema',
): IndicatorSentence {
  const value = values[name] ?? 0
  const what = `${window}-day ${kind} moving average`
  const from = value === 0 ? 0 : (close - value) / value
  const side = from < 0 ? 'below' : 'above'
  return {
    saysClose: true,
    measure: { what: `distance from the ${what}`, value: from, said: percent(from) },
    sentence: `The ${what} of ${of} was ${money(value)} on ${on}; its close of that day, ${money(close)}, was ${percent(Math.abs(from))} ${side} it: (${price(close)} − ${price(value)}) / ${price(value)}.`,
  }
}

/** Wilder's bounds for overbought and oversold. */
const OVERBOUGHT = 70
const OVERSOLD = 30

function relativeStrength({ of, on, window, values: { rsi: value = 0 } }: Read): IndicatorSentence {
  const what = `RSI (relative strength index) of ${window} days`
  const standing =
    value > OVERBOUGHT
      ? `above ${OVERBOUGHT}, which counts as overbought`
      : value < OVERSOLD
        ? `below ${OVERSOLD}, which counts as oversold`
        : `between ${OVERSOLD} and ${OVERBOUGHT}, which counts as neither oversold nor overbought`
  return {
    measure: { what, value, said: ratio(value) },
    sentence: `The ${what} of ${of} was ${ratio(value)} on ${on}, ${standing}.`,
  }
}

function macd({ of, on, values, money }: Read): IndicatorSentence {
  const { macd: value = 0, signal = 0, histogram = 0 } = values
  return {
    sentence: `The MACD of ${of} (exponential averages of 12 and 26 days) was ${money(value)} on ${on}, its signal line (9 days) ${money(signal)}, so it was ${money(Math.abs(histogram))} ${histogram < 0 ? 'below' : 'above'} that.`,
  }
}

function bbands({ of, on, window, close, values, money }: Read): IndicatorSentence {
  const { lower = 0, middle = 0, upper = 0 } = values
  const where = close > upper ? 'above them' : close < lower ? 'below them' : 'between them'
  return {
    saysClose: true,
    sentence: `The Bollinger bands of ${of} (${window} days, two standard deviations) were ${money(lower)} and ${money(upper)} around ${money(middle)} on ${on}; its close of that day, ${money(close)}, was ${where}.`,
  }
}

function atr({ of, on, window, values: { atr: value = 0 }, money }: Read): IndicatorSentence {
  return { sentence: `The ATR (average true range) of ${window} days of ${of} was ${money(value)} on ${on}.` }
}

import { nameId } from '../../../../kernel/ids.ts'
import { type Day, DAY_MS, fieldsOf, formatDay, type Instant, utcDay } from '../../../../kernel/time.ts'
import { splitFactorAfter } from '../../../../market/adjustment.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { EffectiveSplit, InstrumentSummary, PaidDividend } from '../../../../ports/instruments.ts'
import { eachFor } from './converted.ts'
import type { Fact } from '../facts.ts'
import { amount, nameOf, price, shownChange } from '../number-format.ts'

const YEAR_DAYS = 365
const yearOf = (day: Day): number => fieldsOf(day).year

/** Whether an ex-date is in the last twelve months. */
export const isOfLastYear = ({ exDay }: PaidDividend, now: Instant): boolean =>
  exDay > utcDay(now) - YEAR_DAYS

/** What is asked about dividends. */
export interface DividendQuestion {
  currency: string
  now: Instant
  /** The ex-dates asked for; null for the last dividend and those of the last twelve months. */
  range: InstantRange | null
  /** Number of shares for which they are multiplied; null for none. */
  shares: number | null
  splits: readonly EffectiveSplit[]
  /** Whether they are given year by year: how they have grown. */
  isByYear?: boolean
  /** Whether it asks since when they are paid. */
  isSince?: boolean
  simulated: boolean
}

/** Most years of dividends listed. */
const MOST_YEARS = 10

/** The dividends of each calendar year, on the present split basis, and the last change; empty without two complete years. */
function yearsSentences(
  dividends: readonly PaidDividend[],
  { currency, now, splits }: Pick<DividendQuestion, 'currency' | 'now' | 'splits'>,
): string[] {
  const current = yearOf(utcDay(now))
  const years = Map.groupBy(dividends, ({ exDay }) => yearOf(exDay))
  // The beginning of the first known year may be missing.
  const [first = current, ...whole] = [...years.keys()].filter((year) => year < current)
  const last = whole.at(-1) ?? first
  const sums = Array.from({ length: last - first }, (_, at) => first + 1 + at)
    .slice(-MOST_YEARS)
    // A year without dividends between two with some is known to have none.
    .map((year) => ({
      year,
      sum: (years.get(year) ?? []).reduce(
        (total, { exDay, amount: paid }) => total + paid / splitFactorAfter(splits, exDay),
        0,
      ),
    }))
  const [before, newest] = sums.slice(-2)
  if (before === undefined || newest === undefined) return []
  const listed = sums.toReversed().map(({ year, sum }) => `${year}, ${currency} ${price(sum)}`)
  return [
    `By the calendar year of the ex-date the dividends of a share, as shares are counted now, were: ${listed.join('; ')}.`,
    ...(before.sum === 0
      ? []
      : [
          `From ${before.year} to ${newest.year} they changed by ${shownChange(before.sum, newest.sum, false)}.`,
        ]),
  ]
}

/** Since when dividends are stored, which does not mean that none were paid before. */
function sinceSentences(name: string, dividends: readonly PaidDividend[], now: Instant): string[] {
  const [first] = dividends
  if (first === undefined) return []
  const [from, to] = [yearOf(first.exDay), yearOf(utcDay(now))]
  const paid = new Set(dividends.map(({ exDay }) => yearOf(exDay)))
  const none = Array.from({ length: to - from }, (_, at) => from + at).filter((year) => !paid.has(year))
  const each =
    none.length === 0
      ? 'since then there has been one in each calendar year'
      : `since then there was none in ${none.join(', ')}`
  return [
    `The first dividend of ${name} that is stored had its ex-date on ${formatDay(first.exDay)}, and ${each}; what was paid before is not stored.`,
  ]
}

/** The cash dividends of an instrument in a range, or the last ones, or a statement that none is recorded. */
export function dividendFact(
  instrument: InstrumentSummary,
  dividends: readonly PaidDividend[],
  question: DividendQuestion,
): Fact {
  const { currency, now, range, shares, splits, isByYear = false, isSince = false, simulated } = question
  const isIn = (paid: PaidDividend): boolean =>
    range === null
      ? isOfLastYear(paid, now)
      : paid.exDay >= utcDay(range.from) && paid.exDay <= utcDay(range.to)
  const until = Math.min(utcDay(now), range === null ? utcDay(now) : utcDay(range.to))
  const wanted = dividends.filter(isIn)
  // Amounts before and after a split differ per share: they are summed on the share count at the end of the range.
  const factors = wanted.map(({ exDay }) => splitFactorAfter(splits, exDay) / splitFactorAfter(splits, until))
  const amounts = wanted.map((each, at) => each.amount / (factors[at] ?? 1))
  const isRebased = factors.some((factor) => factor !== 1)
  const last = range === null ? dividends.at(-1) : wanted.at(-1)
  if (last === undefined) {
    const known = dividends.length === 0 ? null : dividends.map(({ exDay }) => formatDay(exDay))
    const none = { kind: 'cash_dividend', name: 'cash dividend', range, now, simulated, known } as const
    return noneRecorded(instrument, none)
  }
  const sum = amounts.reduce((total, each) => total + each, 0)
  const basis = isRebased ? `, on the split basis of ${formatDay(until)}` : ''
  const on = formatDay(last.exDay)
  const during = range === null ? 'in the last twelve months' : daysOf(range)
  const asked = `${shares}${isByYear}${isSince}`
  const sentences = [
    ...(isSince ? sinceSentences(nameOf(instrument), dividends, now) : []),
    `${nameOf(instrument)} ${range === null ? 'last ' : ''}went ex-dividend on ${on}, with ${currency} ${price(last.amount)} a share.`,
    ...(wanted.length < 2
      ? []
      : [
          `With it ${wanted.length} dividends had their ex-date ${during}, together ${currency} ${price(sum)} a share${basis}: ${amounts.map(price).join(' + ')}.`,
        ]),
    ...(isByYear ? yearsSentences(dividends, question) : []),
    ...(shares === null || sum === 0
      ? []
      : [
          `${price(shares)} shares${basis === '' ? '' : `${basis},`} had ${currency} ${amount(shares * sum)} of dividends ${during}, before tax: ${price(shares)} × ${eachFor(shares, sum)}.`,
        ]),
  ]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'dividends', instrument.entityId, on, during, asked),
      headline: `Dividends ${instrument.ticker} to ${on}`,
      url: `/v1/instruments/${instrument.entityId}/corporate-actions?type=cash_dividend`,
      text: sentences.join(' '),
      asOf: last.exDay * DAY_MS,
      simulated,
    },
  }
}

/** The splits of an instrument, newest first, or a statement that none is recorded. */
export function splitFact(
  instrument: InstrumentSummary,
  splits: readonly EffectiveSplit[],
  { now, simulated }: { now: Instant; simulated: boolean },
): Fact {
  const newest = splits.toReversed()
  const [last] = newest
  if (last === undefined)
    return noneRecorded(instrument, {
      kind: 'split',
      name: 'split',
      range: null,
      now,
      simulated,
      known: null,
    })
  const said = newest.map(({ exDay, factor }) => `${ratioOf(factor)} on ${formatDay(exDay)}`)
  const text = `${nameOf(instrument)} split its shares ${said.join(', ')}.`
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'splits', instrument.entityId, formatDay(last.exDay)),
      headline: `Splits ${instrument.ticker}`,
      url: `/v1/instruments/${instrument.entityId}/corporate-actions?type=split`,
      text,
      asOf: last.exDay * DAY_MS,
      simulated,
    },
  }
}

/** `10:1`, or `1:8` for a reverse split. */
const ratioOf = (factor: number): string => (factor >= 1 ? `${price(factor)}:1` : `1:${price(1 / factor)}`)

const daysOf = ({ from, to }: InstantRange): string =>
  `from ${formatDay(utcDay(from))} to ${formatDay(utcDay(to))}`

function noneRecorded(
  instrument: InstrumentSummary,
  of: {
    kind: string
    name: string
    range: InstantRange | null
    now: Instant
    simulated: boolean
    /** Ex-dates recorded outside the range, ascending; null for none. */
    known: readonly string[] | null
  },
): Fact {
  // A question about all times has no range to name.
  const during = of.range === null || of.range.from < 0 ? '' : ` ${daysOf(of.range)}`
  const others =
    of.known === null
      ? ''
      : ` Those that are recorded went ex from ${of.known[0] ?? ''} to ${of.known.at(-1) ?? ''}.`
  const text = `No ${of.name} of ${nameOf(instrument)} is recorded${during}.${others}`
  return {
    sentences: [text],
    isNone: true,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', of.kind, instrument.entityId, 'none', during),
      headline: `Corporate actions ${instrument.ticker}`,
      url: `/v1/instruments/${instrument.entityId}/corporate-actions?type=${of.kind}`,
      text,
      asOf: of.now,
      simulated: of.simulated,
    },
  }
}

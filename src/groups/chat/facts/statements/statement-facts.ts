import { formatDay } from '../../../../kernel/time.ts'
import type { CompanyStatements, InstrumentSummary } from '../../../../ports/instruments.ts'
import { MOST_RECORDS } from '../../answer.ts'
import {
  calledInside,
  isFraction,
  isOfBalance,
  METRIC_NAMES,
  type StatementMetric,
} from '../../understanding/intents/metrics.ts'
import type { Together } from '../../understanding/intents/period-questions.ts'
import type {
  Against,
  CalendarStretch,
  FiscalPeriod,
  ReportedPeriods,
} from '../../understanding/times/periods.ts'
import { UNSCALED, type Scaling } from '../../understanding/thread/scaling.ts'
import { type Fact, type Measure, withSentences } from '../facts.ts'
import { nameOf, percent } from '../number-format.ts'
import { forShares, perTime } from './per-time.ts'
import { changeSentence, compoundSentence, say, valueOf, workings } from './statement-lines.ts'
import { calendarPeriods } from './statement-calendar.ts'
import {
  askedPeriods,
  isKnown,
  orderOf,
  periodOf,
  type AnswerPeriod,
  latestPeriods,
  trailingPeriods,
} from './statement-periods.ts'
import { MOST_SERVED, statementRecord } from './statement-record.ts'
import { seriesFact } from './statement-series.ts'
import { quarterBefore } from './trailing-quarters.ts'

/** What is asked about a company's statements. */
export interface StatementQuestion {
  metrics: readonly StatementMetric[]
  periods: readonly FiscalPeriod[]
  /** The newest periods, when none is named; null for the newest year. */
  reported: ReportedPeriods | null
  /** Whether the change is asked for, against the same period a year before unless stated otherwise. */
  change: boolean
  /** Whether the compound annual growth rate over the years is asked for. */
  compound?: boolean
  /** Aggregations over the periods. */
  together?: readonly Together[]
  /** The kind of period when none is named; null when not stated. */
  unit?: 'year' | 'quarter' | null
  /** Quarters to be summed, ascending: their sum is stated before them. */
  joined?: ReadonlyArray<readonly FiscalPeriod[]>
  /** Calendar ranges named instead of fiscal periods. */
  calendar?: readonly CalendarStretch[]
  /** The shorter time, or number of shares, for which amounts are stated as well. */
  scaling?: Scaling
  /** What the change is measured against. `period` asks for the change alone. */
  against?: Against | null
}

/** Most periods of one company in an answer, the newest. */
const MOST_PERIODS = 12
const YEARS_OF_GROWTH = 5
const QUARTERS_A_YEAR = 4

/** Statement lines of a company, one record per period. An unknown period gives none: the caller states what is missing. */
export function statementFacts(
  company: InstrumentSummary,
  statements: CompanyStatements,
  question: StatementQuestion,
): Fact[] {
  const {
    metrics,
    periods,
    reported: asked,
    change,
    against = null,
    compound = false,
    together = [],
    scaling = UNSCALED,
  } = question
  const isOfSpan = change && together.includes('span') && asked?.unit === 'year' && asked.count > 1
  const reported = compound || isOfSpan ? yearsOfGrowth(asked) : asked
  const all =
    calendarOf(statements, question) ??
    (periods.length > 0
      ? periods.map((period) => ({ period, metrics }))
      : unnamed(statements, question, reported))
  const stored = all.filter((each) => isKnown(periodOf(statements, each)))
  const series = compound ? null : asOne(company, statements, { stored, together, change })
  if (series !== null) return [series]
  const measured = change || against === 'period' ? (against ?? 'year') : null
  const known = newestOf(stored, MOST_PERIODS)
  const facts = known.flatMap((answered) => {
    const fact = factOf(company, statements, { answered, against: measured, scaling })
    return fact === null ? [] : [fact]
  })
  const halves = joinedFacts(company, statements, { question, against: measured })
  // Only the sums are compared.
  if (halves.length > 0) return [...halves, ...facts.map(({ record, sentences }) => ({ record, sentences }))]
  if (compound) return said(facts, growthOf(company, statements, { metrics, periods: known }))
  // A balance may be from a later period than the flows next to it.
  const isOfOne = known.every(({ metrics: each }) => each.length === metrics.length)
  const sums = (isOfOne ? together : []).flatMap(
    (each) => seriesFact(company, statements, { periods: known, together: each, change }) ?? [],
  )
  const [sum] = sums
  return said(
    facts,
    sums.flatMap(({ sentences }) => sentences),
    sum?.measures,
  )
}

/** The periods of calendar ranges; null when there are none, or the periods reported up to then are meant. */
function calendarOf(
  statements: CompanyStatements,
  { metrics, calendar = [], reported, change, together = [], unit = null }: StatementQuestion,
): AnswerPeriod[] | null {
  const isOpen = calendar.some((each) => each.isOpen)
  const isReported = !isOpen && reported !== null && askedPeriods(statements, reported).length > 0
  if (calendar.length === 0 || isReported) return null
  const isOfEach = unit === 'quarter' || together.some((each) => each !== 'span' && each !== 'sum')
  const telling = isOfEach ? 'each' : change ? 'ends' : 'whole'
  return calendarPeriods(statements, metrics, { stretches: calendar, telling })
}

/** The periods when the question names none. */
function unnamed(
  statements: CompanyStatements,
  question: StatementQuestion,
  reported: ReportedPeriods | null,
): readonly AnswerPeriod[] {
  const { metrics } = question
  if (reported?.unit === 'twelveMonths') return trailingPeriods(statements, metrics, reported.moves ?? [])
  const ranked = rankedOf(reported, question)
  if (ranked === null && question.unit !== 'year') return latestPeriods(statements, metrics)
  return askedPeriods(statements, ranked).map((period) => ({ period, metrics }))
}

/** A question for the best year or quarter considers all there are. */
function rankedOf(
  reported: ReportedPeriods | null,
  { together = [], unit: asked = null }: Pick<StatementQuestion, 'together' | 'unit'>,
): ReportedPeriods | null {
  const isOfEvery = asked !== null && together[0] === 'average'
  if (!isOfAll(together) && !isOfEvery) return reported
  if (asked !== 'quarter') return reported ?? { unit: 'year', count: MOST_SERVED }
  const { unit = 'quarter', count = 1 } = reported ?? {}
  const isOfSome = unit === 'quarter' && count > 1
  return isOfSome
    ? reported
    : { unit: 'quarter', count: unit === 'year' ? QUARTERS_A_YEAR * count : MOST_SERVED }
}

/** Whether one of all periods is looked for. */
const isOfAll = ([first]: readonly Together[]): boolean =>
  first === 'ranking' || first === 'moves' || first === 'signs' || typeof first === 'object'

/** Several periods in one record: when they are ranked, when their total change is asked for, and when there are many. */
function asOne(
  company: InstrumentSummary,
  statements: CompanyStatements,
  {
    stored,
    together,
    change,
  }: { stored: readonly AnswerPeriod[]; together: readonly Together[]; change: boolean },
): Fact | null {
  const newest = newestOf(stored, MOST_SERVED)
  const [first] = together
  if (first !== undefined && (isOfAll(together) || first === 'span'))
    return seriesFact(company, statements, { periods: newest, together: first, change })
  if (newest.length <= MOST_RECORDS || change) return null
  for (const each of [...together, 'list'] as const) {
    // Balances have no sum.
    const fact = seriesFact(company, statements, { periods: newest, together: each, change })
    if (fact !== null) return fact
  }
  return null
}

/** Quarters summed, for each time named; none when one is missing or the line has no sum. */
function joinedFacts(
  company: InstrumentSummary,
  statements: CompanyStatements,
  { question: { metrics, joined = [] }, against }: { question: StatementQuestion; against: Against | null },
): Fact[] {
  const summed = metrics.filter((metric) => !isOfBalance(metric))
  return joined.flatMap((quarters) => {
    const period = quarters.at(-1)
    if (period === undefined || summed.length === 0) return []
    const fact = factOf(company, statements, {
      answered: { period, metrics: summed, quarters: quarters.length },
      against: against === 'period' ? null : against,
    })
    return fact === null ? [] : [fact]
  })
}

/** Five years of growth span six fiscal years. */
function yearsOfGrowth(asked: ReportedPeriods | null): ReportedPeriods {
  const { unit, count } = asked ?? { unit: 'year', count: YEARS_OF_GROWTH }
  return { unit: 'year', count: (unit === 'year' && count > 1 ? count : YEARS_OF_GROWTH) + 1 }
}

/** The growth between the first and the last of the years. */
function growthOf(
  company: InstrumentSummary,
  statements: CompanyStatements,
  { metrics, periods }: { metrics: readonly StatementMetric[]; periods: readonly AnswerPeriod[] },
): string[] {
  const years = periods.filter(({ period }) => period.quarter === null)
  const sorted = years.toSorted((one, other) => one.period.year - other.period.year)
  return metrics.flatMap((metric) => {
    const known = sorted.flatMap((each) => {
      const value = valueOf(periodOf(statements, each), metric)
      return value === null ? [] : [{ year: each.period.year, value }]
    })
    const [from, to] = [known[0], known.at(-1)]
    if (from === undefined || to === undefined) return []
    const said = compoundSentence(metric, nameOf(company), { from, to })
    return said === null ? [] : [said]
  })
}

/** A sentence placed first, citing the record that lists all periods. */
function said(
  [first, ...others]: readonly Fact[],
  more: readonly string[],
  measures: readonly Measure[] = [],
): Fact[] {
  if (first === undefined) return []
  const said = withSentences(first, [...more, ...first.sentences])
  return [{ ...said, measures: [...(first.measures ?? []), ...measures] }, ...others]
}

/** The newest of many, in their order. */
function newestOf(all: readonly AnswerPeriod[], most: number): readonly AnswerPeriod[] {
  if (all.length <= most) return all
  const kept = new Set(all.toSorted((one, other) => orderOf(other) - orderOf(one)).slice(0, most))
  return all.filter((each) => kept.has(each))
}

/** The period to compare with: the one directly before, or the same one a year earlier. */
function comparedWith({ period, ...rest }: AnswerPeriod, against: Against): AnswerPeriod {
  const { year, quarter } = period
  const isDirect = against === 'period' && quarter !== null && rest.isTrailing !== true
  return { ...rest, period: isDirect ? quarterBefore({ year, quarter }) : { year: year - 1, quarter } }
}

/** The length of the period in months. */
const monthsOf = ({ period, quarters, isTrailing }: AnswerPeriod): number =>
  isTrailing === true || period.quarter === null ? 12 : 3 * (quarters ?? 1)

function factOf(
  company: InstrumentSummary,
  statements: CompanyStatements,
  {
    answered,
    against,
    scaling = UNSCALED,
  }: { answered: AnswerPeriod; against: Against | null; scaling?: Scaling },
): Fact | null {
  const now = periodOf(statements, answered)
  const before = against === null ? null : periodOf(statements, comparedWith(answered, against))
  const end = now.flow?.end ?? now.balance?.end
  if (end === undefined) return null
  const lines = answered.metrics.flatMap((metric) => {
    const value = valueOf(now, metric)
    return value === null ? [] : [{ metric, value, old: before === null ? null : valueOf(before, metric) }]
  })
  const sentences = lines.flatMap(({ metric, value, old }) => {
    const name = `${METRIC_NAMES[metric]} of ${nameOf(company)}`
    const from = now.start === undefined ? '' : `from ${formatDay(now.start)} `
    const said = `${name} in ${now.called}, ${from}to ${formatDay(end)}, was ${say(metric, value)}${workings(now, metric)}.`
    const each = [
      ...perTime(metric, value, { per: scaling.per, end, months: monthsOf(answered) }),
      ...forShares(metric, value, scaling.shares),
    ]
    return before === null || old === null || old === 0
      ? [said, ...each]
      : [said, ...each, changeSentence(metric, { label: now.label, base: before.label, value, old })]
  })
  if (sentences.length === 0) return null
  if (answered.onlyOverlaps === true)
    sentences.push('Nothing is reported for the time that was asked for alone.')
  return {
    sentences,
    measures: lines.flatMap((line) => measuresOf(company, now.label, line)),
    record: statementRecord(company, statements, {
      name: now.label,
      about: '',
      isAnnual: answered.period.quarter === null,
      end,
      sentences,
    }),
  }
}

/** A line and its growth. */
function measuresOf(
  company: InstrumentSummary,
  when: string,
  { metric, value, old }: { metric: StatementMetric; value: number; old: number | null },
): Measure[] {
  const what = calledInside(metric)
  const common = { of: nameOf(company), when, unit: '' }
  const line = { ...common, what, value, said: say(metric, value), isChange: false }
  // Growth from a negative value has no percentage.
  if (old === null || old <= 0 || isFraction(metric)) return [line]
  const growth = (value - old) / old
  return [
    line,
    { ...common, what: `growth of ${what}`, value: growth, said: percent(growth), isChange: true },
  ]
}

import type { CompanyStatements, InstrumentSummary } from '../../../../ports/instruments.ts'
import {
  calledInside,
  isFraction,
  isOfBalance,
  isRatio,
  type StatementMetric,
} from '../../understanding/intents/metrics.ts'
import type { Together } from '../../understanding/intents/period-questions.ts'
import type { Fact, Measure } from '../facts.ts'
import { nameOf, percent, shownChange } from '../number-format.ts'
import { isMoney, say, valueOf } from './statement-lines.ts'
import { orderOf, periodOf, type AnswerPeriod } from './statement-periods.ts'
import { statementRecord } from './statement-record.ts'

/** The value of a line in one period. */
interface Point {
  label: string
  value: number
}

/** Chronological. */
interface Series {
  metric: StatementMetric
  /** `the revenue of Apple Inc. (AAPL)`. */
  of: string
  points: readonly Point[]
}

type Teller = (
  series: Series,
) => { sentences: string[]; measure?: Pick<Measure, 'what' | 'value' | 'said'> } | null

/** Aggregations over several periods of one company, as one record that lists all of them; null with fewer than two known. */
export function seriesFact(
  company: InstrumentSummary,
  statements: CompanyStatements,
  {
    periods,
    together,
    change,
  }: { periods: readonly AnswerPeriod[]; together: Together | 'list'; change: boolean },
): Fact | null {
  const ordered = periods.toSorted((one, other) => orderOf(one) - orderOf(other))
  const metrics = [...new Set(ordered.flatMap((each) => each.metrics))]
  const found = metrics.flatMap((metric) => {
    const points = ordered.flatMap((each): Point[] => {
      const period = periodOf(statements, each)
      const value = valueOf(period, metric)
      return value === null ? [] : [{ label: period.label, value }]
    })
    const series = { metric, of: `the ${calledInside(metric)} of ${nameOf(company)}`, points }
    const teller = tellerOf(together, change)
    return points.length < 2 ? [] : (teller(series) ?? [])
  })
  const ends = ordered.flatMap((each) => {
    const { flow, balance, label } = periodOf(statements, each)
    const end = flow?.end ?? balance?.end
    return end === undefined ? [] : [{ end, label }]
  })
  const [first, last] = [ends[0], ends.at(-1)]
  if (found.length === 0 || first === undefined || last === undefined) return null
  const sentences = found.flatMap((each) => each.sentences)
  const when = `${first.label} to ${last.label}`
  return {
    sentences,
    measures: found.flatMap(({ measure }) =>
      measure === undefined ? [] : [{ ...measure, of: nameOf(company), when, unit: '', isChange: true }],
    ),
    record: statementRecord(company, statements, {
      name: when,
      about: JSON.stringify(together),
      isAnnual: ordered.every(({ period }) => period.quarter === null),
      end: last.end,
      sentences,
    }),
  }
}

function tellerOf(together: Together | 'list', change: boolean): Teller {
  if (typeof together === 'object') return (series) => firstBeyond(series, together)
  return together === 'ranking' && change ? growthRanking : TELLERS[together]
}

/** The first or the last period in which a line was above or below a limit. */
function firstBeyond({ metric, of, points }: Series, limit: Together & object): ReturnType<Teller> {
  const isAbove = 'above' in limit
  const value = isAbove ? limit.above : limit.below
  const isBeyond = (point: Point): boolean => (isAbove ? point.value > value : point.value < value)
  const found = limit.isLast ? points.findLast(isBeyond) : points.find(isBeyond)
  const side = `${isAbove ? 'above' : 'below'} ${say(metric, value)}`
  if (limit.isCount === true) {
    const those = points.filter(isBeyond)
    return { sentences: [`${capital(of)} was ${side} in ${howMany(those, points)}.`] }
  }
  const over = `of ${points[0]?.label} to ${points.at(-1)?.label}`
  return {
    sentences: [
      found === undefined
        ? `${capital(of)} was ${side} in none ${over}.`
        : `${capital(of)} was ${limit.isLast ? 'last' : 'first'} ${side} in ${found.label}, ${say(metric, found.value)}, ${over}.`,
    ],
  }
}

const TELLERS: Readonly<Record<(Together & string) | 'list', Teller>> = {
  list: ({ metric, of, points }) => ({
    sentences: [`${capital(of)} was ${points.map((each) => saidPoint(metric, each)).join('; ')}.`],
  }),
  ranking: ({ metric, of, points }) => {
    const sorted = points.toSorted((one, other) => other.value - one.value)
    return {
      sentences: [
        `From the highest to the lowest ${of.replace(/^the /, '')}: ${sorted.map((each) => saidPoint(metric, each)).join('; ')}.`,
      ],
    }
  },
  moves: movesOf,
  signs: (series) => {
    const { of, points } = series
    const [above, below] = [points.filter(({ value }) => value > 0), points.filter(({ value }) => value < 0)]
    const sentence = `${capital(of)} was above zero in ${howMany(above, points)}, and below zero in ${howMany(below)}.`
    return { sentences: [sentence, ...(TELLERS.ranking(series)?.sentences ?? [])] }
  },
  span: spanOf,
  sum: ({ metric, of, points }) => {
    if (isOfBalance(metric) || isRatio(metric)) return null
    const sum = points.reduce((all, { value }) => all + value, 0)
    return {
      sentences: [
        `${capital(of)} ${range(points)} adds up to ${shownSum(metric, points)} = ${say(metric, sum)}.`,
      ],
    }
  },
  average: ({ metric, of, points }) => {
    const mean = points.reduce((all, { value }) => all + value, 0) / points.length
    const said = say(metric, Math.round(mean * 100) / 100)
    const shown = isFraction(metric) ? percent(mean) : said
    return {
      sentences: [
        `${capital(of)} ${range(points)} was ${shown} on average: (${shownSum(metric, points)}) / ${points.length}.`,
      ],
      measure: { what: `average ${calledInside(metric)}`, value: mean, said: shown },
    }
  },
}

function spanOf({ metric, of, points }: Series): ReturnType<Teller> {
  const [from, to] = [points[0], points.at(-1)]
  if (from === undefined || to === undefined) return null
  const [was, is] = [say(metric, from.value), say(metric, to.value)]
  const ends = `from ${was} in ${from.label} to ${is} in ${to.label}`
  if (isFraction(metric)) {
    const byPoints = ((to.value - from.value) * 100).toFixed(1).replace('-', '−')
    return { sentences: [`${capital(of)} changed ${ends}, by ${byPoints} percentage points.`] }
  }
  // Growth from a negative value has no percentage.
  if (from.value <= 0) return { sentences: [`${capital(of)} changed ${ends}.`] }
  const growth = (to.value - from.value) / from.value
  return {
    sentences: [`${capital(of)} changed ${ends}: ${shownChange(from.value, to.value, isMoney(metric))}.`],
    measure: { what: `growth of ${calledInside(metric)}`, value: growth, said: percent(growth) },
  }
}

function growthRanking({ metric, of, points }: Series): ReturnType<Teller> {
  const grown = points.slice(1).flatMap((to, at) => {
    const from = points[at]
    return from === undefined || from.value <= 0 || isFraction(metric)
      ? []
      : [{ from, to, growth: to.value / from.value - 1 }]
  })
  if (grown.length < 2) return null
  const sorted = grown.toSorted((one, other) => other.growth - one.growth)
  const said = ({ from, to }: (typeof grown)[number]): string =>
    `${to.label}, ${shownChange(from.value, to.value, isMoney(metric))}`
  return {
    sentences: [`From the highest to the lowest growth of ${of}: ${sorted.map(said).join('; ')}.`],
  }
}

/** In how many periods a line rose and fell against the one before, and for how long in a row; with the numbers of each. */
function movesOf(series: Series): ReturnType<Teller> {
  const { of, points } = series
  const moves = points.slice(1).map(({ label, value }, at) => ({
    label,
    side: Math.sign(value - (points[at]?.value ?? value)),
  }))
  const last = moves.at(-1)
  if (last === undefined) return null
  const up = moves.filter(({ side }) => side > 0)
  const down = moves.filter(({ side }) => side < 0)
  const turned = moves.findLastIndex(({ side }) => side !== last.side)
  const inRow = moves.length - 1 - turned
  const row =
    last.side === 0
      ? ''
      : `; it has ${last.side > 0 ? 'grown' : 'fallen'} ${times(inRow)} in a row up to ${last.label}`
  const sentence = `${capital(of)} grew against the period before in ${howMany(up, moves)}, and fell in ${howMany(down)}${row}.`
  const numbers = growthRanking(series) ?? TELLERS.list(series)
  return { sentences: [sentence, ...(numbers?.sentences ?? [])] }
}

type Labelled = Pick<Point, 'label'>

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** `2 of 7 periods (FY2020, FY2023)`. */
function howMany(those: readonly Labelled[], all: readonly Labelled[] | null = null): string {
  const of = all === null ? '' : ` of ${all.length} periods from ${all[0]?.label} to ${all.at(-1)?.label}`
  const labels = those.map(({ label }) => label).join(', ')
  return `${those.length === 0 ? 'none' : those.length}${of}${those.length === 0 || those.length === all?.length ? '' : ` (${labels})`}`
}

const saidPoint = (metric: StatementMetric, { label, value }: Point): string =>
  `${label}, ${say(metric, value)}`

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const range = (points: readonly Point[]): string => `from ${points[0]?.label} to ${points.at(-1)?.label}`

const shownSum = (metric: StatementMetric, points: readonly Point[]): string =>
  points.map(({ value }) => say(metric, value)).join(' + ')

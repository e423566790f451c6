import type { SplitEvent } from './adjustment.ts'
import { barDayFault, type BarDays } from './bar-days.ts'
import {
  ALL_PRICES,
  type BarRule,
  PRICES,
  type RowFault,
  rowFault,
  timeFault,
  valueFault,
} from './bar-row.ts'
import { COLUMNS, type Bars, zeroBars } from './bars.ts'
import { LAST_DAY } from '../kernel/domain-range.ts'
import { type Day, type Instant, utcDay } from '../kernel/time.ts'

/** What one rule did to rows that follow each other. */
export interface BarFinding {
  /** Row of the series as it was given. */
  index: number
  /** Rows from `index` on that the rule changed or took out. */
  rows: number
  /** Time of the row at `index`; may be NaN where that is what is wrong. */
  at: Instant
  rule: BarRule
  action: 'repaired' | 'rejected'
  /** One sentence. */
  reason: string
}

export interface BarContext {
  basis: 'as_traded' | 'split_adjusted'
  splits: readonly SplitEvent[]
  /** Nothing is known of later days; see `newestDay`. */
  newest: Day
  /** The venue's sessions and its time; absent where they do not matter. */
  days?: BarDays | undefined
}

/** The rows that may be stored, and every rule that did not let a row pass as it was. */
export interface CheckedBars {
  bars: Bars
  /** In the order of the rules. */
  findings: readonly BarFinding[]
}

/** Bars still in the series, on columns that may be written to. */
interface Working {
  bars: Bars
  /** Row of the given series that each bar came from. */
  rows: readonly number[]
  findings: BarFinding[]
}

/** Bars from `start` up to and without `end`. */
interface Stretch {
  start: number
  end: number
}

/** Bars whose prices stand that many powers of a factor above those of the first run. */
type Run = Stretch & { level: number }

/** Pence in a pound, cents in a rand, agorot in a shekel. */
const UNIT = 100
/** How much a price may move in addition at the moment that its unit changes. */
const UNIT_SLACK = Math.log(1.5)
/** Newest bars that confirm a new unit. */
const UNIT_CONFIRMED_BY = 5
/** Trading that goes on at the same pace across a change of unit; a split of 100 multiplies it by 100. */
const VOLUME_BARS = 20
const VOLUME_SLACK = 10
/** Days between a split's ex-date and the defects that it is blamed for. */
const SPLIT_DAYS = 14
/** How much a price may move in addition at a split, as a share of the logarithm of its ratio, and at most. */
const SPLIT_SLACK = 0.2
const MAX_SPLIT_SLACK = Math.log(2.5)
/** Smaller ratios look like ordinary moves: for a block that returns, and for a step that lasts. */
const MIN_BLOCK_SPLIT = Math.log(1.3)
const MIN_STEP_SPLIT = Math.log(2)
/** A step at a split that no trading explains, though its size is not the split's. */
const UNCLEAR_STEP = Math.log(5)
/** A bar that lies whole beyond this multiple of both its neighbours; without any trade less will do. */
const SPIKE = 2
const UNTRADED_SPIKE = 1.25
/** How close to each other the neighbours of a spike are. */
const SPIKE_RETURN = 1.1
/** Share of the price that an adjustment takes for a payout, and how far it may exceed the fall of the price. */
const MIN_PAYOUT = 0.15
const PAYOUT_EXCESS = 1.15

/**
 * Checks a whole series, ascending, by the rules of docs/price-rules.md. What is certain is repaired, what cannot be
 * true is left out, everything else passes as it is: a series without findings is returned itself. Takes time in
 * proportion to the rows, for each split again.
 */
export function checkBars(
  bars: Bars,
  { basis, splits, newest, days }: BarContext = { basis: 'split_adjusted', splits: [], newest: LAST_DAY },
): CheckedBars {
  let working = dropFaultyRows(bars, { basis, newest, days })
  repairMixedUnits(working)
  for (const split of splits.toSorted((a, b) => b.exDay - a.exDay)) {
    working = applySplit(working, split, basis)
  }
  working = alignUnits(working)
  working = dropSpikes(working)
  if (basis === 'split_adjusted') repairPayouts(working)
  if (working.findings.length > 0) {
    // A repair may take a price out of the range.
    const repaired = working.bars
    working = without(working, (bar) => valueFault(repaired, bar))
  }
  const { findings } = working
  return { bars: findings.length === 0 ? bars : working.bars, findings }
}

/** The rows that are valid by themselves, and which of the given rows they are. */
export function checkRows(
  bars: Bars,
  context: Omit<BarContext, 'splits'>,
): CheckedBars & { rows: readonly number[] } {
  return dropFaultyRows(bars, context)
}

/** Leaves out the rows that are invalid by themselves; of rows for one instant the last one stays. */
function dropFaultyRows(bars: Bars, { basis, newest: day, days }: Omit<BarContext, 'splits'>): Working {
  const all = { bars, rows: Array.from(bars.at, (_at, row) => row), findings: [] }
  let newest = Number.NEGATIVE_INFINITY
  return without(all, (row) => {
    const at = bars.at[row] ?? Number.NaN
    const reason = timeFault({ at, before: newest, next: bars.at[row + 1] }, day)
    if (Number.isFinite(at)) newest = Math.max(newest, at)
    if (reason !== null) return { rule: 'time', reason }
    const closed = days === undefined ? null : barDayFault(at, days)
    return closed === null ? rowFault(bars, row, basis) : { rule: 'session', reason: closed }
  })
}

/** Scales single prices of a bar that are 100 times off while its other prices agree with the neighbouring bars. */
function repairMixedUnits(working: Working): void {
  const { bars } = working
  for (let i = 0; i < bars.at.length; i++) {
    if (isWithin((bars.high[i] ?? 0) / (bars.low[i] ?? 0), UNIT / 1.5)) continue
    const neighbours = [bars.close[i - 1], bars.close[i + 1]].filter((close) => close !== undefined)
    const reference = Math.exp(
      neighbours.reduce((sum, close) => sum + Math.log(close), 0) / neighbours.length,
    )
    const units = PRICES.map((column) => unitOf((bars[column][i] ?? 0) / reference))
    const off = new Set(units.filter((unit) => unit !== 1))
    const [unit] = off
    if (off.size !== 1 || unit === undefined || unit === null || !units.includes(1)) continue
    const names = PRICES.filter((_column, at) => units[at] !== 1)
    for (const column of names) bars[column][i] = (bars[column][i] ?? 0) / unit
    if (names.includes('close')) bars.adjustedClose[i] = (bars.adjustedClose[i] ?? 0) / unit
    bars.high[i] = Math.max(...PRICES.map((column) => bars[column][i] ?? 0))
    bars.low[i] = Math.min(bars.open[i] ?? 0, bars.close[i] ?? 0, bars.low[i] ?? 0)
    const reason = `${names.join(' and ')} of the bar stood ${timesOff(unit)} the other prices: corrected by 100.`
    addRepaired(working, { start: i, end: i + 1 }, { rule: 'mixed_units', reason })
  }
}

/** 1 for a price near its reference, 100 or 1/100 for one in another unit, else null. */
function unitOf(ratio: number): number | null {
  return [1, UNIT, 1 / UNIT].find((unit) => Math.abs(Math.log(ratio / unit)) <= UNIT_SLACK) ?? null
}

/**
 * Bars around a split that stand off by its ratio: a block that returns is brought to the level around it. When the
 * step lasts, all bars before it have missed the split or have it twice.
 */
function applySplit(working: Working, { exDay, factor }: SplitEvent, basis: BarContext['basis']): Working {
  const { bars } = working
  const size = Math.log(factor)
  const isNear = (at: number): boolean => Math.abs(utcDay(at) - exDay) <= SPLIT_DAYS
  const first = bars.at.findIndex(isNear)
  const last = bars.at.findLastIndex(isNear)
  if (first === -1 || !(Math.abs(size) >= MIN_BLOCK_SPLIT)) return working
  const slack = Math.min(Math.abs(size) * SPLIT_SLACK, MAX_SPLIT_SLACK)
  const steps = stepsOf(bars.adjustedClose)
  const runs = runsOf(steps, { start: Math.max(0, first - 1), end: last + 1 }, { size, slack })
  const level = runs.at(-1)?.level ?? 0
  const lasts = runs[0]?.level !== level
  if (lasts && (basis === 'as_traded' || Math.abs(size) < MIN_STEP_SPLIT)) return working
  if (runs.length === 1) return basis === 'as_traded' ? working : dropUnclear(working, { first, last, size })
  for (const [index, run] of runs.entries()) {
    const start = index === 0 ? 0 : run.start
    if (run.level !== level) rescale(working, { ...run, start }, factor ** (level - run.level))
  }
  return working
}

/** Leaves out everything before a step near a split that is too large for trading and is not the split's either. */
function dropUnclear(
  working: Working,
  { first, last, size }: { first: number; last: number; size: number },
): Working {
  const stepTo = stepsOf(working.bars.adjustedClose)
  const least = Math.max(UNCLEAR_STEP, Math.abs(size) / 2)
  let end = -1
  let sum = 0
  for (let i = Math.max(1, first); i <= last; i++) {
    if (Math.abs(stepTo(i)) < least) continue
    end = i
    sum += stepTo(i)
  }
  // Steps that cancel out are spikes.
  if (end === -1 || Math.abs(sum) < least) return working
  const reason =
    'Prices before a large step near a split that its ratio does not explain: their level is unknown.'
  return without(working, (bar) => (bar < end ? { rule: 'unclear_split', reason } : null))
}

/** Multiplies the prices of a run and divides its volume. */
function rescale(working: Working, run: Run, factor: number): void {
  const { bars } = working
  multiply(bars, run, factor)
  for (let i = run.start; i < run.end; i++) bars.volume[i] = Math.round((bars.volume[i] ?? 0) / factor)
  const reason = `Prices stood off by exactly a split's ratio: multiplied by ${short(factor)}, volume divided by it.`
  addRepaired(working, run, { rule: 'split', reason })
}

/** Brings blocks that stand 100 times above or below to the unit of the newest bars. */
function alignUnits(working: Working): Working {
  const runs = unitRuns(working.bars)
  const newest = runs.at(-1)
  if (newest === undefined || runs.length === 1) return working
  // A return to the unit of the oldest bars needs no confirmation.
  if (newest.level === runs[0]?.level || newest.end - newest.start >= UNIT_CONFIRMED_BY) {
    repairUnits(working, runs)
    return working
  }
  const reason = 'The newest bars stand 100 times off and too few follow to tell why.'
  const older = without(working, (bar) => (bar < newest.start ? null : { rule: 'unit_unconfirmed', reason }))
  repairUnits(older, runs.slice(0, -1))
  return older
}

function repairUnits(working: Working, runs: readonly Run[]): void {
  const { bars } = working
  const reference = runs.at(-1)
  if (reference === undefined) return
  if (runs[0]?.level !== reference.level && !isSamePace(bars.volume, reference.start)) return
  for (const run of runs) {
    if (run.level === reference.level) continue
    const off = UNIT ** (run.level - reference.level)
    multiply(bars, run, 1 / off)
    const reason = `Prices stood ${timesOff(off)} those of the bars beside them, as in another unit of the currency.`
    addRepaired(working, run, { rule: 'unit', reason })
  }
}

/** A change of unit shows in the close and in the adjusted close; a split that is adjusted for shows in one. */
function unitRuns({ close, adjustedClose }: Bars): Run[] {
  const size = Math.log(UNIT)
  const [traded, adjusted] = [stepsOf(close), stepsOf(adjustedClose)]
  const steps = (i: number): number => (Math.abs(Math.abs(traded(i)) - size) <= UNIT_SLACK ? adjusted(i) : 0)
  return runsOf(steps, { start: 0, end: close.length }, { size, slack: UNIT_SLACK })
}

/** True when about as many shares change hands before bar `at` as from it on. */
function isSamePace(volume: Float64Array, at: number): boolean {
  const mean = (part: Float64Array): number => part.reduce((sum, each) => sum + each, 0) / part.length
  const before = mean(volume.subarray(Math.max(0, at - VOLUME_BARS), at))
  const after = mean(volume.subarray(at, at + VOLUME_BARS))
  return before > 0 && after > 0 && isWithin(before / after, VOLUME_SLACK)
}

/** Leaves out single bars far off both their neighbours, which agree with each other. */
function dropSpikes(working: Working): Working {
  const { high, low, close, volume, adjustedClose } = working.bars
  const adjusted = (price: Float64Array, i: number): number =>
    ((price[i] ?? 0) * (adjustedClose[i] ?? 0)) / (close[i] ?? 0)
  return without(working, (i) => {
    if (i === 0 || i === close.length - 1) return null
    if (!isWithin((adjustedClose[i + 1] ?? 0) / (adjustedClose[i - 1] ?? 0), SPIKE_RETURN)) return null
    const above = adjusted(low, i) / Math.max(adjusted(high, i - 1), adjusted(high, i + 1))
    const below = Math.min(adjusted(low, i - 1), adjusted(low, i + 1)) / adjusted(high, i)
    const times = Math.max(above, below)
    if (times < (volume[i] === 0 ? UNTRADED_SPIKE : SPIKE)) return null
    const reason = `The bar is ${short(times)} times off both its neighbours, which agree.`
    return { rule: 'spike', reason }
  })
}

/**
 * Takes payouts that the price does not show out of the adjusted closes: a payout is at most what the price fell by.
 * Newest first, as adjustments carry back.
 */
function repairPayouts(working: Working): void {
  const { close, adjustedClose } = working.bars
  const before = adjustedClose.slice()
  let scale = 1
  for (let i = close.length - 1; i > 0; i--) {
    const move = (close[i] ?? 0) / (close[i - 1] ?? 0)
    const adjustedMove = (before[i] ?? 0) / (before[i - 1] ?? 0)
    const kept = move / adjustedMove
    if (kept <= 1 - MIN_PAYOUT && adjustedMove >= PAYOUT_EXCESS) {
      scale *= Math.min(1, move) / kept
      const share = Math.round((1 - kept) * 100)
      const reason = `Adjusted closes before the bar were lowered by ${share} % that its price does not show: raised.`
      addRepaired(working, { start: i, end: i + 1 }, { rule: 'payout', reason })
    }
    adjustedClose[i - 1] = (before[i - 1] ?? 0) * scale
  }
}

/**
 * Stretches between steps of about `size`, up or down. A level counts the steps up less the steps down since the first
 * bar of the range.
 */
function runsOf(
  stepTo: (bar: number) => number,
  { start, end }: Stretch,
  { size, slack }: { size: number; slack: number },
): Run[] {
  const runs: Run[] = [{ start, end, level: 0 }]
  for (let i = start + 1; i < end; i++) {
    const step = stepTo(i)
    if (Math.abs(Math.abs(step) - Math.abs(size)) > slack) continue
    const run = runs.at(-1)
    if (run === undefined) break
    run.end = i
    runs.push({ start: i, end, level: run.level + Math.sign(step) * Math.sign(size) })
  }
  return runs
}

/** The bars that no fault is found in; the columns are always new ones. */
function without({ bars, rows, findings }: Working, faultOf: (bar: number) => RowFault | null): Working {
  const kept: number[] = []
  for (let i = 0; i < rows.length; i++) {
    const fault = faultOf(i)
    if (fault === null) kept.push(i)
    else addRejected(findings, fault, { index: rows[i] ?? 0, at: bars.at[i] ?? Number.NaN })
  }
  const rest = zeroBars(kept.length)
  for (const column of COLUMNS) {
    const [to, from] = [rest[column], bars[column]]
    if (kept.length === rows.length) to.set(from)
    else for (let index = 0; index < kept.length; index++) to[index] = from[kept[index] ?? 0] ?? 0
  }
  return { bars: rest, rows: kept.map((bar) => rows[bar] ?? 0), findings }
}

/** Rows after each other with one fault make one finding. */
function addRejected(findings: BarFinding[], fault: RowFault, row: Pick<BarFinding, 'index' | 'at'>): void {
  const last = findings.at(-1)
  const goesOn = last?.reason === fault.reason && last.index + last.rows === row.index
  if (goesOn && last.action === 'rejected') last.rows++
  else findings.push({ ...row, rows: 1, action: 'rejected', ...fault })
}

function addRepaired({ bars, rows, findings }: Working, { start, end }: Stretch, fault: RowFault): void {
  const at = bars.at[start] ?? Number.NaN
  findings.push({ index: rows[start] ?? 0, rows: end - start, at, action: 'repaired', ...fault })
}

function multiply(bars: Bars, { start, end }: Stretch, factor: number): void {
  for (const column of ALL_PRICES) {
    const values = bars[column]
    for (let i = start; i < end; i++) values[i] = (values[i] ?? 0) * factor
  }
}

/** The logarithm of the change to a bar from the one before it. */
function stepsOf(values: Float64Array): (bar: number) => number {
  return (i) => Math.log((values[i] ?? 0) / (values[i - 1] ?? 0))
}

function isWithin(ratio: number, limit: number): boolean {
  return ratio <= limit && ratio >= 1 / limit
}

function timesOff(unit: number): string {
  return unit > 1 ? `${short(unit)} times` : `at 1/${short(1 / unit)} of`
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)))
}

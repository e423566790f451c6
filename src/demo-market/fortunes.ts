import { gaussian, streamOf } from './random.ts'
import { FIRST_DAY, LAST_DAY, yearsFromAnchor } from './timeline.ts'
import type { Day } from '../kernel/time.ts'
import type { DemoInstrument } from './instrument.ts'

/** Years after which half of what a company has won or lost on others is gone. */
const HALF_LIFE = 7

/**
 * How much better or worse than its trend a company does, as a logarithm that is 0 on the anchor day. It moves over years,
 * and its sales, its margins and its share price all follow it: a share that has lost half its value belongs to a company
 * that shrinks.
 */
export function fortuneOf(seed: string, { mic, ticker, price }: DemoInstrument): (day: Day) => number {
  if (price.fortune === 0) return () => 0
  const stream = streamOf(seed, 'fortune', mic, ticker)
  const past = walk(Math.ceil(-yearsFromAnchor(FIRST_DAY)) + 1, (step) => gaussian(stream, -step))
  const future = walk(Math.ceil(yearsFromAnchor(LAST_DAY)) + 2, (step) => gaussian(stream, step))
  return (day) => {
    const years = yearsFromAnchor(day)
    return price.fortune * between(years < 0 ? past : future, Math.abs(years))
  }
}

function walk(steps: number, noise: (step: number) => number): number[] {
  const keep = 0.5 ** (1 / HALF_LIFE)
  const levels = [0]
  for (let step = 1; step <= steps; step++) levels.push(keep * (levels[step - 1] ?? 0) + noise(step))
  return levels
}

function between(levels: readonly number[], position: number): number {
  const place = Math.min(Math.floor(position), levels.length - 2)
  const [from, to] = [levels[place] ?? 0, levels[place + 1] ?? 0]
  return from + (to - from) * (position - place)
}

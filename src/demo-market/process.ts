import { gaussian, substream, uniform } from './random.ts'
import type { Stream } from './random.ts'

/** A mean-reverting logarithm with clustered volatility. */
export interface ProcessSpec {
  /** Standard deviation of one step, in the long run. */
  volatility: number
  /** Steps after which half of a deviation is gone. */
  halfLife: number
  /** Standard deviation of the logarithm of volatility: 0 is constant, 0.4 changes it by a half either way. */
  clustering: number
}

/** Levels and volatilities of consecutive steps. */
export interface Path {
  /** Step of the first element. */
  first: number
  /** Deviation of the logarithm; 0 at step 0. */
  level: Float32Array
  /** Volatility of the step that ends here. */
  sigma: Float32Array
}

/** Weight of yesterday's volatility in today's; half of a burst is gone after 34 steps. */
const PERSISTENCE = 0.98
/** Every so often a step is this much larger than volatility says: the news. */
const SURPRISE_CHANCE = 0.025
const SURPRISE_SCALE = 2.4
/** Keeps the variance of a step at `volatility`² in spite of the surprises. */
const CALM_SCALE = Math.sqrt((1 - SURPRISE_CHANCE * SURPRISE_SCALE ** 2) / (1 - SURPRISE_CHANCE))

/**
 * Simulates steps `first` to `last`: an Ornstein-Uhlenbeck process with stochastic volatility and fat tails. It is
 * zero at step 0 and runs from there both ways (the process looks the same reversed), so a step has one value whatever
 * range is asked for. Where `strain` is given, a step moves so many times as much as usual.
 */
export function simulate(
  spec: ProcessSpec,
  stream: Stream,
  range: { first: number; last: number },
  strain: (step: number) => number = () => 1,
): Path {
  const length = Math.max(0, range.last - range.first + 1)
  const path = { first: range.first, level: new Float32Array(length), sigma: new Float32Array(length) }
  const keep = 0.5 ** (1 / spec.halfLife)
  const spread = spec.clustering * Math.sqrt(1 - PERSISTENCE ** 2)
  const sigmaOf = (logVolatility: number, step: number): number =>
    spec.volatility * Math.exp(logVolatility - spec.clustering ** 2) * strain(step)
  const write = (step: number, level: number, sigma: number): void => {
    path.level[step - range.first] = level
    path.sigma[step - range.first] = sigma
  }
  const start = spec.clustering * gaussian(substream(stream, 0), 0)

  let [level, logVolatility, sigma] = [0, start, sigmaOf(start, 0)]
  write(0, level, sigma)
  for (let step = 1; step <= range.last; step++) {
    const angle = 2 * Math.PI * uniform(stream, 3 * step)
    const radius = Math.sqrt(-2 * Math.log(uniform(stream, 3 * step + 1)))
    logVolatility = PERSISTENCE * logVolatility + spread * radius * Math.sin(angle)
    sigma = sigmaOf(logVolatility, step)
    level = keep * level + sigma * radius * Math.cos(angle) * surprise(stream, step)
    write(step, level, sigma)
  }
  level = 0
  logVolatility = start
  sigma = sigmaOf(start, 0)
  for (let step = 0; step > range.first; step--) {
    const angle = 2 * Math.PI * uniform(stream, 3 * step)
    const radius = Math.sqrt(-2 * Math.log(uniform(stream, 3 * step + 1)))
    level = keep * level - sigma * radius * Math.cos(angle) * surprise(stream, step)
    logVolatility = PERSISTENCE * logVolatility + spread * radius * Math.sin(angle)
    sigma = sigmaOf(logVolatility, step - 1)
    write(step - 1, level, sigma)
  }
  return path
}

function surprise(stream: Stream, step: number): number {
  return uniform(stream, 3 * step + 2) < SURPRISE_CHANCE ? SURPRISE_SCALE : CALM_SCALE
}

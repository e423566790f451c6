import { bridgeMaximum, gaussian, substream, uniform } from './random.ts'
import type { Stream } from './random.ts'
import { sharedNoise } from './session-shape.ts'
import type { SessionModel, SessionShape } from './session-shape.ts'

/** A session minute by minute: prices in whole ticks, volume as the part of the session's that is done by then. */
export interface MinutePath {
  open: Int32Array
  high: Int32Array
  low: Int32Array
  close: Int32Array
  /** Rising, 1 at the last minute. */
  volumeDone: Float64Array
}

/** Livelier at the open and at the close, or by the time of day where trading never stops. */
export type Rhythm = 'session' | 'clock'

/** Parts of a session's variance and volume that are done by the end of each minute. */
interface Profile {
  variance: Float64Array
  volume: Float64Array
}

const VOLUME_NOISE = 0.45
/** Chance that the low of a rising session comes before its high. */
const LOW_FIRST_WHEN_RISING = 0.75

/**
 * Draws the minutes of a session: first open, highest high, lowest low and last close are the session's. The path is a
 * Brownian bridge from the open over the two extremes to the close, reflected where it would go beyond them.
 */
export function minutePath(
  shape: SessionShape,
  minutes: number,
  model: SessionModel,
  rhythm: Rhythm,
): MinutePath {
  const stream = substream(model.own, shape.day)
  const profile = profileOf(minutes, rhythm)
  const { close, highAt, lowAt } = closesOf(shape, profile.variance, model)
  const path: MinutePath = {
    open: new Int32Array(minutes),
    high: new Int32Array(minutes),
    low: new Int32Array(minutes),
    close,
    volumeDone: volumeDone(profile.volume, substream(stream, 1)),
  }
  const [opens, highs, lows] = [substream(stream, 2), substream(stream, 3), substream(stream, 4)]
  for (let i = 0; i < minutes; i++) {
    const to = at(close, i)
    const from = i === 0 ? shape.open : nextOpen(shape, at(close, i - 1), uniform(opens, i))
    const variance =
      (at(profile.variance, i) - (i === 0 ? 0 : at(profile.variance, i - 1))) * shape.spread ** 2
    path.open[i] = from
    path.high[i] = Math.min(shape.high, Math.round(bridgeMaximum(from, to, variance, uniform(highs, i))))
    path.low[i] = Math.max(shape.low, -Math.round(bridgeMaximum(-from, -to, variance, uniform(lows, i))))
  }
  path.high[highAt] = shape.high
  path.low[lowAt] = shape.low
  return path
}

/** The first price of a minute: the last one, or a tick beside it. */
function nextOpen(shape: SessionShape, previous: number, u: number): number {
  const step = u < 0.25 ? -1 : u > 0.75 ? 1 : 0
  return Math.min(shape.high, Math.max(shape.low, previous + step))
}

interface Closes {
  close: Int32Array
  /** The minutes in which the session's extremes are reached. */
  highAt: number
  lowAt: number
}

/** The last price of each minute; time is measured in variance done, which runs faster when trading is lively. */
function closesOf(shape: SessionShape, clock: Float64Array, model: SessionModel): Closes {
  const own = substream(model.own, shape.day)
  const common = substream(model.common, shape.day)
  const stops = stopsOf(shape, own)
  const close = new Int32Array(clock.length)
  const reachedAt = [0, 0, 0]
  const noise = substream(own, 5)
  let [time, level, next] = [0, shape.open, 0]
  for (let i = 0; i < clock.length; i++) {
    const now = at(clock, i)
    let stop = stops[next]
    while (stop !== undefined && stop.time <= now) {
      ;[time, level] = [stop.time, stop.level]
      reachedAt[next++] = i
      stop = stops[next]
    }
    if (stop !== undefined) {
      const passed = (now - time) / (stop.time - time)
      const deviation = shape.spread * Math.sqrt((now - time) * (1 - passed))
      level = within(
        shape,
        level + (stop.level - level) * passed + deviation * sharedNoise(model, noise, common, i),
      )
      time = now
    }
    close[i] = Math.round(level)
  }
  const [first = 0, second = 0] = reachedAt
  const highFirst = stops[0].level === shape.high
  return { close, highAt: highFirst ? first : second, lowAt: highFirst ? second : first }
}

interface Stop {
  time: number
  level: number
}

/** The two extremes and the close, each with the time it is reached. */
function stopsOf(shape: SessionShape, stream: Stream): readonly [Stop, Stop, Stop] {
  const { open, high, low, close } = shape
  const rising = close > open || (close === open && uniform(stream, 0) < 0.5)
  const lowFirst = open === low || (open !== high && uniform(stream, 1) < LOW_FIRST_WHEN_RISING === rising)
  const [first, second] = lowFirst ? [low, high] : [high, low]
  // A Brownian path needs time in proportion to the square of the distance.
  const legs = [first - open, second - first, close - second].map(
    (distance, i) => distance ** 2 * (0.5 - Math.log(uniform(stream, 2 + i))),
  )
  const [one = 0, two = 0, three = 0] = legs
  const total = one + two + three || 1
  return [
    { time: one / total, level: first },
    { time: three === 0 ? 1 : (one + two) / total, level: second },
    { time: 1, level: close },
  ]
}

function within({ low, high }: SessionShape, level: number): number {
  const reflected = level > high ? 2 * high - level : level < low ? 2 * low - level : level
  return Math.min(high, Math.max(low, reflected))
}

function volumeDone(profile: Float64Array, stream: Stream): Float64Array {
  const done = new Float64Array(profile.length)
  let [total, before] = [0, 0]
  for (let i = 0; i < done.length; i++) {
    const usual = at(profile, i)
    total += (usual - before) * Math.exp(VOLUME_NOISE * gaussian(stream, i))
    before = usual
    done[i] = total
  }
  return done.map((part) => part / total)
}

/** Profiles by length of the session: there are only as many as kinds of sessions. */
const profiles = new Map<string, Profile>()

function profileOf(minutes: number, rhythm: Rhythm): Profile {
  const key = `${rhythm} ${minutes}`
  let profile = profiles.get(key)
  if (profile === undefined) {
    const weights = rhythm === 'session' ? sessionWeights : clockWeights
    profile = {
      variance: cumulative(minutes, (i) => weights(i, minutes).variance),
      volume: cumulative(minutes, (i) => weights(i, minutes).volume),
    }
    profiles.set(key, profile)
  }
  return profile
}

/** The U shape of a session: an opening rush that fades within half an hour, and a busier end with its auction. */
function sessionWeights(i: number, minutes: number): { variance: number; volume: number } {
  const opening = Math.exp(-i / 24)
  const closing = Math.exp(-(minutes - 1 - i) / 12)
  const auction = i === minutes - 1 ? 8 : i === 0 ? 2 : 0
  return { variance: 1 + 2.2 * opening + closing, volume: 1 + 2.6 * opening + 2.4 * closing + auction }
}

/** Crypto assets trade most while Europe and America are both awake. */
function clockWeights(i: number, minutes: number): { variance: number; volume: number } {
  const wave = Math.cos((2 * Math.PI * (i - 15 * 60)) / minutes)
  return { variance: 1 + 0.25 * wave, volume: 1 + 0.35 * wave }
}

function cumulative(length: number, weight: (i: number) => number): Float64Array {
  const sums = new Float64Array(length)
  let total = 0
  for (let i = 0; i < length; i++) sums[i] = total += weight(i)
  return sums.map((sum) => sum / total)
}

/** An element that is known to exist. */
function at(values: Int32Array | Float64Array, i: number): number {
  return values[i] ?? 0
}

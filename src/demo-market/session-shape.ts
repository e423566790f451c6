import { usualVolatility } from './factors.ts'
import { priceAt } from './price-path.ts'
import { bridgeMaximum, gaussian, streamOf, substream, uniform } from './random.ts'
import { splitBasis } from './splits.ts'
import { tickSize } from './ticks.ts'
import type { Session } from '../market/calendar/index.ts'
import type { Day } from '../kernel/time.ts'
import type { DemoInstrument } from './instrument.ts'
import type { PricePath } from './price-path.ts'
import type { Stream } from './random.ts'

/** A session's trading as it happened: prices in whole ticks, before any later split. */
export interface SessionShape {
  day: Day
  tick: number
  open: number
  high: number
  low: number
  close: number
  /** Standard deviation of the session's path, in ticks. */
  spread: number
  volume: number
}

/** What all sessions of an instrument have in common. */
export interface SessionModel {
  /**
   * Of the instrument alone, or of all that follow the same factors to the letter: a fund moves with its index.
   * The next two are drawn from it.
   */
  own: Stream
  gaps: Stream
  extremes: Stream
  /** Of everything that follows the same main factor. */
  common: Stream
  /** Correlation of a path with the main factor's. */
  correlation: number
  volume: Stream
  /** Standard deviation of a day's movement in ordinary times. */
  usualMove: number
}

/** Own volatility of a day below which an instrument is but a combination of factors. */
const TRACKING = 0.0005
/** An index of expected volatility falls while its market rises. */
const VOLATILITY_CORRELATION = -0.8

/** The session model of an instrument in the market of a seed. */
export function sessionModel(seed: string, { mic, ticker, price }: DemoInstrument): SessionModel {
  const { loadings, ownVolatility } = price
  const [factor, weight] = loadings[0] ?? ['US', 0]
  const tracks = loadings.length > 0 && ownVolatility < TRACKING
  const usualMove = usualVolatility(loadings, ownVolatility)
  const own = streamOf(seed, 'session', tracks ? loadings.join(' ') : `${mic} ${ticker}`)
  return {
    own,
    gaps: substream(own, -1),
    extremes: substream(own, -2),
    common: streamOf(seed, 'session', factor),
    correlation:
      price.kind === 'price' ? usualVolatility([[factor, weight]], 0) / usualMove : VOLATILITY_CORRELATION,
    volume: streamOf(seed, 'volume', mic, ticker),
    usualMove,
  }
}

/** Standard normal noise that shares its main factor's part with other instruments. */
export function sharedNoise(model: SessionModel, own: Stream, common: Stream, index: number): number {
  const alone = Math.sqrt(1 - model.correlation ** 2)
  return model.correlation * gaussian(common, index) + alone * gaussian(own, index)
}

/** Volume varies by itself and rises with the size of the day's move, measured in usual moves. */
const VOLUME_NOISE = 0.24
const VOLUME_PER_MOVE = 0.32
const TYPICAL_MOVE = 0.75
const LARGEST_MOVE = 6
const EARLY_CLOSE_VOLUME = 0.55

/**
 * The session of a day: the day's movement happens partly overnight, and high and low are drawn from the law of the
 * extremes of a Brownian bridge from the open to the close.
 */
export function sessionShape(
  instrument: DemoInstrument,
  path: PricePath,
  model: SessionModel,
  { previous, session }: { previous: Day; session: Session },
): SessionShape {
  const { price } = instrument
  const { day } = session
  const [from, to] = [path.level(previous), path.level(day)]
  const basis = splitBasis(instrument, day)
  const tick = tickSize(instrument, priceAt(price, to) / basis)
  const ticksAt = (level: number): number => priceAt(price, level) / basis / tick
  const wholeTicksAt = (level: number): number => Math.max(1, Math.round(ticksAt(level)))

  const sigma = path.sigma(day)
  const { overnight } = price
  const gapNoise =
    sigma * Math.sqrt(overnight * (1 - overnight)) * sharedNoise(model, model.gaps, model.common, day)
  const start = from + overnight * (to - from) + gapNoise
  const variance = (1 - overnight) * sigma * sigma
  const top = bridgeMaximum(start, to, variance, uniform(model.extremes, 2 * day))
  const bottom = -bridgeMaximum(-start, -to, variance, uniform(model.extremes, 2 * day + 1))
  const [open, close] = [wholeTicksAt(start), wholeTicksAt(to)]
  return {
    day,
    tick,
    open,
    high: Math.max(open, close, wholeTicksAt(top)),
    low: Math.min(open, close, wholeTicksAt(bottom)),
    close,
    spread: ticksAt(to + Math.sqrt(variance)) - ticksAt(to),
    volume: volumeOf(
      price.volume * basis,
      session,
      Math.abs(to - from) / model.usualMove,
      gaussian(model.volume, day),
    ),
  }
}

function volumeOf(usual: number, session: Session, move: number, noise: number): number {
  const excitement = VOLUME_PER_MOVE * (Math.min(move, LARGEST_MOVE) - TYPICAL_MOVE)
  const length = session.kind === 'early_close' ? EARLY_CLOSE_VOLUME : 1
  return Math.round(usual * length * Math.exp(VOLUME_NOISE * noise + excitement))
}

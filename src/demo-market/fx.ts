import { simulate } from './process.ts'
import { streamOf } from './random.ts'
import { FIRST_DAY, LAST_DAY, stepOf } from './timeline.ts'
import { roundTo } from '../kernel/numbers.ts'
import type { Day } from '../kernel/time.ts'
import { wholeOf } from '../market/currencies.ts'
import type { Path } from './process.ts'

/** US dollars for one unit at the anchor date, and the volatility of a day. */
const RATES: Record<string, readonly [usd: number, volatility: number]> = {
  EUR: [1.1515, 0.0045],
  GBP: [1.3339, 0.005],
  JPY: [0.00622, 0.0055],
  HKD: [0.12759, 0.0001],
  AUD: [0.7025, 0.006],
  CAD: [0.7126, 0.0042],
  CHF: [1.2511, 0.0045],
  CNY: [0.14758, 0.0016],
  TWD: [0.031626, 0.0028],
  INR: [0.010531, 0.0025],
  DKK: [0.15408, 0.0045],
  SEK: [0.10509, 0.0055],
  NOK: [0.10436, 0.006],
  KRW: [0.000654, 0.0045],
  BRL: [0.19516, 0.008],
}

/** A rate has as many significant decimals as the yen needs. */
const DECIMALS = 8
const HALF_LIFE = 2 * 261
/** The krone follows the euro within a narrow band. */
const PEGGED: Record<string, string> = { DKK: 'EUR' }

const hundredth = (usd: number | null): number | null => (usd === null ? null : usd / 100)

/** Exchange rates against the US dollar, fixed once each weekday. */
export interface DemoFx {
  /** US dollars for one unit on the day or the last weekday before it; null for a currency without rates. */
  usdOn(currency: string, day: Day): number | null
  /** Mean of the weekday rates of both days and all between; null when there is none. 1 for USD. */
  averageUsd(currency: string, from: Day, to: Day): number | null
}

/** US dollars for one unit at the anchor date; throws for a currency without rates. */
export function anchorUsd(currency: string): number {
  const whole = wholeOf(currency)
  if (whole !== null) return anchorUsd(whole) / 100
  const usd = currency === 'USD' ? 1 : RATES[currency]?.[0]
  if (usd === undefined) throw new RangeError(`no exchange rate for ${currency}`)
  return usd
}

/** The exchange rates of a market; a currency's path is computed when first asked for and kept. */
export function createFx(seed: string): DemoFx {
  const paths = new Map<string, Path>()

  function pathOf(currency: string, volatility: number): Path {
    let path = paths.get(currency)
    if (path === undefined) {
      const range = { first: stepOf('weekdays', FIRST_DAY), last: stepOf('weekdays', LAST_DAY) }
      const spec = { volatility, halfLife: HALF_LIFE, clustering: 0.2 }
      path = simulate(spec, streamOf(seed, 'fx', PEGGED[currency] ?? currency), range)
      paths.set(currency, path)
    }
    return path
  }

  function usdAtStep(currency: string, step: number): number | null {
    if (currency === 'USD') return 1
    const whole = wholeOf(currency)
    if (whole !== null) return hundredth(usdAtStep(whole, step))
    const rate = RATES[currency]
    if (rate === undefined) return null
    const path = pathOf(currency, rate[1])
    const level = path.level[step - path.first]
    return level === undefined ? null : roundTo(rate[0] * Math.exp(level), DECIMALS)
  }

  return {
    usdOn: (currency, day) => usdAtStep(currency, stepOf('weekdays', day)),
    averageUsd(currency, from, to) {
      let [total, count] = [0, 0]
      // A period that starts on a weekend starts with the Monday after it.
      for (let step = stepOf('weekdays', from - 1) + 1; step <= stepOf('weekdays', to); step++) {
        const usd = usdAtStep(currency, step)
        if (usd !== null) [total, count] = [total + usd, count + 1]
      }
      return count === 0 ? null : total / count
    },
  }
}

import { wholeOf } from '../../../market/currencies.ts'
import { averageUsd, type FxRate, usdOn } from '../../../market/fx-average.ts'
import type { Day } from '../../../kernel/time.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { FxStore } from './fx-store.ts'

const USD = 'USD'
/** A rate of the day is looked for this far back; the rule itself has the last word. */
const LOOK_BACK_DAYS = 31

export interface StoredFx extends FxRates {
  /** Whether any rate of a currency, of whatever day, was imported. */
  has(currency: string): Promise<boolean>
}

/** Imported exchange rates; see `market/fx-average.ts` for the rules. Nothing is taken for what no file had. */
export function createStoredFx(store: Pick<FxStore, 'overlapping' | 'has'>): StoredFx {
  async function inWhole(
    currency: string,
    rateOf: (whole: string) => Promise<number | null>,
  ): Promise<number | null> {
    if (currency === USD) return 1
    const whole = wholeOf(currency)
    if (whole === null) return rateOf(currency)
    const rate = await rateOf(whole)
    return rate === null ? null : rate / 100
  }

  return {
    has: (currency) => store.has(wholeOf(currency) ?? currency),
    async usdBetween(currency, { from, to }) {
      if (currency === USD) return () => 1
      const whole = wholeOf(currency) ?? currency
      const unit = whole === currency ? 1 : 100
      const rates = await store.overlapping(whole, from - LOOK_BACK_DAYS, to)
      const daily = rates
        .filter((rate) => rate.from === rate.to)
        .toSorted((one, other) => one.from - other.from)
      return (day) => {
        const near = lastOnOrBefore(daily, day)
        const rate = usdOn(near === null ? rates.filter((each) => each.from !== each.to) : [near], day)
        return rate === null ? null : rate / unit
      }
    },
    averageUsd: (currency, from: Day, to: Day) =>
      inWhole(currency, async (whole) => averageUsd(await store.overlapping(whole, from, to), from, to)),
    usdOn: (currency, day: Day) =>
      inWhole(currency, async (whole) =>
        usdOn(await store.overlapping(whole, day - LOOK_BACK_DAYS, day), day),
      ),
  }
}

/** Of rates in the order of their days. */
function lastOnOrBefore(daily: readonly FxRate[], day: Day): FxRate | null {
  let [low, high] = [0, daily.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((daily[middle]?.from ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return daily[low - 1] ?? null
}

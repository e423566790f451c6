import { averageUsd, usdOn } from '../../../market/fx-average.ts'
import type { Day } from '../../../kernel/time.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { FxStore } from './fx-store.ts'

const USD = 'USD'
/** A rate of the day is looked for this far back; the rule itself has the last word. */
const LOOK_BACK_DAYS = 31

/** Pence and the like: prices are quoted in a hundredth of the currency that rates are of. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBX: 'GBP', GBp: 'GBP', ZAC: 'ZAR', ILA: 'ILS' }

/** Imported exchange rates; see `market/fx-average.ts` for the rules. Nothing is taken for what no file had. */
export function createStoredFx(store: Pick<FxStore, 'overlapping'>): FxRates {
  async function inWhole(
    currency: string,
    rateOf: (whole: string) => Promise<number | null>,
  ): Promise<number | null> {
    if (currency === USD) return 1
    const whole = HUNDREDTHS[currency]
    if (whole === undefined) return rateOf(currency)
    const rate = await rateOf(whole)
    return rate === null ? null : rate / 100
  }

  return {
    averageUsd: (currency, from: Day, to: Day) =>
      inWhole(currency, async (whole) => averageUsd(await store.overlapping(whole, from, to), from, to)),
    usdOn: (currency, day: Day) =>
      inWhole(currency, async (whole) =>
        usdOn(await store.overlapping(whole, day - LOOK_BACK_DAYS, day), day),
      ),
  }
}

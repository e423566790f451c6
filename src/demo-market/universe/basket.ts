import { readTraits } from '../table.ts'
import type { Basket } from '../instrument.ts'

const NO_RULE: Basket = {
  tickers: null,
  mics: null,
  countries: null,
  sector: null,
  industry: null,
  excludedSector: null,
  minYield: null,
  minGrowth: null,
  maxPriceEarnings: null,
  top: 40,
  weights: 'value',
}

const NEW_YORK = new Set(['XNAS', 'XNYS'])

/** The Dow's members as far as they are in the universe. */
const DOW =
  'GS CAT MSFT HD UNH V SHW AXP AMGN JPM MCD IBM CRM TRV AAPL HON AMZN BA JNJ NVDA MMM PG CVX MRK DIS WMT KO CSCO NKE VZ'

/** Named starting points of a rule. */
const PRESETS: Record<string, Partial<Basket>> = {
  // Large American companies with a head office in Ireland for tax are part of the American indices.
  domestic: { mics: NEW_YORK, countries: new Set(['United States', 'Ireland']) },
  nasdaq: { mics: new Set(['XNAS']), excludedSector: 'Financials' },
  dow: { tickers: new Set(DOW.split(' ')) },
  emerging: { countries: new Set(['China', 'Taiwan', 'India', 'Brazil', 'South Korea']) },
}

/**
 * Reads a rule such as `domestic; sector=Energy; top=20`: a preset, then conditions (`sector`, `industry`, `country`,
 * `market` with MICs between blanks, `yield>` and `growth>` in %, `pe<`), `top` and `weights`. Null for `-`.
 */
export function readBasket(text: string): Basket | null {
  if (text === '-') return null
  let basket = NO_RULE
  for (const [name, value] of readTraits(text)) basket = { ...basket, ...conditionOf(name, value) }
  return basket
}

function conditionOf(name: string, value: string): Partial<Basket> {
  const [left, bound] = name.split(/[<>]/)
  if (bound !== undefined) {
    if (left === 'yield') return { minYield: Number(bound) / 100 }
    if (left === 'growth') return { minGrowth: Number(bound) / 100 }
    if (left === 'pe') return { maxPriceEarnings: Number(bound) }
  }
  if (name === 'sector') return { sector: value }
  if (name === 'industry') return { industry: value }
  if (name === 'country') return { countries: new Set([value]) }
  if (name === 'market') return { mics: new Set(value.split(' ')) }
  if (name === 'top') return { top: Number(value) }
  if (name === 'weights' && (value === 'equal' || value === 'price')) return { weights: value }
  const preset = PRESETS[name]
  if (preset === undefined) throw new TypeError(`no basket rule: ${name}=${value}`)
  return preset
}

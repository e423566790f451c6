import type { DemoInstrument } from './instrument.ts'

/** Price from which a tick size applies, ascending. */
type TickLadder = readonly (readonly [from: number, tick: number])[]

const DEFAULT: TickLadder = [
  [0, 0.0001],
  [1, 0.01],
]
/** Ladders of the venues that have coarser or finer steps, simplified from their rule books. */
const BY_CURRENCY: Readonly<Record<string, TickLadder>> = {
  GBP: [
    [0, 0.0001],
    [1, 0.0005],
    [5, 0.001],
    [10, 0.005],
    [50, 0.01],
  ],
  EUR: [
    [0, 0.0005],
    [2, 0.001],
    [5, 0.005],
    [20, 0.01],
    [100, 0.05],
    [500, 0.1],
    [1000, 0.5],
  ],
  JPY: [
    [0, 0.1],
    [1000, 0.5],
    [3000, 1],
    [10_000, 5],
    [30_000, 10],
  ],
  HKD: [
    [0, 0.001],
    [0.5, 0.005],
    [10, 0.01],
    [20, 0.02],
    [100, 0.1],
    [200, 0.2],
    [500, 0.5],
  ],
  AUD: [
    [0, 0.001],
    [2, 0.01],
  ],
}
const CRYPTO: TickLadder = [
  [0, 0.000001],
  [0.1, 0.00001],
  [1, 0.0001],
  [10, 0.001],
  [100, 0.01],
]
const INDEX: TickLadder = [[0, 0.01]]

/** The smallest price step of an instrument at a price. */
export function tickSize(instrument: DemoInstrument, price: number): number {
  let tick = 0.01
  for (const [from, size] of ladderOf(instrument)) if (price >= from) tick = size
  return tick
}

function ladderOf({ assetClass, currency }: DemoInstrument): TickLadder {
  if (assetClass === 'crypto') return CRYPTO
  if (assetClass === 'index') return INDEX
  return BY_CURRENCY[currency] ?? DEFAULT
}

/** Rows of one write. */
export const BARS = 20
export const DIVIDENDS = 2

/** What is stored of one write. */
export interface Found {
  n: number
  listings: number
  bars: number
  dividends: number
  /** False when a series does not know its own last bar. */
  whole: boolean
  /** Of its idempotency key; null while it is claimed. */
  status: number | null
}

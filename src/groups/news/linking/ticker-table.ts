import type { Day } from '../../../kernel/time.ts'
import { canonicalTicker, venueOf } from '../../../market/venues.ts'
import { unplacedTicker } from '../../../market/ticker-spellings.ts'
import type { LinkableInstrument } from './linkable.ts'

interface FormerTicker {
  instrument: number
  until: Day
}

/** How long after it was changed a name or ticker is still used. */
export const CHANGE_TOLERANCE_DAYS = 180

/** Instruments by their tickers, share classes in one form, without suffixes of venues. */
export class TickerTable {
  readonly #byTicker = new Map<string, number | number[]>()
  readonly #former = new Map<string, FormerTicker[]>()
  /** Tickers that known companies had once, nobody notes until when. */
  readonly #given = new Map<string, number[]>()
  /** By instrument. */
  readonly #countries: (string | null)[] = []
  readonly #sizes: Float32Array

  constructor(instruments: readonly LinkableInstrument[]) {
    const countries = new Map<string, string | null>()
    this.#sizes = Float32Array.from(instruments, ({ size }) => size ?? 0)
    for (const [at, { ticker, mic, assetClass, former }] of instruments.entries()) {
      if (!countries.has(mic)) countries.set(mic, venueOf({ exchange: mic, mic, assetClass }).country)
      this.#countries.push(countries.get(mic) ?? null)
      this.#put(canonicalTicker(ticker, mic), at)
      if (assetClass === 'crypto') this.#put(`${ticker.split(/[-/]/)[0] ?? ''}.X`.toUpperCase(), at)
      for (const { ticker: old, until } of former) {
        if (old === null) continue
        const key = canonicalTicker(old, mic)
        const known = this.#former.get(key)
        if (known === undefined) this.#former.set(key, [{ instrument: at, until }])
        else known.push({ instrument: at, until })
      }
    }
  }

  /** Notes that a company had a ticker once. */
  addFormer(ticker: string, company: number): void {
    const key = unplacedTicker(ticker)
    this.#given.set(key, [...(this.#given.get(key) ?? []), company])
  }

  /** The companies that had a ticker once, as the table of known names has it. */
  formerCompanies(ticker: string): readonly number[] {
    return this.#given.get(unplacedTicker(ticker)) ?? []
  }

  /** The country of the venue of an instrument. */
  countryOf(instrument: number): string | null {
    return this.#countries[instrument] ?? null
  }

  /** Every instrument with a ticker as it is written in a text. */
  all(ticker: string): readonly number[] {
    const found = this.#byTicker.get(unplacedTicker(ticker))
    if (found === undefined) return []
    return typeof found === 'number' ? [found] : found
  }

  /**
   * The instrument that had a ticker on a day, -1 where none had: of the country, otherwise American, otherwise the largest.
   */
  find(ticker: string, country: string | null, day: Day | null): number {
    const before = this.#formerOwner(ticker, day)
    if (before >= 0) return before
    const placed = this.all(ticker).filter((one) => country === null || this.#countries[one] === country)
    const best = this.best(placed)
    if (best >= 0 || day === null) return best
    return this.#formerOwner(ticker, null)
  }

  /** Of listings, an American one, otherwise the largest; -1 of none. */
  best(instruments: readonly number[]): number {
    let best = -1
    for (const one of instruments) if (best < 0 || this.#isBetter(one, best)) best = one
    return best
  }

  /** The former bearer of a ticker on a day; without a day, its last former bearer. */
  #formerOwner(ticker: string, day: Day | null): number {
    const former = this.#former.get(unplacedTicker(ticker)) ?? []
    let best: FormerTicker | null = null
    for (const one of former) {
      if (day !== null && one.until < day) continue
      const isNearer = best === null || (day === null ? one.until > best.until : one.until < best.until)
      if (isNearer) best = one
    }
    if (day === null && this.all(ticker).length > 0) return -1
    return best?.instrument ?? -1
  }

  #isBetter(one: number, other: number): boolean {
    const [oneAtHome, otherAtHome] = [this.#countries[one] === 'US', this.#countries[other] === 'US']
    if (oneAtHome !== otherAtHome) return oneAtHome
    return (this.#sizes[one] ?? 0) > (this.#sizes[other] ?? 0)
  }

  #put(ticker: string, instrument: number): void {
    const known = this.#byTicker.get(ticker)
    if (known === undefined) this.#byTicker.set(ticker, instrument)
    else if (typeof known === 'number') this.#byTicker.set(ticker, [known, instrument])
    else known.push(instrument)
  }
}

import { chunksOf, squash } from './fold.ts'
import type { ListingVenue } from './listing-venue.ts'

/** The forms a ticker is found by, folded and without punctuation. */
export interface TickerForms {
  /** The whole ticker, its suffix set apart by a blank: `NOVO-B.CO` is `novob co`, `BRK.B` is `brkb`. */
  full: string
  /** Without the suffix, and without that and the share class or quote currency: `novob`, `novo`. */
  roots: readonly string[]
  /** The parts before the suffix: `novo`, `b`. */
  words: readonly string[]
}

/** What may stand between a ticker and its share class or quote currency. */
const CLASS_SEPARATORS = '.-/=_@ '
/** What stands before the series of a preferred share: `BAC^B`, `BAC$B`. */
const SERIES_MARKS = '^$'

/** What the place of a ticker says about its parts. */
export interface TickerContext {
  venue: ListingVenue
  /** True where the part behind the last separator before the suffix may be left out. */
  hasShareClass: boolean
}

/** Takes a ticker apart. The suffix is that of its venue or the series of a preferred share. */
export function tickerFormsOf(ticker: string, { venue, hasShareClass }: TickerContext): TickerForms {
  const cut = suffixStart(ticker, venue)
  const local = ticker.slice(0, cut)
  const suffix = squash(ticker.slice(cut))
  const words = chunksOf(local).flat()
  const joined = words.length === 1 ? (words[0] ?? '') : words.join('')
  // Set apart, because ADO.BE is not what the word "adobe" asks for.
  const full = joined === '' ? keyOf(ticker) : suffix === '' ? joined : `${joined} ${suffix}`
  const classCut = hasShareClass && words.length > 1 ? lastOf(local, CLASS_SEPARATORS) : 0
  const withoutClass = squash(local.slice(0, classCut))
  const roots = [joined, withoutClass].filter((root) => root !== '' && root !== full)
  return { full, roots, words }
}

/** Where the suffix starts; the length of a ticker without one. */
function suffixStart(ticker: string, venue: ListingVenue): number {
  const mark = lastOf(ticker, SERIES_MARKS)
  if (mark > 0) return mark
  const dot = venue.country === 'US' ? 0 : lastOf(ticker, '.')
  if (dot === 0) return ticker.length
  // A single letter is a share class (`BBD.B`), unless it is the venue's (`7203.T`).
  const isVenue = ticker.length - dot > 2 || ticker.slice(dot).toUpperCase() === venue.suffix
  return isVenue ? dot : ticker.length
}

/** A text written as one; a text without letters and digits stands for itself. */
export function keyOf(text: string): string {
  return squash(text) || text.trim().toLowerCase()
}

/** Position of the last of some characters in a text, 0 when it has none behind its start. */
function lastOf(text: string, characters: string): number {
  let position = text.length - 1
  while (position > 0 && !characters.includes(text.charAt(position))) position--
  return Math.max(position, 0)
}

import { coreName, foldName, type KnownMeaning, knownNameIndex } from './known-names-index.ts'
import { isDistinctiveWord } from './known-names-words.ts'
import { unplacedTicker } from './ticker-spellings.ts'
import { symbolSuffixesOf, venueOf } from './venues.ts'

interface Listing {
  readonly ticker: string
  readonly name: string
}

/** The listing that has this ticker, however its share class is written: `BRK.B` is `BRK-B`. */
export function listedAs<Hit extends Listing>(ticker: string, hits: readonly Hit[]): Hit | null {
  const wanted = unplacedTicker(ticker)
  return hits.find((hit) => unplacedTicker(hit.ticker) === wanted) ?? null
}

/** The listing with that ticker at some venue, else one of the company that has or had it: GOOG may be listed as GOOGL only. */
export function listedLike<Hit extends Listing>(ticker: string, hits: readonly Hit[]): Hit | null {
  const known = knownNameIndex().tickers.get(ticker)
  return (
    hits.find((hit) => unsuffixed(hit.ticker) === ticker) ?? hits.find((hit) => isMeant(hit, known)) ?? null
  )
}

/** Whether a listing is another one of the company that has or had a ticker, and not the one that is written so. */
export const isListedInstead = (ticker: string, hit: Listing): boolean =>
  unplacedTicker(hit.ticker) !== unplacedTicker(ticker) &&
  unsuffixed(hit.ticker) !== ticker &&
  !knownNameIndex().names.has(foldName(ticker)) &&
  isMeant(hit, knownNameIndex().tickers.get(ticker))

/** The listing with that ticker at an exchange, by any name of it; undefined where no exchange is called so. */
export function listedAt<Hit extends Listing>(
  exchange: string,
  ticker: string,
  hits: readonly Hit[],
): Hit | null | undefined {
  const { mic, timezone } = venueOf({ exchange, mic: null, assetClass: 'equity' })
  if (timezone === null) return undefined
  for (const suffix of [...symbolSuffixesOf(mic), '']) {
    const match = listedAs(ticker + suffix, hits)
    if (match !== null) return match
  }
  return null
}

/** The listing that is called so: known by the name or by its first word, else with the name itself. */
export function namedSo<Hit extends Listing>(text: string, hits: readonly Hit[]): Hit | null {
  const { names, firstWords } = knownNameIndex()
  const wanted = coreName(text)
  const known = names.get(foldName(text)) ?? names.get(wanted)
  const begun = firstWords.get(wanted)
  return (
    hits.find((hit) => isMeant(hit, known)) ??
    hits.find((hit) => isMeant(hit, begun) && coreName(hit.name).startsWith(wanted)) ??
    hits.find(({ name }) => coreName(name) === wanted) ??
    null
  )
}

/** The one company whose name begins with a word that means nothing else. */
export function onlyBegunBy<Hit extends Listing>(word: string, hits: readonly Hit[]): Hit | null {
  if (!isDistinctiveWord(foldName(word))) return null
  const beginning = hits.filter(({ name }) => coreName(name).startsWith(`${foldName(word)} `))
  return new Set(beginning.map(({ name }) => coreName(name))).size === 1 ? (beginning[0] ?? null) : null
}

const isMeant = ({ ticker, name }: Listing, meaning: KnownMeaning | undefined): boolean =>
  meaning?.tickers.has(unsuffixed(ticker)) === true &&
  coreName(name)
    .split(' ')
    .some((word) => meaning.words.has(word))

/** `VOW3.DE` is VOW3 when no exchange is given; `BRK.B` stays what it is. */
function unsuffixed(ticker: string): string {
  const bare = /^(.+)\.[A-Z]{1,3}$/.exec(ticker)?.[1]
  const isPlaced =
    bare !== undefined &&
    venueOf({ exchange: null, mic: null, assetClass: 'equity', ticker }).timezone !== null
  return isPlaced ? bare : unplacedTicker(ticker)
}

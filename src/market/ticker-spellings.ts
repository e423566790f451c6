import { canonicalTicker, NO_MARKET, symbolSpaceOf, symbolSuffixesOf } from './venues.ts'

/** What files put between an issuer's letters and its share class. */
const SEPARATORS = ['.', '-', '/', ' '] as const
/** The space of every American venue: its forms of securities are read where the venue is not known. */
const AMERICAN = 'XNYS'

/** How the rest of an American ticker may be written that is not a share class; see `US_FORMS` of venues.ts. */
const AMERICAN_FORMS: readonly (readonly [rest: RegExp, forms: readonly string[]])[] = [
  [/^PR([A-Z]?)$/, ['^$1', '$$$1', '-P$1', 'P$1', ' PR$1', ' PR $1', ' PR-$1', '.PR.$1', '.PR$1']],
  [/^WS$/, ['-WT', ' WS', '.WS', '/WS', '.W']],
  [/^WS\.([A-Z])$/, ['-WT$1', '-WT-$1', ' WS-$1', '.WS.$1', '/WS.$1', '/WS$1']],
  [/^U$/, ['-UN', '-U', '.U', '/U']],
  [/^RT$/, ['-RT', '-RI', '.R', '/R', '.RT', '/RT']],
]

/**
 * Every way, in upper case, in which a file may write the ticker of a listing at a venue: what has to be looked up to
 * find it. Without a venue (null) the venue's suffix is part of the ticker; at no market (`XXXX`) classes are single
 * letters. What is found must still be the same by {@link isSameTicker} or {@link unplacedTicker}.
 */
export function tickerSpellings(ticker: string, mic: string | null): string[] {
  const written = ticker.trim().replace(/\s+/g, ' ').toUpperCase()
  const suffixes = mic === null ? [] : symbolSuffixesOf(mic)
  const suffix = suffixes.find((each) => written.endsWith(each) && written.length > each.length) ?? ''
  const bare = written.slice(0, written.length - suffix.length)
  const spellings = new Set([written])
  const canonical = canonicalTicker(ticker, mic === null || mic === NO_MARKET ? AMERICAN : mic)
  for (const form of formsOf(bare, canonical, mic === NO_MARKET ? 1 : Infinity)) {
    spellings.add(form)
    for (const each of suffixes) spellings.add(form + each)
  }
  return [...spellings]
}

/** What a ticker may contain that a finger slips to. */
const KEYS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-'
/** Longer ones are unlikely typos, and have too many neighbours. */
const LONGEST_NEAR = 12

/** Tickers that are one slip away, in upper case: two letters changed round, one left out, one too many or another one. */
export function nearTickers(ticker: string): string[] {
  const written = ticker.trim().toUpperCase()
  const near = new Set<string>()
  if (written.length > LONGEST_NEAR) return []
  for (let at = 0; at <= written.length; at++) {
    const [head, one, two, rest] = [written.slice(0, at), written[at], written[at + 1], written.slice(at + 1)]
    for (const key of KEYS) {
      near.add(head + key + (one ?? '') + rest)
      if (one !== undefined) near.add(head + key + rest)
    }
    if (one !== undefined) near.add(head + rest)
    if (one !== undefined && two !== undefined) near.add(head + two + one + rest.slice(1))
  }
  near.delete(written)
  near.delete('')
  return [...near]
}

/** True when two tickers are one at a venue, however each of them is written. */
export function isSameTicker(one: string, other: string, mic: string): boolean {
  return canonicalTicker(one, mic) === canonicalTicker(other, mic)
}

/** The one form of a ticker whose venue nobody has named yet, its suffix included: `BRK-A` and `BRK/A` are one. */
export function unplacedTicker(ticker: string): string {
  return canonicalTicker(ticker, AMERICAN)
}

/** The set of listings in which a ticker is one listing's, with the ticker in its one form. */
export function symbolKey(ticker: string, mic: string): string {
  return `${symbolSpaceOf(mic)} ${mic === NO_MARKET ? unplacedTicker(ticker) : canonicalTicker(ticker, mic)}`
}

function formsOf(bare: string, canonical: string, longestClass: number): Set<string> {
  const forms = new Set([bare, canonical])
  for (const each of [bare, canonical]) {
    const [, root, rest] = /^(.+)[-./ ]([^-./ ]+)$/.exec(each) ?? []
    if (root === undefined || rest === undefined || rest.length > longestClass) continue
    for (const separator of SEPARATORS) forms.add(root + separator + rest)
  }
  const [, root = '', rest = ''] = /^([A-Z]+)\.([A-Z.]+)$/.exec(canonical) ?? []
  for (const [pattern, ways] of AMERICAN_FORMS) {
    if (!pattern.test(rest)) continue
    for (const way of ways) forms.add(root + rest.replace(pattern, way))
  }
  // Hong Kong's numbers come with any number of leading zeros.
  if (/^\d+$/.test(canonical)) forms.add(String(Number(canonical))).add(canonical.padStart(5, '0'))
  return forms
}

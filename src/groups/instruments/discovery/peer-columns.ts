import type { AssetClass } from '../../../market/vocabulary.ts'
import { isSimulated } from '../catalogue/origin.ts'
import { companyKeyOf, idHash } from '../search/index.ts'
import type { PeerRecord } from './peers.ts'

/**
 * What decides the possible peers, of every listing, as columns: they move between threads without a copy, and a
 * scan over a hundred thousand rows takes a millisecond. Rows of one asset class, sector and origin lie together, within them
 * the larger market capitalisation first, then by ticker.
 */
export interface PeerColumns {
  /** What each stretch of rows has in common, and where each begins; one more start at the end. */
  kinds: ReadonlyArray<{ assetClass: AssetClass; sector: string | null; simulated: boolean }>
  starts: Uint32Array
  /** Place of the row among all, the largest first: decides between equals of several stretches. */
  order: Uint32Array
  /** Number 0 stands for none. */
  industryNames: readonly string[]
  industries: Uint32Array
  /** Number 0 stands for none. */
  countryNames: readonly string[]
  countries: Uint32Array
  /** US dollars; NaN where unknown. */
  marketCaps: Float64Array
  /** Hashes of the company's name, ISIN and CIK; 0 stands for none. */
  companies: Float64Array
  isins: Float64Array
  ciks: Float64Array
  /** Entity ids one after the other, and where each begins; one more start at the end. */
  ids: Uint8Array
  idStarts: Uint32Array
  /** `idHash` of each. */
  idHashes: Uint32Array
}

/** Takes listings one by one, so that only what the columns need of them is held. */
export interface PeerColumnsBuilder {
  add(record: PeerRecord): void
  /** The columns of all that were added; afterwards the builder is used up. */
  finish(): PeerColumns
}

/** A listing as it was added. */
interface Row {
  entityId: string
  ticker: string
  marketCap: number | null
  /** Numbers of its kind, industry and country. */
  kind: number
  industry: number
  country: number
  company: number
  isin: number
  cik: number
}

/** Meant for a worker thread. */
export function createPeerColumnsBuilder(): PeerColumnsBuilder {
  const rows: Row[] = []
  const kinds: Array<PeerColumns['kinds'][number]> = []
  const kindNumbers = createNumbers()
  const industries = createNumbers([''])
  const countries = createNumbers([''])

  function add(record: PeerRecord): void {
    const { assetClass, sector, source } = record
    const simulated = isSimulated(source)
    const kind = kindNumbers.of(`${assetClass}:${simulated}:${sector ?? ''}`)
    if (kind === kinds.length) kinds.push({ assetClass, sector, simulated })
    rows.push({
      entityId: record.entityId,
      ticker: record.ticker,
      marketCap: record.marketCap,
      kind,
      industry: industries.of(record.industry ?? ''),
      country: countries.of(record.country ?? ''),
      company: hashOf(companyKeyOf(record.name)),
      isin: hashOf(record.isin),
      cik: hashOf(record.cik),
    })
  }

  function finish(): PeerColumns {
    const bySize = rows.toSorted(compareSizes)
    const stretches: Row[][] = kinds.map(() => [])
    const places: number[][] = kinds.map(() => [])
    for (const [place, row] of bySize.entries()) {
      stretches[row.kind]?.push(row)
      places[row.kind]?.push(place)
    }
    const ordered = stretches.flat()
    return {
      kinds,
      starts: startsOf(stretches.map(({ length }) => length)),
      order: Uint32Array.from(places.flat()),
      industryNames: industries.names().slice(1),
      industries: Uint32Array.from(ordered, ({ industry }) => industry),
      countryNames: countries.names().slice(1),
      countries: Uint32Array.from(ordered, ({ country }) => country),
      marketCaps: Float64Array.from(ordered, ({ marketCap }) => marketCap ?? Number.NaN),
      companies: Float64Array.from(ordered, ({ company }) => company),
      isins: Float64Array.from(ordered, ({ isin }) => isin),
      ciks: Float64Array.from(ordered, ({ cik }) => cik),
      ...packIds(ordered),
    }
  }

  return { add, finish }
}

/** The larger first, unknown ones last; equals by ticker. */
function compareSizes(a: Row, b: Row): number {
  const bySize = (b.marketCap ?? -1) - (a.marketCap ?? -1)
  return bySize || (a.ticker < b.ticker ? -1 : a.ticker > b.ticker ? 1 : 0)
}

/** Numbers texts from 0 on, those in `first` before all others. */
function createNumbers(first: readonly string[] = []): { of(text: string): number; names(): string[] } {
  const numbers = new Map(first.map((text, number) => [text, number]))
  return {
    of(text) {
      const number = numbers.get(text) ?? numbers.size
      if (number === numbers.size) numbers.set(text, number)
      return number
    },
    names: () => [...numbers.keys()],
  }
}

/** In memory of its own: a pooled buffer cannot move to another thread. */
function packIds(rows: readonly Row[]): Pick<PeerColumns, 'ids' | 'idStarts' | 'idHashes'> {
  const all = new TextEncoder().encode(rows.map(({ entityId }) => entityId).join(''))
  // An id is of ASCII: it has as many bytes as characters.
  return {
    ids: all.slice(),
    idStarts: startsOf(rows.map(({ entityId }) => entityId.length)),
    idHashes: Uint32Array.from(rows, ({ entityId }) => idHash(entityId)),
  }
}

function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (const [index, length] of lengths.entries()) starts[index + 1] = (starts[index] ?? 0) + length
  return starts
}

/** FNV-1a over two seeds, 53 bits: two of 200,000 texts are alike with a chance of one in a hundred thousand. */
export function hashOf(text: string | null): number {
  if (text === null || text === '') return 0
  let [high, low] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0) + 1
}

/** The buffers of the columns, to be moved to another thread. */
export function buffersOf(columns: PeerColumns): ArrayBuffer[] {
  return Object.values(columns).flatMap((each: unknown) =>
    ArrayBuffer.isView(each) && each.buffer instanceof ArrayBuffer ? [each.buffer] : [],
  )
}

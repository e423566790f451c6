import { roundTo } from '../../../kernel/numbers.ts'
import type { AssetClass } from '../../../market/vocabulary.ts'
import { capDistance, type PeerRecord, SCORE_DECIMALS, sectorScore } from './peers.ts'
import { isSimulated } from '../catalogue/origin.ts'
import { companyKeyOf } from '../search/index.ts'

/**
 * What decides who may be a peer of whom, of every listing, as columns: they move between threads without a copy, and a
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
}

/** Ids of peers, best first, and how many there are in all. */
export interface Preselection {
  ids: string[]
  total: number
}

/** Finds those that are worth a closer look among all listings. */
export interface PeerIndex {
  /** The nearest by market capitalisation, by ratio; unknown ones last, and then the largest first. */
  nearest(instrument: PeerRecord, count: number): string[]
  /** The most alike by sector, industry, country and size. */
  alike(instrument: PeerRecord, count: number): Preselection
}

/** Builds the columns of listings; meant for a worker thread. */
export function buildPeerColumns(records: readonly PeerRecord[]): PeerColumns {
  const bySize = records.toSorted(
    (a, b) =>
      (b.marketCap ?? -1) - (a.marketCap ?? -1) || (a.ticker < b.ticker ? -1 : a.ticker > b.ticker ? 1 : 0),
  )
  const place = new Map(bySize.map((record, index) => [record, index]))
  const groups = [
    ...Map.groupBy(
      bySize,
      ({ assetClass, sector, source }) => `${assetClass}:${isSimulated(source)}:${sector ?? ''}`,
    ).values(),
  ]
  const rows = groups.flat()
  const industries = numbered(rows.map(({ industry }) => industry))
  const countries = numbered(rows.map(({ country }) => country))
  const ids = rows.map(({ entityId }) => new TextEncoder().encode(entityId))
  return {
    kinds: groups.map(([first]) => ({
      assetClass: first?.assetClass ?? 'equity',
      sector: first?.sector ?? null,
      simulated: isSimulated(first?.source ?? ''),
    })),
    starts: startsOf(groups.map(({ length }) => length)),
    order: Uint32Array.from(rows, (record) => place.get(record) ?? 0),
    industryNames: industries.names,
    industries: industries.numbers,
    countryNames: countries.names,
    countries: countries.numbers,
    marketCaps: Float64Array.from(rows, ({ marketCap }) => marketCap ?? Number.NaN),
    companies: Float64Array.from(rows, ({ name }) => hashOf(companyKeyOf(name))),
    isins: Float64Array.from(rows, ({ isin }) => hashOf(isin)),
    ciks: Float64Array.from(rows, ({ cik }) => hashOf(cik)),
    ids: joined(ids),
    idStarts: startsOf(ids.map(({ length }) => length)),
  }
}

/** Different texts from 1 on, and the number of each; 0 for none. */
function numbered(texts: ReadonlyArray<string | null>): { names: string[]; numbers: Uint32Array } {
  const names = [...new Set(texts.flatMap((text) => text ?? []))]
  const places = new Map(names.map((name, index) => [name, index + 1]))
  return { names, numbers: Uint32Array.from(texts, (text) => places.get(text ?? '') ?? 0) }
}

export function openPeerIndex(columns: PeerColumns): PeerIndex {
  const { kinds, starts, order, marketCaps } = columns
  const decoder = new TextDecoder()

  function idOf(row: number): string {
    return decoder.decode(columns.ids.subarray(columns.idStarts[row], columns.idStarts[row + 1]))
  }

  /** Rows of the same asset class and, where it has one, sector, that are no listings of the same company. */
  function* candidates(instrument: PeerRecord): Generator<number> {
    const { companies, isins, ciks } = columns
    const [company, isin, cik] = [
      hashOf(companyKeyOf(instrument.name)),
      hashOf(instrument.isin),
      hashOf(instrument.cik),
    ]
    const wanted = isSimulated(instrument.source)
    for (const [index, { assetClass, sector, simulated }] of kinds.entries()) {
      if (assetClass !== instrument.assetClass || simulated !== wanted) continue
      if (instrument.sector !== null && sector !== instrument.sector) continue
      for (let row = starts[index] ?? 0; row < (starts[index + 1] ?? 0); row++) {
        const isSame =
          (company !== 0 && companies[row] === company) ||
          (isin !== 0 && isins[row] === isin) ||
          (cik !== 0 && ciks[row] === cik)
        if (!isSame) yield row
      }
    }
  }

  const capOf = (row: number): number | null => {
    const cap = marketCaps[row] ?? Number.NaN
    return Number.isNaN(cap) ? null : cap
  }
  const isBefore = (a: Ranked, b: Ranked): boolean =>
    a.rank > b.rank || (a.rank === b.rank && (order[a.row] ?? 0) < (order[b.row] ?? 0))

  return {
    nearest(instrument, count) {
      const best = new Best(count, isBefore)
      for (const row of candidates(instrument)) {
        best.offer({ row, rank: -capDistance(instrument, { marketCap: capOf(row) }) })
      }
      // The instrument itself may stand there under an older name.
      return best.rows.map(({ row }) => idOf(row)).filter((id) => id !== instrument.entityId)
    },

    alike(instrument, count) {
      const best = new Best(count, isBefore)
      let total = 0
      const industries = [null, ...columns.industryNames]
      const countries = [null, ...columns.countryNames]
      for (const row of candidates(instrument)) {
        const industry = industries[columns.industries[row] ?? 0] ?? null
        const country = countries[columns.countries[row] ?? 0] ?? null
        const other = { sector: instrument.sector, industry, country, marketCap: capOf(row) }
        const rank = roundTo(sectorScore(instrument, other) ?? 0, SCORE_DECIMALS)
        if (rank <= 0) continue
        total++
        best.offer({ row, rank })
      }
      return { ids: best.rows.map(({ row }) => idOf(row)).filter((id) => id !== instrument.entityId), total }
    },
  }
}

interface Ranked {
  row: number
  /** Larger is earlier. */
  rank: number
}

/** Keeps the first few in order: cheaper than sorting a hundred thousand. */
class Best {
  readonly rows: Ranked[] = []
  private readonly count: number
  private readonly isBefore: (a: Ranked, b: Ranked) => boolean

  constructor(count: number, isBefore: (a: Ranked, b: Ranked) => boolean) {
    this.count = count
    this.isBefore = isBefore
  }

  offer(ranked: Ranked): void {
    const { rows } = this
    const last = rows.at(-1)
    if (rows.length >= this.count && last !== undefined && !this.isBefore(ranked, last)) return
    let at = rows.length
    while (at > 0) {
      const before = rows[at - 1]
      if (before === undefined || !this.isBefore(ranked, before)) break
      at--
    }
    rows.splice(at, 0, ranked)
    if (rows.length > this.count) rows.pop()
  }
}

/** In memory of its own: a pooled buffer cannot move to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}

function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (const [index, length] of lengths.entries()) starts[index + 1] = (starts[index] ?? 0) + length
  return starts
}

/** FNV-1a over two seeds, 53 bits: two of 200,000 texts are alike with a chance of one in a hundred thousand. */
function hashOf(text: string | null): number {
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

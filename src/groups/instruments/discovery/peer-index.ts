import { roundTo } from '../../../kernel/numbers.ts'
import { hashOf, type PeerColumns } from './peer-columns.ts'
import { capDistance, type PeerRecord, SCORE_DECIMALS, sectorScore } from './peers.ts'
import { isSimulated } from '../catalogue/origin.ts'
import { companyKeyOf, rowsOfIds } from '../search/index.ts'

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

/** What has changed since the columns were made. */
export interface RecentPeers {
  /** Entity ids of what they have as it was: changed since, or gone. */
  changed: ReadonlySet<string>
  /** The columns of what those are now. */
  columns: PeerColumns
}

/** Opens columns, where some have changed since beside those of what has. */
export function openPeerIndex(columns: PeerColumns, recent: RecentPeers | null = null): PeerIndex {
  const segments =
    recent === null
      ? [new PeerSegment(columns)]
      : [new PeerSegment(columns, recent.changed), new PeerSegment(recent.columns)]

  function isBefore(a: Ranked, b: Ranked): boolean {
    if (a.rank !== b.rank) return a.rank > b.rank
    if (a.segment === b.segment) return a.segment.orderOf(a.row) < b.segment.orderOf(b.row)
    return (a.segment.capOf(a.row) ?? -1) > (b.segment.capOf(b.row) ?? -1)
  }
  /** The instrument itself may stand there under an older name. */
  const idsOf = (best: Best, { entityId }: PeerRecord): string[] =>
    best.rows.map(({ segment, row }) => segment.idOf(row)).filter((id) => id !== entityId)

  return {
    nearest(instrument, count) {
      const best = new Best(count, isBefore)
      for (const segment of segments) {
        for (const row of segment.candidates(instrument)) {
          best.offer({ segment, row, rank: -capDistance(instrument, { marketCap: segment.capOf(row) }) })
        }
      }
      return idsOf(best, instrument)
    },

    alike(instrument, count) {
      const best = new Best(count, isBefore)
      let total = 0
      for (const segment of segments) {
        for (const row of segment.candidates(instrument)) {
          const other = { ...segment.traitsOf(row), sector: instrument.sector }
          const rank = roundTo(sectorScore(instrument, other) ?? 0, SCORE_DECIMALS)
          if (rank <= 0) continue
          total++
          best.offer({ segment, row, rank })
        }
      }
      return { ids: idsOf(best, instrument), total }
    },
  }
}

/** Columns without the rows of some ids. */
class PeerSegment {
  private readonly columns: PeerColumns
  private readonly gone: ReadonlySet<number>
  private readonly industries: ReadonlyArray<string | null>
  private readonly countries: ReadonlyArray<string | null>
  private readonly decoder = new TextDecoder()

  constructor(columns: PeerColumns, changed: ReadonlySet<string> = new Set()) {
    this.columns = columns
    this.gone = new Set(
      changed.size === 0 ? [] : rowsOfIds(columns.idHashes, (row) => this.idOf(row), changed),
    )
    this.industries = [null, ...columns.industryNames]
    this.countries = [null, ...columns.countryNames]
  }

  /** Rows of the same asset class and, where it has one, sector, that are no listings of the same company. */
  *candidates(instrument: PeerRecord): Generator<number> {
    const { kinds, starts, companies, isins, ciks } = this.columns
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
        if (!isSame && !this.gone.has(row)) yield row
      }
    }
  }

  idOf(row: number): string {
    const { ids, idStarts } = this.columns
    return this.decoder.decode(ids.subarray(idStarts[row], idStarts[row + 1]))
  }

  orderOf(row: number): number {
    return this.columns.order[row] ?? 0
  }

  capOf(row: number): number | null {
    const cap = this.columns.marketCaps[row] ?? Number.NaN
    return Number.isNaN(cap) ? null : cap
  }

  traitsOf(row: number): Pick<PeerRecord, 'industry' | 'country' | 'marketCap'> {
    return {
      industry: this.industries[this.columns.industries[row] ?? 0] ?? null,
      country: this.countries[this.columns.countries[row] ?? 0] ?? null,
      marketCap: this.capOf(row),
    }
  }
}

interface Ranked {
  segment: PeerSegment
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

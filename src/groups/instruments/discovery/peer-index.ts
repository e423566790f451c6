import { roundTo } from '../../../kernel/numbers.ts'
import { hashOf, type PeerColumns } from './peer-columns.ts'
import { capDistance, type PeerRecord, SCORE_DECIMALS, sectorScore } from './peers.ts'
import { isSimulated } from '../catalogue/origin.ts'
import { companyKeyOf } from '../search/index.ts'

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

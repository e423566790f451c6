import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Day } from '../../../kernel/time.ts'
import type { Fact, FactTable } from './facts.ts'

/** Twenty times what the filings of Apple take. */
const MAX_PACKED_BYTES = 2 * 1024 * 1024
/** What may come out of it: packed facts shrink to a fifth and never to a hundredth. */
const MAX_TEXT_BYTES = 100 * MAX_PACKED_BYTES

/** Start, end, value, and the number of the filing in the list. */
type PackedFact = [start: Day | null, end: Day, value: number, filing: number]
type PackedFiling = [accession: string, form: string, filed: Day, filingYear: number | null]

interface PackedTable {
  cik: string
  entityName: string
  notesSince: Day | null
  filings: PackedFiling[]
  labels: Record<string, string>
  tags: Record<string, Record<string, PackedFact[]>>
}

/** The facts as bytes, each filing stored once; null for none and for more than {@link MAX_PACKED_BYTES}. */
export function packFacts({ cik, entityName, notesSince, tags, labels }: FactTable): Uint8Array | null {
  if (tags.size === 0) return null
  const numbers = new Map<string, number>()
  const filings: PackedFiling[] = []
  const pack = ({ start, end, value, accession, form, filed, filingYear }: Fact): PackedFact => {
    const filing: PackedFiling = [accession, form, filed, filingYear]
    const key = filing.join(' ')
    let number = numbers.get(key)
    if (number === undefined) {
      numbers.set(key, (number = filings.length))
      filings.push(filing)
    }
    return [start, end, value, number]
  }
  const packed = Object.fromEntries(
    [...tags].map(([tag, units]) => [
      tag,
      Object.fromEntries([...units].map(([unit, facts]) => [unit, facts.map(pack)])),
    ]),
  )
  const content: PackedTable = {
    cik,
    entityName,
    notesSince,
    filings,
    labels: Object.fromEntries(labels),
    tags: packed,
  }
  const bytes = deflateRawSync(JSON.stringify(content), { level: 9 })
  return bytes.length > MAX_PACKED_BYTES ? null : bytes
}

/** The facts that {@link packFacts} made of a table; counts of the document are not kept. */
export function unpackFacts(bytes: Uint8Array): FactTable {
  const text = inflateRawSync(bytes, { maxOutputLength: MAX_TEXT_BYTES }).toString('utf8')
  const { cik, entityName, notesSince, filings, labels, tags } = JSON.parse(text) as PackedTable
  const unpack = (tag: string, [start, end, value, number]: PackedFact): Fact => {
    const [accession, form, filed, filingYear] = filings[number] ?? ['', '', end, null]
    return { tag, start, end, value, filed, accession, form, filingYear }
  }
  const table = new Map(
    Object.entries(tags).map(([tag, units]) => [
      tag,
      new Map(Object.entries(units).map(([unit, facts]) => [unit, facts.map((fact) => unpack(tag, fact))])),
    ]),
  )
  const kept = { tags: table, labels: new Map(Object.entries(labels)) }
  return { cik, entityName, notesSince, ...kept, read: 0, used: 0, skipped: 0 }
}

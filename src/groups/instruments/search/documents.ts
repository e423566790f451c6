import { ASSET_CLASSES } from '../../../market/vocabulary.ts'
import { idHash } from './id-hashes.ts'
import type { DocumentFields } from './search-index-data.ts'
import type { SearchHit, SearchRecord } from './search-record.ts'

/** Entity id, ticker and name. */
const TEXTS_PER_DOCUMENT = 3
/** The start of each text and the end of the last. */
const BOUNDS_PER_DOCUMENT = TEXTS_PER_DOCUMENT + 1

/** Collects what the responses show of the records. */
export interface DocumentPacker {
  add(record: SearchRecord): void
  /** `order[document]` is the number of the record, in the order they were added, that becomes that document. */
  finish(order: Uint32Array): DocumentFields
}

export function createDocumentPacker(): DocumentPacker {
  const texts = createTextPacker()
  const bounds: number[] = []
  const idHashes: number[] = []
  const exchanges = createNumberedStrings()
  // Number 0 stands for no sector.
  const sectors = createNumberedStrings([''])
  const currencies = createNumberedStrings()
  const assetClassNumbers: number[] = []
  return {
    add(record) {
      idHashes.push(idHash(record.entityId))
      bounds.push(texts.end())
      for (const text of [record.entityId, record.ticker, record.name]) bounds.push(texts.append(text))
      exchanges.add(record.exchange)
      sectors.add(record.sector ?? '')
      currencies.add(record.currency)
      assetClassNumbers.push(ASSET_CLASSES.indexOf(record.assetClass))
    },
    finish(order) {
      const ordered = new Uint32Array(order.length * BOUNDS_PER_DOCUMENT)
      for (let i = 0; i < ordered.length; i++) {
        const record = order[Math.floor(i / BOUNDS_PER_DOCUMENT)] ?? 0
        ordered[i] = bounds[record * BOUNDS_PER_DOCUMENT + (i % BOUNDS_PER_DOCUMENT)] ?? 0
      }
      return {
        text: texts.finish(),
        bounds: ordered,
        idHashes: Uint32Array.from(order, (record) => idHashes[record] ?? 0),
        exchanges: exchanges.strings(),
        exchangeNumbers: exchanges.numbers(order),
        sectors: sectors.strings(),
        sectorNumbers: sectors.numbers(order),
        currencies: currencies.strings(),
        currencyNumbers: currencies.numbers(order),
        assetClassNumbers: Uint8Array.from(order, (record) => assetClassNumbers[record] ?? 0),
      }
    },
  }
}

/** Reads hits out of packed documents. */
export function createDocumentReader(fields: DocumentFields): (document: number) => SearchHit {
  const decoder = new TextDecoder()
  const { text, bounds } = fields
  function textAt(bound: number): string {
    return decoder.decode(text.subarray(bounds[bound] ?? 0, bounds[bound + 1] ?? 0))
  }
  return (document) => {
    const first = document * BOUNDS_PER_DOCUMENT
    const sectorNumber = fields.sectorNumbers[document] ?? 0
    return {
      entityId: textAt(first),
      ticker: textAt(first + 1),
      name: textAt(first + 2),
      exchange: fields.exchanges[fields.exchangeNumbers[document] ?? 0] ?? '',
      assetClass: ASSET_CLASSES[fields.assetClassNumbers[document] ?? 0] ?? 'equity',
      sector: sectorNumber === 0 ? null : (fields.sectors[sectorNumber] ?? null),
      currency: fields.currencies[fields.currencyNumbers[document] ?? 0] ?? '',
    }
  }
}

/** Appends texts to one UTF-8 buffer. */
function createTextPacker() {
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(1 << 16)
  let position = 0
  return {
    end: () => position,
    /** Returns where the text ends. */
    append(text: string): number {
      // A UTF-16 code unit takes at most three bytes of UTF-8.
      while (position + text.length * 3 > bytes.length) bytes = doubled(bytes)
      const ascii = writeAscii(bytes, position, text)
      position += ascii === text.length ? ascii : encoder.encodeInto(text, bytes.subarray(position)).written
      return position
    },
    finish: () => bytes.slice(0, position),
  }
}

/** Writes a text up to its first character outside ASCII; returns how many were written. */
function writeAscii(target: Uint8Array, position: number, text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return i
    target[position + i] = code
  }
  return text.length
}

function doubled(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(array.length * 2)
  larger.set(array)
  return larger
}

/** Numbers distinct strings, those in `first` before all others. */
function createNumberedStrings(first: readonly string[] = []) {
  const known = new Map(first.map((text, number) => [text, number]))
  const added: number[] = []
  return {
    add(text: string): void {
      const number = known.get(text) ?? known.size
      if (number === known.size) known.set(text, number)
      added.push(number)
    },
    strings: () => [...known.keys()],
    numbers: (order: Uint32Array) => Uint32Array.from(order, (position) => added[position] ?? 0),
  }
}

import type { RecordNames } from './record-names.ts'
import type { SearchRecord } from './search-record.ts'

/**
 * What stands beside an instrument and comes after it, unless a query asks for it by its words: `senior` is a preferred
 * share, warrant, unit, right or note; `receipt` a depositary receipt for the share of elsewhere; `product` a leveraged,
 * inverse or single-stock fund, or a figure derived from an index.
 */
export type Secondary = 'senior' | 'receipt' | 'product'

const RECEIPT_WORDS = wordSet(
  'adr adrs gdr gdrs bdr cdr cdrn cedear drc drn cdi depositary depository receipt receipts',
)
const PRODUCT_WORDS = wordSet(`
  leveraged leverage lev inverse inverso inv short shortdax sh bull bear ultrapro ultrashort yieldmax yieldboost inav
  daily apalancado graniteshares direxion tradr
`)
/** `2X`, `-1x`, `1.5x`, `X10`. */
const MULTIPLE = /^(?:\d{1,3}x|x\d{1,2})$/
/** After `short` and `ultra`, what makes it a fund of bonds that soon fall due. */
const SHORT_DATED = wordSet(
  'term duration maturity treasury dated bond income government corporate municipal muni',
)
/** Only the issuer of `Ultra QQQ` names twice the daily return so. */
const ULTRA_ISSUER = 'proshares'

export function secondaryOf(record: SearchRecord, names: RecordNames): Secondary | null {
  if (names.senior) return 'senior'
  if (record.assetClass === 'crypto') return null
  const words = names.chunks.map((chunk) => (chunk.length === 1 ? (chunk[0] ?? '') : chunk.join('')))
  if (record.assetClass === 'equity') {
    if (words.some((word, index) => index > 0 && RECEIPT_WORDS.has(word))) return 'receipt'
    return words.some((word) => MULTIPLE.test(word)) ? 'product' : null
  }
  if (names.identity !== null) return null
  return words.some((word, index) => isProductWord(word, words[index + 1] ?? '', words)) ? 'product' : null
}

function isProductWord(word: string, next: string, words: readonly string[]): boolean {
  if (MULTIPLE.test(word)) return true
  if (word === 'ultra') return words[0] === ULTRA_ISSUER && next !== 'short'
  return PRODUCT_WORDS.has(word) && !(word === 'short' && SHORT_DATED.has(next))
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

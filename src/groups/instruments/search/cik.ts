/** The number of a company at the SEC, and zeros before it. */
const CIK = /^0*([1-9]\d{0,9})$/
/** With ten digits or behind its name, as filings have it; else with five at least, because shorter numbers are tickers, years and indices. */
const WRITTEN = /^(?:cik[\s:#]*(\d{1,10})|(\d{10}|[1-9]\d{4,9}))$/i

/** What the index finds a company by its CIK by; null for a text that is none. */
export function cikKeyOf(cik: string): string | null {
  const number = CIK.exec(cik)?.[1]
  return number === undefined ? null : `cik${number}`
}

/** The number as listings have it, of a text that is meant as one: with zeros before it or behind `CIK`, as filings write it. */
export function cikNumberOf(text: string): string {
  return text.trim().replace(/^(?:cik[\s:#]*)?0*/i, '')
}

/** What the index finds a company by of a query; null for one that means no CIK. */
export function cikKeyIn(query: string): string | null {
  const [, named, bare] = WRITTEN.exec(query.trim()) ?? []
  return cikKeyOf(named ?? bare ?? '')
}

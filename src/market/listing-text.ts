import { quantityFault } from '../kernel/domain-range.ts'
import { cleanName, textFault, type TextKind } from '../kernel/text.ts'

/** What the texts of a listing are, and how long they may be in characters, wherever they come from. */
export const LISTING_TEXT = {
  ticker: { kind: 'identifier', maxLength: 40 },
  name: { kind: 'name', maxLength: 400 },
  exchange: { kind: 'name', maxLength: 100 },
  mic: { kind: 'identifier', maxLength: 40 },
  currency: { kind: 'identifier', maxLength: 5 },
  sector: { kind: 'name', maxLength: 100 },
  industry: { kind: 'name', maxLength: 200 },
  country: { kind: 'name', maxLength: 100 },
  isin: { kind: 'identifier', maxLength: 12 },
  figi: { kind: 'identifier', maxLength: 12 },
  cik: { kind: 'identifier', maxLength: 10 },
  lei: { kind: 'identifier', maxLength: 20 },
} as const satisfies Record<string, { kind: TextKind; maxLength: number }>

const ALIAS = { kind: 'name', maxLength: 400 } as const

type Texts = Record<Exclude<keyof typeof LISTING_TEXT, 'lei'>, string | null> & {
  lei?: string | null | undefined
}

/** A listing as far as it is checked here. */
export interface ListingTexts extends Texts {
  ticker: string
  marketCap: number | null
  aliases: readonly string[]
}

/** The listing with its names cleaned, or why it cannot be one: the rest of a sentence that names the field. */
export function checkListing<Listing extends ListingTexts>(listing: Listing): Listing | string {
  const clean: Partial<Record<keyof Texts, string>> = {}
  for (const [field, { kind, maxLength }] of Object.entries(LISTING_TEXT)) {
    const name = field as keyof Texts
    const text = listing[name] ?? null
    if (text === null) continue
    const fault = textFault(text, kind, maxLength)
    if (fault !== null) return `${name} ${fault}`
    clean[name] = kind === 'name' ? cleanName(text) : text.trim()
  }
  const faulty = listing.aliases.find((alias) => textFault(alias, ALIAS.kind, ALIAS.maxLength) !== null)
  if (faulty !== undefined) return `aliases ${textFault(faulty, ALIAS.kind, ALIAS.maxLength)}`
  const cap = listing.marketCap === null ? null : quantityFault(listing.marketCap)
  if (cap !== null) return `market_cap ${cap}`
  return { ...listing, ...clean, aliases: listing.aliases.map(cleanName) }
}

/** What is wrong with a ticker, as the rest of a sentence; null when nothing is. */
export function tickerFault(ticker: string): string | null {
  return textFault(ticker, LISTING_TEXT.ticker.kind, LISTING_TEXT.ticker.maxLength)
}

import type { AssetClass } from './vocabulary.ts'

/** ISO 4217's code for "no currency": the currency is neither in the file nor known otherwise. */
export const NO_CURRENCY = 'XXX'

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** Units of accounts of banks, which nobody pays with. */
const NO_MONEY: ReadonlySet<string> = new Set(['XDR', 'XSU', 'XTS', NO_CURRENCY])

/** Whether a text is a currency of ISO 4217 that is paid with. */
export const isMoney = (code: string): boolean => CURRENCIES.has(code) && !NO_MONEY.has(code)

/** Currencies of the countries of exchanges, ISO 3166-1 alpha-2 to ISO 4217. */
const CURRENCY_OF_COUNTRY: Readonly<Record<string, string>> = {
  AE: 'AED',
  AR: 'ARS',
  AT: 'EUR',
  AU: 'AUD',
  BE: 'EUR',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CL: 'CLP',
  CN: 'CNY',
  CO: 'COP',
  CZ: 'CZK',
  DE: 'EUR',
  DK: 'DKK',
  EE: 'EUR',
  EG: 'EGP',
  ES: 'EUR',
  FI: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  GR: 'EUR',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IE: 'EUR',
  IL: 'ILS',
  IN: 'INR',
  IS: 'ISK',
  IT: 'EUR',
  JP: 'JPY',
  KE: 'KES',
  KR: 'KRW',
  KW: 'KWD',
  LK: 'LKR',
  LT: 'EUR',
  LV: 'EUR',
  MX: 'MXN',
  MY: 'MYR',
  NL: 'EUR',
  NO: 'NOK',
  NZ: 'NZD',
  PE: 'PEN',
  PH: 'PHP',
  PK: 'PKR',
  PL: 'PLN',
  PT: 'EUR',
  QA: 'QAR',
  RO: 'RON',
  RU: 'RUB',
  SA: 'SAR',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  TW: 'TWD',
  US: 'USD',
  VE: 'VES',
  ZA: 'ZAR',
}

/** Pence of a pound, and the like. */
export const HUNDREDTHS = 100

/** Hundredths of a currency have no ISO code; these are the customary ones. */
const MINOR_UNITS: Readonly<Record<string, string>> = { GBp: 'GBX', GBx: 'GBX', ZAc: 'ZAC', ILa: 'ILA' }

/** What they are hundredths of. */
const WHOLES: Readonly<Record<string, string>> = { GBX: 'GBP', ZAC: 'ZAR', ILA: 'ILS' }

/** For pence and the like the main currency, in which exchange rates are given; null for others. */
export const wholeOf = (currency: string): string | null => WHOLES[MINOR_UNITS[currency] ?? currency] ?? null

/** What prices of a listing may be said in: its currency and, of pence and the like, what these are hundredths of. */
export const unitsOf = (currency: string): string[] => [currency, wholeOf(currency) ?? []].flat()

/** Pence of pounds and the like; null where prices have no such unit. */
export const hundredthOf = (currency: string): string | null =>
  Object.entries(WHOLES).find(([, whole]) => whole === currency)?.[0] ?? null

/** What is paid in whole units: where ISO 4217 has no smaller one, where nobody pays with it, and what is a hundredth itself. */
const WHOLE: ReadonlySet<string> = new Set([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  ...'HUF IDR TWD'.split(' '),
  ...Object.values(MINOR_UNITS),
])

/** Decimals of a sum that somebody pays; two where nothing else is known. */
export const paidDecimalsOf = (currency: string): number => (WHOLE.has(currency) ? 0 : 2)

export interface CurrencyHints {
  given: string | null
  ticker: string
  assetClass: AssetClass
  /** ISO 3166-1 alpha-2. */
  venueCountry: string | null
}

/** The currency a listing trades in: as given, else the coin's pair, else its venue's; `XXX` when nobody knows. */
export function currencyOf({ given, ticker, assetClass, venueCountry }: CurrencyHints): string {
  if (given !== null) {
    const code = MINOR_UNITS[given] ?? given.toUpperCase()
    if (/^[A-Z]{3}$/.test(code)) return code
  }
  const pair = assetClass === 'crypto' ? /-([A-Z]{3})$/.exec(ticker.toUpperCase())?.[1] : undefined
  return pair ?? CURRENCY_OF_COUNTRY[venueCountry ?? ''] ?? NO_CURRENCY
}

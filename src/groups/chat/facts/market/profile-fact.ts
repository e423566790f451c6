import { nameId } from '../../../../kernel/ids.ts'
import type { InstrumentListing } from '../../../../ports/instruments.ts'
import type { Fact } from '../facts.ts'
import { nameOf } from '../number-format.ts'

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })

/** What an instrument is and where it is listed; of identifiers that the question asks for also when they are not stored. */
export function profileFact(listing: InstrumentListing, question: string): Fact {
  const { entityId, ticker, delistedOn, simulated } = listing
  const parts = partsOf(listing).flatMap(([called, said]) => (said === null ? [] : [`its ${called} ${said}`]))
  const sentences = [`${nameOf(listing)}: ${parts.join(', ')}.`]
  const { identifiers } = listing
  for (const [called, words] of IDENTIFIERS)
    if (identifiers[called] === null && words.test(question))
      sentences.push(`Its ${called.toUpperCase()} is not stored.`)
  if (delistedOn !== null) sentences.push(`Its last day of trading was ${delistedOn}.`)
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'profile', entityId),
      headline: `Instrument ${ticker}`,
      url: `/v1/instruments/${entityId}`,
      text: sentences.join(' '),
      asOf: null,
      simulated,
    },
  }
}

const IDENTIFIERS = [
  ['isin', /\bisin\b/i],
  ['figi', /\bfigi\b/i],
  ['lei', /\blei\b/i],
  ['cik', /\bcik\b/i],
] as const

function partsOf(listing: InstrumentListing): ReadonlyArray<readonly [called: string, said: string | null]> {
  const { ticker, assetClass, exchange, mic, sector, industry, country, currency, previousTickers } = listing
  const { isin, figi, lei, cik } = listing.identifiers
  const former = previousTickers.map(({ ticker: each, to }) => `${each}${to === null ? '' : ` until ${to}`}`)
  return [
    ['ticker is', ticker],
    ['asset class', assetClass],
    ['exchange', exchange === mic ? exchange : `${exchange} (${mic})`],
    ['sector', sector],
    ['industry', industry],
    ['country', country === null ? null : (COUNTRIES.of(country) ?? country)],
    ['currency', currency],
    ['ISIN', isin],
    ['FIGI', figi],
    ['LEI', lei],
    ['CIK', cik],
    [`former ${former.length === 1 ? 'ticker' : 'tickers'}`, former.length === 0 ? null : former.join(', ')],
  ]
}

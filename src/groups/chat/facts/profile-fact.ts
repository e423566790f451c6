import { nameId } from '../../../kernel/ids.ts'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import type { Fact } from './facts.ts'
import { nameOf } from './say.ts'

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })

/** What an instrument is: its ticker, asset class, sector, country and currency, as far as they are known. */
export function profileFact(profile: InstrumentProfile, simulated: boolean): Fact {
  const { entityId, ticker, assetClass, sector, country, currency } = profile
  const parts = [
    `its ticker is ${ticker}`,
    `its asset class ${assetClass}`,
    ...(sector === null ? [] : [`its sector ${sector}`]),
    ...(country === null ? [] : [`its country ${COUNTRIES.of(country) ?? country}`]),
    `its currency ${currency}`,
  ]
  const sentence = `${nameOf(profile)}: ${parts.join(', ')}.`
  return {
    sentences: [sentence],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'profile', entityId),
      headline: `Instrument ${ticker}`,
      url: `/v1/instruments/${entityId}/overview`,
      text: sentence,
      asOf: null,
      simulated,
    },
  }
}

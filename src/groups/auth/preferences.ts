import type { Preferences, PreferencesInput } from '../../contract/preferences.ts'
import { fail } from '../../kernel/fail.ts'
import { isMoney } from '../../market/currencies.ts'
import type { InstrumentReader } from '../../ports/instruments.ts'

/** What the table has for a user who has chosen nothing. */
export const DEFAULT_PREFERENCES: Preferences = {
  base_currency: 'USD',
  timezone: 'UTC',
  cost_basis_method: 'average',
  default_benchmark_id: null,
}

/** The changes of a body, which may stand in it or in its `preferences`. Throws 422 `VALIDATION_ERROR` for one that stands in both. */
export function changesOf({ preferences = {}, ...own }: PreferencesInput): Partial<Preferences> {
  const twice = Object.keys(own).find((name) => name in preferences)
  if (twice !== undefined) {
    fail('VALIDATION_ERROR', `${twice} is given twice, in the body and in its preferences: give it once.`)
  }
  return { ...own, ...preferences }
}

/** Throws 422 `VALIDATION_ERROR` for a currency, a zone or a benchmark that does not exist. */
export async function checkPreferences(
  { base_currency: currency, timezone, default_benchmark_id: benchmark }: Partial<Preferences>,
  instruments: Pick<InstrumentReader, 'existing'>,
): Promise<void> {
  if (currency !== undefined && !isMoney(currency)) {
    fail('VALIDATION_ERROR', `base_currency must be a currency of ISO 4217, not "${currency}".`)
  }
  if (timezone !== undefined && !isTimezone(timezone)) {
    fail('VALIDATION_ERROR', 'timezone must be an IANA time zone such as Europe/Berlin.')
  }
  if (typeof benchmark === 'string' && !(await isInstrument(benchmark, instruments))) {
    fail('VALIDATION_ERROR', 'default_benchmark_id must be the entity_id of an instrument, or null.')
  }
}

async function isInstrument(id: string, instruments: Pick<InstrumentReader, 'existing'>): Promise<boolean> {
  return (await instruments.existing([id.toLowerCase()])).size > 0
}

/** Names in their exact spelling; an offset is no zone. */
function isTimezone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // An old name stands for a new one and may be kept; a name in another case may not.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase()
  } catch {
    return false
  }
}

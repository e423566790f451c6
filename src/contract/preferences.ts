import { Type, type Static } from 'typebox'
import { COST_BASIS_METHODS } from '../market/vocabulary.ts'
import { nullable, oneOf } from './common.ts'
import { CURRENCY } from './patterns.ts'

const currency = Type.String({
  pattern: CURRENCY,
  description: 'Currency that portfolios are valued in, ISO 4217.',
  examples: ['EUR'],
})
const timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone in its exact spelling.',
  examples: ['Europe/Berlin'],
})
const costBasisMethod = oneOf(COST_BASIS_METHODS, 'How new accounts match sales with purchases.', {
  examples: ['fifo'],
})
const benchmark = nullable(
  Type.String({
    description: 'entity_id of the instrument that portfolios are compared with; null for none.',
    examples: ['7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'],
  }),
)

/** What a user has who has chosen nothing. */
export const PREFERENCES = {
  base_currency: 'USD',
  timezone: 'UTC',
  cost_basis_method: 'average',
  default_benchmark_id: null,
}

export const Preferences = Type.Object(
  { base_currency: currency, timezone, cost_basis_method: costBasisMethod, default_benchmark_id: benchmark },
  {
    $id: 'Preferences',
    additionalProperties: false,
    description: 'What a user has chosen; at first USD, UTC, average, no benchmark.',
    examples: [PREFERENCES],
  },
)
export type Preferences = Static<typeof Preferences>

const changes = {
  base_currency: Type.Optional(currency),
  timezone: Type.Optional(timezone),
  cost_basis_method: Type.Optional(costBasisMethod),
  default_benchmark_id: Type.Optional(benchmark),
}

export const PreferencesInput = Type.Object(
  {
    ...changes,
    preferences: Type.Optional(
      Type.Object(changes, { additionalProperties: false, description: 'The same where GET shows them.' }),
    ),
  },
  {
    $id: 'PreferencesInput',
    additionalProperties: false,
    description: 'The preferences to change; what is left out stays.',
    examples: [{ base_currency: 'EUR', timezone: 'Europe/Berlin' }],
  },
)

export type PreferencesInput = Static<typeof PreferencesInput>

import { Type, type Static } from 'typebox'
import { nullable, oneOf } from './common.ts'

const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

const WARNING_CODES = [
  'STALE_PRICE',
  'PRICE_MISSING',
  'FX_MISSING',
  'NEGATIVE_POSITION',
  'NEGATIVE_CASH',
  'UNAPPLIED_SPLIT',
  'UNAPPLIED_SPIN_OFF',
  'COST_UNKNOWN',
] as const

export const PortfolioWarning = Type.Object(
  {
    code: oneOf(WARNING_CODES, 'What a number should be read with.', { examples: ['STALE_PRICE'] }),
    entity_id: nullable(Type.String({ description: 'The instrument, or null.', examples: [ENTITY_ID] })),
    detail: Type.String({
      description: 'A sentence for people.',
      examples: ['The newest price of AAPL is of 2026-01-05.'],
    }),
  },
  {
    $id: 'PortfolioWarning',
    additionalProperties: false,
    description: 'Why a number may be less than it seems.',
    examples: [
      { code: 'STALE_PRICE', entity_id: ENTITY_ID, detail: 'The newest price of AAPL is of 2026-01-05.' },
    ],
  },
)
export type PortfolioWarning = Static<typeof PortfolioWarning>

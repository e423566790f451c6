import { Type, type Static } from 'typebox'
import { EntityId } from './common.ts'
import { endpoint } from './endpoint.ts'
import { APPLE, DATA_SOURCE_HEADER, Instrument } from './instruments.ts'

const APPLE_AS_CONSTITUENT = { instrument: APPLE, weight: 0.0712 }

const Constituent = Type.Object(
  {
    instrument: Instrument,
    weight: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Share of the value of the fund, a fraction.',
      examples: [0.0712],
    }),
  },
  {
    $id: 'Constituent',
    additionalProperties: false,
    description: 'What a fund holds, and how much of its value that is.',
    examples: [APPLE_AS_CONSTITUENT],
  },
)

const ConstituentsReply = Type.Object(
  {
    items: Type.Array(Constituent, {
      description: 'The largest first; equal ones by ticker. None where nothing is known of what it holds.',
    }),
    total: Type.Integer({ description: 'How many are listed.', examples: [1] }),
  },
  {
    $id: 'ConstituentsReply',
    additionalProperties: false,
    description: 'What a fund holds.',
    examples: [{ items: [APPLE_AS_CONSTITUENT], total: 1 }],
  },
)
export type ConstituentsReply = Static<typeof ConstituentsReply>

export const listConstituents = endpoint({
  id: 'instruments.constituents',
  method: 'GET',
  path: '/v1/instruments/{entity_id}/constituents',
  auth: 'user',
  priority: 'low',
  summary: 'What a fund holds, with weights',
  description:
    'The weights that the P/E of the fund and the look-through of portfolios are computed with. Holdings that are not listed here are ' +
    'missing, so that the weights sum to at most 1. The weights are current: earlier ones are not kept. An instrument that is not a fund has none.',
  params: Type.Object({ entity_id: EntityId }),
  reply: ConstituentsReply,
  replyHeaders: DATA_SOURCE_HEADER,
  errors: ['INSTRUMENT_NOT_FOUND'],
})

import { Type, type Static, type TSchema } from 'typebox'

/**
 * A value that may be unavailable: printed as null, never left out and never 0.
 * `{type: ['number','null']}` rather than `anyOf`, which is what generators and readers handle best.
 */
export function nullable<T extends TSchema>(schema: T): ReturnType<typeof Type.Unsafe<Static<T> | null>> {
  const {
    type,
    enum: values,
    examples,
    ...rest
  } = schema as TSchema & {
    type?: string
    enum?: unknown[]
    examples?: unknown[]
  }
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
    ...(examples === undefined ? {} : { examples }),
  })
}

/** A string out of a closed list. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  description: string,
  options: object = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description, ...options })
}

/** A timestamp in an answer: ISO 8601, UTC, `Z`. */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-01-15T14:30:01.250Z'] })
}

/** A calendar date in an answer: `YYYY-MM-DD`. */
export function date(description: string) {
  return Type.String({ format: 'date', description, examples: ['2026-01-15'] })
}

export const EntityId = Type.String({
  $id: 'EntityId',
  description:
    'Opaque id of an instrument; the same listing keeps it for ever. Take it from a search result.',
  examples: ['7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'],
})

export const Ticker = Type.String({ description: "The listing's current ticker symbol.", examples: ['AAPL'] })

export const ErrorBody = Type.Object(
  {
    detail: Type.String({
      description: 'A sentence for people that names what is wrong.',
      examples: ['No instrument has the entity_id "42".'],
    }),
    code: Type.String({
      description: 'The machine-readable reason, upper snake case; see docs/errors.md.',
      examples: ['INSTRUMENT_NOT_FOUND'],
    }),
    status: Type.Integer({ description: 'The HTTP status of this answer.', examples: [404] }),
  },
  {
    $id: 'Error',
    additionalProperties: false,
    description: 'The one shape of every error answer.',
    examples: [
      { detail: 'No instrument has the entity_id "42".', code: 'INSTRUMENT_NOT_FOUND', status: 404 },
    ],
  },
)

import { Type, type Static, type TSchema } from 'typebox'
import type { TextKind } from '../kernel/text.ts'

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

/**
 * What a schema may say of a text, a number and a day, besides what every one of them must be: see `gateway/input/schema-rules.ts`.
 * In the OpenAPI document these are extensions.
 */
export const TEXT_RULE = 'x-text'
export const NUMBER_RULE = 'x-number'
export const DATE_RULE = 'x-date'

/** Without bounds of the schema's own, texts of callers have at most as many characters. */
export const DEFAULT_MAX_LENGTH = 1_000

/** Largest body, in bytes, of what stores many values at once: listings, series, statements, articles, files of transactions. */
export const MOST_WRITTEN_BYTES = 16 * 1024 * 1024

/** A text of a caller that is a name, an identifier or has lines. */
export function textOf(
  { kind, maxLength }: { kind: TextKind; maxLength: number },
  description: string,
  example: string,
) {
  return Type.String({ [TEXT_RULE]: kind, minLength: 1, maxLength, description, examples: [example] })
}

/** Marks a number that is not refused with its request, because its row is by itself. */
export const ROW_NUMBER = { [NUMBER_RULE]: 'row' } as const

/** Marks a day whose first and last are the endpoint's own. */
export const OWN_DAYS = { [DATE_RULE]: 'own' } as const

/** A string out of a closed list. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  description: string,
  options: object = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description, ...options })
}

/** A timestamp in a response: ISO 8601, UTC, `Z`. */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-01-15T14:30:01.250Z'] })
}

/** A calendar date in a response: `YYYY-MM-DD`. */
export function date(description: string, options: object = {}) {
  return Type.String({ format: 'date', description, examples: ['2026-01-15'], ...options })
}

/** Parameters of a paged endpoint, for its query. */
export const PAGE_QUERY = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page, from 1.' }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items on a page.' }),
}

/** A page of items that have a name and an example: the one envelope of every paged endpoint; `kernel/page.ts` fills it. */
export function page<T extends TSchema>(item: T) {
  const { $id = '', examples = [] } = item as TSchema & { $id?: string; examples?: unknown[] }
  return Type.Object(
    {
      items: Type.Array(item, { description: 'One page.' }),
      total: Type.Integer({ minimum: 0, description: 'How many there are in all.', examples: [1] }),
      has_more: Type.Boolean({ description: 'True when a later page has more.', examples: [false] }),
      page: Type.Integer({ minimum: 1, description: 'Number of this page, from 1.', examples: [1] }),
      page_size: Type.Integer({ minimum: 1, description: 'Most items on a page.', examples: [20] }),
    },
    {
      $id: `${$id}Page`,
      additionalProperties: false,
      description: `A page of ${$id} items.`,
      examples: [{ items: examples, total: 1, has_more: false, page: 1, page_size: 20 }],
    },
  )
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
    status: Type.Integer({ description: 'The HTTP status of this response.', examples: [404] }),
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

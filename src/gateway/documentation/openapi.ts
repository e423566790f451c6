import { errorCodesOf, ERRORS, isConditional } from '../../contract/errors.ts'
import { ErrorBody } from '../../contract/common.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { MediaType } from '../../contract/events.ts'
import type { ErrorCode } from '../../kernel/fail.ts'
import { introduction } from './openapi-introduction.ts'

type Json = Record<string, unknown>

/** What operations share and name: schemas by their `$id`, error responses by their status and codes. */
interface Components {
  schemas: Map<string, Json>
  responses: Map<string, Json>
}

export interface OpenApiInfo {
  version: string
  /** Says so in the description when the numbers are simulated. */
  simulated: boolean
  /** What the groups say of themselves. */
  tags: ReadonlyArray<{ name: string; about: string }>
}

/** The OpenAPI 3.1 document of the contract: schemas with an `$id` become components. */
export function openApiDocument(endpoints: readonly Endpoint[], info: OpenApiInfo): Json {
  const components: Components = { schemas: new Map(), responses: new Map() }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint, components)
  }
  hoist(ErrorBody, components.schemas)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tidemark',
      version: info.version,
      summary: 'Market intelligence behind one API, one identity and one quota.',
      description: introduction(info.simulated),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that sent this document.' }],
    security: [{ bearer: [] }],
    tags: info.tags.map(({ name, about }) => ({
      name,
      'x-displayName': name.charAt(0).toUpperCase() + name.slice(1),
      description: about,
    })),
    paths,
    components: {
      schemas: byName(components.schemas),
      responses: byName(components.responses),
      headers: HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'RS256 access token of the identity provider, or a dev token of POST /v1/auth/dev-login.',
        },
      },
    },
  }
}

const byName = (parts: ReadonlyMap<string, Json>): Json =>
  Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))

function operation(endpoint: Endpoint, components: Components): Json {
  const { schemas } = components
  const parameters = [
    ...parametersOf(endpoint.params, 'path', schemas),
    ...parametersOf(endpoint.query, 'query', schemas),
    ...(endpoint.idempotent === true ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.auth === 'public' ? { security: [] } : {}),
    ...costOf(endpoint),
    ...(endpoint.socket === undefined ? {} : { 'x-websocket': hoist(endpoint.socket, schemas) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.bodyOptional !== true,
            content: { 'application/json': { schema: hoist(endpoint.body, schemas) } },
          },
        }),
    responses: responsesOf(endpoint, components),
  }
}

function costOf({ cost, costWith }: Endpoint): Json {
  if (costWith === undefined) return cost === undefined ? {} : { 'x-cost': cost }
  return { 'x-cost': cost ?? 1, 'x-cost-with': { [costWith.parameter]: costWith.cost } }
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Up to 128 characters of your choice. For 24 hours the same key with the same body is answered as the first time, ' +
    'and nothing is done again.',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 128, examples: ['import-2026-01-15-aapl'] },
}

function parametersOf(
  schema: Endpoint['params'],
  where: 'path' | 'query',
  components: Map<string, Json>,
): Json[] {
  if (schema === undefined) return []
  const required = new Set<string>((schema as { required?: string[] }).required ?? [])
  return Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => {
    const { description: text, ...rest } = property
    return {
      name,
      in: where,
      description: text,
      required: where === 'path' || (required.has(name) && !('default' in property)),
      // What has a name is a component, which keeps its own description.
      schema: hoist('$id' in property ? property : rest, components),
    }
  })
}

function responsesOf(endpoint: Endpoint, components: Components): Json {
  const codes = errorCodesOf(endpoint)
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  const errors = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, each]) => [String(status), errorResponse(endpoint, each, components.responses)] as const)
  const own = Object.entries(endpoint.replyHeaders ?? {}).map(
    ([name, text]) => [name, { description: text, schema: { type: 'string' } }] as const,
  )
  const headers = { ...namedHeaders(successHeaders(endpoint)), ...Object.fromEntries(own) }
  const success = {
    description: endpoint.summary,
    headers,
    content: contentOf(endpoint, components.schemas),
  }
  const created = endpoint.creates === true ? { 201: { ...success, description: 'Created' } } : {}
  return {
    ...(endpoint.socket === undefined
      ? { [String(endpoint.status ?? 200)]: success }
      : { '101': { description: 'The connection is a WebSocket.' } }),
    ...created,
    ...(isConditional(endpoint) ? { '304': { description: NOT_MODIFIED, headers } } : {}),
    ...Object.fromEntries(errors),
  }
}

/** Headers that stand on responses of every endpoint, or of every one with a token. */
const HEADERS = {
  'X-Request-Id': header('Names the request in the log; what was sent if it is a UUID.', { type: 'string' }),
  'RateLimit-Limit': header(
    'Requests that the caller has in any 60 s; absent, as the other two, where the tier has no limit.',
    { type: 'integer' },
  ),
  'RateLimit-Remaining': header('Those that are left.', { type: 'integer' }),
  'RateLimit-Reset': header('Seconds until the oldest counted request leaves the window.', {
    type: 'integer',
  }),
  'Cache-Control': header('How long the response may be kept, and by whom (RFC 9111).', { type: 'string' }),
  ETag: header('Stands for the body: send it as `If-None-Match` to get 304 while it is current.', {
    type: 'string',
  }),
  Age: header('Seconds since the response was computed (RFC 9111), where it is kept for a while.', {
    type: 'integer',
  }),
  'Retry-After': header('Whole seconds to wait.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header('Why the token was not taken (RFC 6750).', { type: 'string' }),
} as const

function header(text: string, schema: Json): Json {
  return { description: text, schema }
}

type HeaderName = keyof typeof HEADERS

const namedHeaders = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const commonHeaders = ({ auth }: Endpoint): HeaderName[] =>
  auth === 'public'
    ? ['X-Request-Id', 'Cache-Control']
    : ['X-Request-Id', 'Cache-Control', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** A stream has no tag: nobody knows its bytes beforehand. */
const successHeaders = (endpoint: Endpoint): HeaderName[] => [
  ...commonHeaders(endpoint),
  ...(endpoint.reply === undefined ? [] : (['ETag'] as const)),
  ...(isConditional(endpoint) ? (['Age'] as const) : []),
]

/** What a response of success holds: one value, events, or a file. */
function contentOf({ reply, stream }: Endpoint, components: Map<string, Json>): Json {
  if (stream === undefined) return { 'application/json': { schema: hoist(reply, components) } }
  if (stream.kind === 'attachment') {
    const { items } = stream
    const ofJson = { type: 'array', description: 'The items of the file.', items: hoist(items, components) }
    const schemaOf = (type: MediaType): Json =>
      type === 'application/json' && items !== undefined ? ofJson : { type: 'string' }
    return Object.fromEntries(stream.mediaTypes.map((type) => [type, { schema: schemaOf(type) }]))
  }
  // The last one of a stream that fails, whatever else it sends.
  const { error = ErrorBody, ...others } = stream.events
  const schemas = Object.entries({ ...others, error }).map(([event, data]) => ({
    type: 'object',
    title: event,
    properties: { event: { const: event }, data: hoist(data, components) },
    required: ['event', 'data'],
  }))
  return {
    'text/event-stream': {
      schema: { type: 'array', description: 'Events, one after the other.', items: { oneOf: schemas } },
    },
  }
}

const NOT_MODIFIED = 'What `If-None-Match` names is current; there is no body.'

/** Endpoints with the same errors of a status share one response, named after its codes. */
function errorResponse(
  endpoint: Endpoint,
  codes: readonly ErrorCode[],
  responses: Map<string, Json>,
): { $ref: string } {
  const status = ERRORS[codes[0] ?? 'INTERNAL_ERROR'].status
  const retry = codes.some((code) => [429, 503].includes(ERRORS[code].status))
  const name = [...(endpoint.auth === 'public' ? ['public'] : []), status, ...codes].join('.')
  responses.set(name, {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers: namedHeaders([
      ...commonHeaders(endpoint),
      ...(retry ? (['Retry-After'] as const) : []),
      // RFC 6750 section 3.1: a token that is sent twice or in the wrong place is a 400 with a challenge.
      ...(endpoint.auth !== 'public' && [400, 401].includes(status) ? (['WWW-Authenticate'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  })
  return { $ref: `#/components/responses/${name}` }
}

function exampleOf(code: ErrorCode): Json {
  return { detail: ERRORS[code].meaning.replaceAll('`', ''), code, status: ERRORS[code].status }
}

/** Copies a schema, moving every part with an `$id` to the components. */
function hoist(schema: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => hoist(each, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, ...rest } = schema as Json
  if (typeof $id === 'string' && components.has($id)) return { $ref: `#/components/schemas/${$id}` }
  if (typeof $id === 'string') components.set($id, {})
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'examples' ? value : hoist(value, components)]),
  )
  if (typeof $id !== 'string') return copy
  components.set($id, copy)
  return { $ref: `#/components/schemas/${$id}` }
}

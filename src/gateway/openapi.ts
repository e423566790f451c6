import { errorCodesOf, ERRORS, isConditional } from '../contract/errors.ts'
import { ErrorBody } from '../contract/common.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ErrorCode } from '../kernel/fail.ts'

type Json = Record<string, unknown>

export interface OpenApiInfo {
  version: string
  /** Says so in the description when the numbers are simulated. */
  simulated: boolean
  /** What the groups say of themselves. */
  tags: ReadonlyArray<{ name: string; about: string }>
}

/** The OpenAPI 3.1 document of the contract: schemas with an `$id` become components. */
export function openApiDocument(endpoints: readonly Endpoint[], info: OpenApiInfo): Json {
  const components = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint, components)
  }
  hoist(ErrorBody, components)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tidemark',
      version: info.version,
      summary: 'Market intelligence behind one API, one identity and one quota.',
      description: description(info.simulated),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that sent this document.' }],
    security: [{ bearer: [] }],
    tags: info.tags.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
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

function description(simulated: boolean): string {
  const base =
    'Errors have one shape: `{detail, code, status}`. Timestamps are ISO 8601 UTC, dates YYYY-MM-DD. A value that is ' +
    'unavailable is null, never 0. Text is valid Unicode on one line, without NUL and control characters, of at most 1,000 ' +
    'characters (code points) unless said otherwise: of a field with `x-text: name` invisible characters are taken out, with ' +
    '`x-text: identifier` they are refused. Numbers that are sent are 0 or from 1e-9 to 1e15 in size, dates that are sent in a ' +
    'body from 1960-01-01 to 2098-12-31. Names tell the unit: `*_pct` is percent, yields are fractions. Limits are never clamped. ' +
    'Every answer carries `X-Request-Id`; every response to a token carries `RateLimit-Limit`, `RateLimit-Remaining` and ' +
    '`RateLimit-Reset` (seconds until the oldest counted request leaves the 60 s window). A call counts 1, or as much as ' +
    'its `x-cost` says where it costs the server more, and `x-cost-with` where a parameter that is true makes it so.'
  return simulated ? `**This server shows the demo market: every number is simulated.**\n\n${base}` : base
}

function operation(endpoint: Endpoint, components: Map<string, Json>): Json {
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
    ...(endpoint.idempotent === true ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.auth === 'public' ? { security: [] } : {}),
    ...costOf(endpoint),
    ...(endpoint.socket === undefined ? {} : { 'x-websocket': hoist(endpoint.socket, components) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.bodyOptional !== true,
            content: { 'application/json': { schema: hoist(endpoint.body, components) } },
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

function responsesOf(endpoint: Endpoint, components: Map<string, Json>): Json {
  const codes = errorCodesOf(endpoint)
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  const errors = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, each]) => [String(status), errorResponse(each)] as const)
  const headers = Object.entries(endpoint.replyHeaders ?? {}).map(
    ([name, text]) => [name, { description: text, schema: { type: 'string' } }] as const,
  )
  const success = {
    description: endpoint.summary,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    content: contentOf(endpoint, components),
  }
  const created = endpoint.creates === true ? { 201: { ...success, description: 'Created' } } : {}
  return {
    ...(endpoint.socket === undefined
      ? { [String(endpoint.status ?? 200)]: success }
      : { '101': { description: 'The connection is a WebSocket.' } }),
    ...created,
    ...(isConditional(endpoint) ? { '304': NOT_MODIFIED } : {}),
    ...Object.fromEntries(errors),
  }
}

/** What a response of success holds: one value, events, or a file. */
function contentOf({ reply, stream }: Endpoint, components: Map<string, Json>): Json {
  if (stream === undefined) return { 'application/json': { schema: hoist(reply, components) } }
  if (stream.kind === 'attachment') {
    return Object.fromEntries(stream.mediaTypes.map((type) => [type, { schema: { type: 'string' } }]))
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

const NOT_MODIFIED: Json = {
  description: 'What `If-None-Match` names is current; there is no body.',
}

function errorResponse(codes: readonly ErrorCode[]): Json {
  const retry = codes.some((code) => [429, 503].includes(ERRORS[code].status))
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    ...(retry
      ? {
          headers: {
            'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 } },
          },
        }
      : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }
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

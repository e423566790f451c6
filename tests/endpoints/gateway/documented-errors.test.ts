import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import { boot, type CallOptions } from '../../support/harness.ts'

interface Described {
  description: string
}

interface Operation {
  responses: Record<string, Described | { $ref: string } | undefined>
}

const ROOT = new URL('../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')
const openApi = JSON.parse(read('openapi.json')) as {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Described> }
}
const errorsPage = read('docs/errors.md').split('\n')

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' } })
const token = `Bearer ${await api.token('admin@demo.test')}`
const id = await api.idOf('AAPL')

const JSON_TYPE = { 'content-type': 'application/json' }
const DEFAULT_LIMIT = 256 * 1024

const pathOf = ({ path }: Endpoint): string => path.replace('{entity_id}', id).replace('{mic}', 'XNAS')

/** What the published pages say of a response: nothing when they know it. */
function missing(endpoint: Endpoint, status: number, code: string): string[] {
  const operation = openApi.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
  const response = operation?.responses[String(status)]
  const { description: described = '' } =
    (response !== undefined && '$ref' in response
      ? openApi.components.responses[response.$ref.split('/').at(-1) ?? '']
      : response) ?? {}
  const row = errorsPage.find((line) => line.startsWith(`| \`${code}\` | ${status} |`)) ?? ''
  const where = row.split('|').at(-2) ?? ''
  const isNamed = /anywhere|every endpoint with a token/.test(where) || where.includes(`\`${endpoint.id}\``)
  return [
    ...(described.includes(`\`${code}\``) ? [] : [`openapi.json: ${endpoint.id} ${status} ${code}`]),
    ...(isNamed ? [] : [`docs/errors.md: ${endpoint.id} ${status} ${code}`]),
  ]
}

/** How the endpoint answers, and where that is not documented. */
async function outcome(endpoint: Endpoint, options: CallOptions, query = ''): Promise<[string, string[]]> {
  const { status, body } = await api.call(pathOf(endpoint) + query, {
    method: endpoint.method,
    token: endpoint.auth === 'public' ? null : token,
    ...options,
  })
  return [`${status} ${body.code}`, missing(endpoint, status, body.code)]
}

describe.each(ENDPOINTS.filter(({ method }) => method !== 'GET'))(
  '$method $path: openapi.json and docs/errors.md know',
  (endpoint) => {
    test('413 PAYLOAD_TOO_LARGE', async () => {
      const body = JSON.stringify('x'.repeat(endpoint.bodyLimitBytes ?? DEFAULT_LIMIT))
      expect(await outcome(endpoint, { headers: JSON_TYPE, body })).toEqual(['413 PAYLOAD_TOO_LARGE', []])
    })

    test('415 UNSUPPORTED_MEDIA_TYPE', async () => {
      const headers = { 'content-type': 'text/csv' }
      expect(await outcome(endpoint, { headers, body: 'a,b' })).toEqual(['415 UNSUPPORTED_MEDIA_TYPE', []])
    })

    test('400 MALFORMED_REQUEST', async () => {
      expect(await outcome(endpoint, { headers: JSON_TYPE, body: '{' })).toEqual([
        '400 MALFORMED_REQUEST',
        [],
      ])
    })
  },
)

test.each(ENDPOINTS.filter(({ method }) => method !== 'GET'))(
  '$method $path: openapi.json and docs/errors.md know 422 VALIDATION_ERROR',
  async (endpoint) => {
    expect(await outcome(endpoint, { json: 'no object' })).toEqual(['422 VALIDATION_ERROR', []])
  },
)

test.each(ENDPOINTS.filter(({ query }) => query !== undefined))(
  '$method $path: openapi.json and docs/errors.md know 422 INVALID_PARAMETER',
  async (endpoint) => {
    const [name] = Object.keys(endpoint.query?.properties ?? {})
    expect(await outcome(endpoint, {}, `?${name}=a&${name}=b`)).toEqual(['422 INVALID_PARAMETER', []])
  },
)

test.each(ENDPOINTS.filter(({ auth }) => auth !== 'public'))(
  '$method $path: openapi.json and docs/errors.md know 401 TOKEN_MISSING and 403 PERMISSION_DENIED',
  async (endpoint) => {
    expect(await outcome(endpoint, { token: null })).toEqual(['401 TOKEN_MISSING', []])
    if (endpoint.auth !== 'admin') return
    expect(await outcome(endpoint, { token: `Bearer ${await api.token()}` })).toEqual([
      '403 PERMISSION_DENIED',
      [],
    ])
  },
)

test('the response 304 is documented for a GET of one value and for nothing else', async () => {
  const documented = ENDPOINTS.filter(
    ({ path, method }) => openApi.paths[path]?.[method.toLowerCase()]?.responses['304'] !== undefined,
  )
  expect(documented).toEqual(ENDPOINTS.filter(({ method, reply }) => method === 'GET' && reply !== undefined))
  const { headers } = await api.get('/v1/auth/me', { token })
  const again = await api.get('/v1/auth/me', {
    token,
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

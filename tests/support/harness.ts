import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { type Env, withDemoDefaults } from '../../src/config/env.ts'
import { DATE_RULE, ErrorBody, NUMBER_RULE, TEXT_RULE } from '../../src/contract/common.ts'
import type { Endpoint, Route } from '../../src/contract/endpoint.ts'
import { errorCodesOf, ERRORS } from '../../src/contract/errors.ts'
import { openApiDocument } from '../../src/gateway/documentation/openapi.ts'
import { ENDPOINTS } from '../../src/wiring/groups.ts'
import type { Timeouts } from '../../src/gateway/http-app.ts'
import { createImporter, type Importer } from '../../src/groups/instruments/index.ts'
import type { ErrorCode } from '../../src/kernel/fail.ts'
import type { Logger } from '../../src/kernel/logger.ts'
import { WorkGate } from '../../src/kernel/work-gate.ts'
import { parseDay, parseInstant } from '../../src/kernel/time.ts'
import type { LoadShedder } from '../../src/gateway/load.ts'
import type { Clock } from '../../src/ports/clock.ts'
import { type Server, startServer } from '../../src/server.ts'
import { busOf, type OpenStorage } from '../../src/wiring/storage.ts'
import { openTestStorage } from './database.ts'

export interface Reply {
  status: number
  headers: Headers
  body: any
  text: string
}

export interface CallOptions {
  /** Null sends none; a text is sent as it is. */
  token?: string | null
  headers?: Record<string, string>
  method?: string
  json?: unknown
  body?: string | Uint8Array
}

/** Talks to a server over real HTTP and holds every response against the contract. */
export interface Api {
  url: string
  server: Server
  storage: OpenStorage
  log: LogLine[]
  get(path: string, options?: CallOptions): Promise<Reply>
  call(path: string, options?: CallOptions): Promise<Reply>
  /** A fresh dev token. */
  token(email?: string): Promise<string>
  /** The id of the instrument with that ticker; of several the best match. */
  idOf(ticker: string): Promise<string>
  /** Stores listings and bars as the command line does. */
  importer(): Importer
  close(): Promise<void>
}

export interface LogLine {
  level: string
  message: string
  fields: Record<string, unknown>
}

export interface BootOptions {
  env?: Env
  clock?: Clock
  timeouts?: Partial<Timeouts>
  /** Decides what is refused under overload; nothing is without it, because a busy machine is not what a test means. */
  load?: LoadShedder
  /** Endpoints of the test, beside those of the groups. */
  moreRoutes?: readonly Route[]
  /** The long work of the server; unless given, it may take as long as a test, for the same reason. */
  gate?: WorkGate
}

/** As long as a test may take. */
const TEST_MS = 60_000

/** Starts a server in this process on a free port with a database of its own; it is closed after the file. */
export async function boot({ env = {}, load, gate, ...given }: BootOptions = {}): Promise<Api> {
  const storage = await openTestStorage()
  const log: LogLine[] = []
  const config = readConfig(withDemoDefaults({ ...QUIET, ...env }))
  const server = await startServer(config, recordingLogger(log), {
    ...given,
    storage,
    load: load ?? null,
    gate: gate ?? new WorkGate({ deadlineMs: TEST_MS }),
  })
  const api = createApi({ server, storage, log }, () => given.clock?.now() ?? Date.now())
  afterAll(() => api.close())
  return api
}

/** A free port, no simulated news but where they are asked for, and the names that raw requests of tests have in their Host header. */
const QUIET: Env = { PORT: '0', OPS_PORT: '0', ALLOWED_HOSTS: 'test,x', DEMO_NEWS_DAYS: '0' }

const TOKEN_RENEWAL_MS = 30 * 60_000

function createApi(
  { server, storage, log }: Pick<Api, 'server' | 'storage' | 'log'>,
  now: () => number,
): Api {
  let own = { token: '', until: Number.NEGATIVE_INFINITY }
  let closed = false

  async function ownToken(): Promise<string> {
    if (now() >= own.until) own = { token: await api.token(), until: now() + TOKEN_RENEWAL_MS }
    return own.token
  }

  const api: Api = {
    url: server.url,
    server,
    storage,
    log,
    get: (path, options) => api.call(path, options),
    async call(path, { token, headers = {}, method, json, body } = {}) {
      const sent: Record<string, string> = { ...headers }
      if (token === undefined) sent['authorization'] = `Bearer ${await ownToken()}`
      else if (token !== null) sent['authorization'] = token
      if (json !== undefined) sent['content-type'] = 'application/json'
      const payload = json === undefined ? body : JSON.stringify(json)
      const response = await fetch(server.url + path, {
        method: method ?? (payload === undefined ? 'GET' : 'POST'),
        headers: sent,
        redirect: 'manual',
        ...(payload === undefined ? {} : { body: payload as string }),
      })
      const text = await response.text()
      const reply = { status: response.status, headers: response.headers, text, body: parse(text) }
      checkAgainstContract(method ?? (payload === undefined ? 'GET' : 'POST'), path, reply)
      return reply
    },
    async token(email = `${Math.random().toString(36).slice(2)}@harness.test`) {
      const issued = await server.devTokens?.issue(email)
      if (issued === undefined) throw new Error('dev-login is off')
      return issued.token
    },
    async idOf(ticker) {
      const { body } = await api.get(`/v1/instruments/search?q=${encodeURIComponent(ticker)}&limit=1`)
      const [first] = body.items
      if (first?.ticker !== ticker) throw new Error(`${ticker} is not listed`)
      return first.entity_id
    },
    importer: () => createImporter(storage.storage.db, busOf(storage.storage)),
    async close() {
      if (closed) return
      closed = true
      await server.close()
    },
  }
  return api
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  keywords: [TEXT_RULE, NUMBER_RULE, DATE_RULE],
  formats: {
    date: (text: string) => parseDay(text) !== null,
    'date-time': (text: string) => parseInstant(text) !== null && text.endsWith('Z'),
  },
})
const validators = new Map<unknown, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  let validate = validators.get(schema)
  if (validate === undefined) {
    const plain = JSON.parse(
      JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)),
    )
    validators.set(schema, (validate = ajv.compile(plain)))
  }
  return validate
}

/** Every answer of the API, right or wrong, must be what the contract says; a test need not ask for it. */
function checkAgainstContract(method: string, path: string, { status, body, headers, text }: Reply): void {
  if (!path.startsWith('/v1/') || path.startsWith('/v1/openapi.json') || method === 'HEAD') return
  if (status === 204) return
  if (headers.get('x-request-id') === null) throw new Error('no X-Request-Id')
  const endpoint = endpointAt(method, path.split('?')[0] ?? '')
  // What is answered before the router has found the endpoint is documented for none.
  const beside = [404, 405].includes(status) && !hasStatus(endpoint, status)
  if (endpoint !== undefined && !beside) checkAgainstOpenApi(endpoint, status, headers)
  if (status === 304) return
  if (status >= 400) {
    if (!validatorOf(ErrorBody)(body)) throw new Error(`not the error body: ${text}`)
    const { code, status: said } = body as { code: ErrorCode; status: number }
    if (said !== status || ERRORS[code]?.status !== status) throw new Error(`status ${status} with ${text}`)
    // These two say that no endpoint is there.
    if (endpoint === undefined || code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED') return
    if (!errorCodesOf(endpoint).includes(code))
      throw new Error(`${endpoint.id} answered ${code}, which is not documented`)
    return
  }
  if (endpoint === undefined)
    throw new Error(`${method} ${path} answered ${status} and is not in the contract`)
  if (endpoint.reply === undefined) return
  const validate = validatorOf(endpoint.reply)
  if (!validate(body))
    throw new Error(`${endpoint.id}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`)
}

interface Documented {
  headers?: Record<string, unknown>
}

/** What the published document says of each endpoint: statuses with their headers. */
const documented = new Map<Endpoint, ReadonlyMap<string, Documented>>()
const openApi = openApiDocument(ENDPOINTS, { version: '0', simulated: false, tags: [] }) as {
  paths: Record<string, Record<string, { responses: Record<string, Documented & { $ref?: string }> }>>
  components: { responses: Record<string, Documented> }
}

function documentedResponses(endpoint: Endpoint): ReadonlyMap<string, Documented> {
  let known = documented.get(endpoint)
  if (known === undefined) {
    const { responses } = openApi.paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? { responses: {} }
    const resolved = Object.entries(responses).map(
      ([status, each]) =>
        [status, openApi.components.responses[each.$ref?.split('/').at(-1) ?? ''] ?? each] as const,
    )
    documented.set(endpoint, (known = new Map(resolved)))
  }
  return known
}

const hasStatus = (endpoint: Endpoint | undefined, status: number): boolean =>
  endpoint !== undefined && documentedResponses(endpoint).has(String(status))

/** What HTTP itself, browsers and proxies need: no client of the API reads it. */
const PLUMBING =
  /^(access-control-.*|allow|connection|content-.*|date|keep-alive|referrer-policy|strict-transport-security|transfer-encoding|vary|x-accel-buffering)$/
const NOSNIFF = 'x-content-type-options'

/** Every status and every header that is met is one that OpenAPI names. */
function checkAgainstOpenApi(endpoint: Endpoint, status: number, headers: Headers): void {
  const response = documentedResponses(endpoint).get(String(status))
  if (response === undefined) throw new Error(`${endpoint.id}: status ${status} is not in OpenAPI`)
  const named = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()))
  const met = [...headers.keys()].filter((name) => !PLUMBING.test(name) && name !== NOSNIFF)
  const unnamed = met.filter((name) => !named.has(name))
  if (unnamed.length > 0) throw new Error(`${endpoint.id} ${status}: ${unnamed.join()} are not in OpenAPI`)
}

/** Paths without parameters win, as they do in the router. */
function endpointAt(method: string, pathname: string): Endpoint | undefined {
  const matching = ENDPOINTS.filter(
    (each) =>
      each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  return matching.toSorted((one, other) => parametersIn(one) - parametersIn(other))[0]
}

const parametersIn = ({ path }: Endpoint): number => path.split('{').length - 1

function recordingLogger(log: LogLine[]): Logger {
  const at = (level: string) => (fields: object, message: string) =>
    void log.push({ level, message, fields: fields as Record<string, unknown> })
  return {
    isLevelEnabled: () => true,
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  }
}

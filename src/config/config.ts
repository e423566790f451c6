import { isIP } from 'node:net'
import { foldEmail } from '../kernel/email.ts'
import { COVERED_YEARS } from '../market/calendar/rules.ts'
import { fieldsOf, type Instant, MINUTE_MS, parseInstant, utcDay } from '../kernel/time.ts'
import type { Env } from './env.ts'
import { isLoopback } from './loopback.ts'
import { type EndpointConfig, type LlmConfig, readEndpoint, readLlm } from './models.ts'
import { ConfigError, Reader, shown } from './reader.ts'
import { VARIABLES } from './variables.ts'

export type Tier = 'free' | 'pro' | 'enterprise'
export type Role = 'all' | 'gateway' | 'worker'
export type RequiredMark = 'at+jwt' | 'jti'
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

/** The validated, frozen settings of a process. */
export interface Config {
  host: string
  port: number
  /** 0 = off. */
  opsPort: number
  dataDir: string
  /** Null = embedded. */
  databaseUrl: string | null
  /** The same database for what needs a session; null = `databaseUrl`. */
  databaseDirectUrl: string | null
  /** Null = each process counts and caches by itself. */
  redisUrl: string | null
  role: Role
  /** Of another server; null without one. */
  oidc: OidcConfig | null
  /** The identity provider that comes with the gateway; null = off. */
  bundledProvider: BundledProviderConfig | null
  devLogin: boolean
  /** Folded as `foldEmail` does. */
  adminEmails: readonly string[]
  /** Of the identity provider, whichever it is. */
  adminSubjects: readonly string[]
  defaultTier: Tier
  upstreams: readonly string[]
  demoSeed: string
  /** Days of simulated news before now. */
  demoNewsDays: number
  /** Folded as `foldEmail` does; null for nobody. */
  demoAccountEmail: string | null
  /** Names the feeds that are visited; null for none. */
  newsFeedsFile: string | null
  /** Writes the answers of chat; null for none. */
  llm: LlmConfig | null
  embeddings: EndpointConfig | null
  corsOrigins: readonly string[]
  trustProxy: readonly string[]
  /** Names and IP addresses in lower case, without port. */
  allowedHosts: readonly string[]
  marketStart: Instant | null
  logLevel: LogLevel
  production: boolean
}

export interface OidcConfig {
  authUrl: string
  audiences: readonly string[]
  clientId: string | null
  tenantClaim: string
  emailClaim: string
  /** Claim that holds `admin` for administrators; null = none does. */
  roleClaim: string | null
  /** How long the provider's last keys are used while it is unreachable, in milliseconds. */
  staleMs: number
  /** What an access token must have beyond the usual. */
  required: readonly RequiredMark[]
}

export interface BundledProviderConfig {
  clientId: string
  /** The first is put into tokens, any is taken. */
  audiences: readonly string[]
}

/** The exact value of AUTH_URL that turns on the provider of this gateway. */
const BUNDLED = 'bundled'
const BUNDLED_CLIENT_ID = 'tidemark'
const BUNDLED_AUDIENCE = 'tidemark'
const KNOWN_UPSTREAMS = ['demo']
/** A misspelt name with one of these beginnings would otherwise be ignored in silence. */
const OWN_PREFIXES = ['OIDC_', 'DEV_LOGIN_', 'LLM_', 'EMBEDDINGS_', 'NEWS_FEEDS_']
const TIERS = ['free', 'pro', 'enterprise'] as const
const ROLES = ['all', 'gateway', 'worker'] as const

const REQUIRED_MARKS = ['at+jwt', 'jti'] as const
const DEFAULT_STALE_MINUTES = 60
/** A provider that is well is asked every five minutes. */
const MIN_STALE_MINUTES = 10
const MAX_STALE_MINUTES = 10_080
/** Market time needs sessions before it and after it. */
const [FIRST_YEAR, LAST_YEAR] = [COVERED_YEARS.first + 1, COVERED_YEARS.last - 1]
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** What the configuration is read for: a command of the command line needs nobody to be able to log in. */
export type Purpose = 'server' | 'command'

/** Validates the environment. Throws {@link ConfigError} with every problem. */
export function readConfig(env: Env, purpose: Purpose = 'server'): Config {
  const reader = new Reader(env)
  const production = reader.text('NODE_ENV') === 'production'
  const config: Config = {
    host: readHost(reader),
    port: reader.port('PORT', 8080),
    opsPort: reader.port('OPS_PORT', 0),
    dataDir: reader.text('DATA_DIR') ?? './.data',
    databaseUrl: readDatabase(reader, 'DATABASE_URL'),
    databaseDirectUrl: readDatabase(reader, 'DATABASE_DIRECT_URL'),
    redisUrl: readRedis(reader),
    role: reader.oneOf('ROLE', ROLES, 'all'),
    oidc: readOidc(reader),
    bundledProvider: readBundledProvider(reader),
    // The exact word, untrimmed: "TRUE", "1" and "true " stay off.
    devLogin: reader.raw('DEV_LOGIN_ENABLED') === 'true',
    adminEmails: readAdmins(reader),
    adminSubjects: reader.list('ADMIN_SUBJECTS'),
    defaultTier: reader.oneOf('DEFAULT_TIER', TIERS, 'free'),
    upstreams: readUpstreams(reader),
    demoSeed: reader.text('DEMO_SEED') ?? 'tidemark',
    demoNewsDays: reader.integer('DEMO_NEWS_DAYS', { least: 0, most: 365, fallback: 90 }),
    demoAccountEmail: readDemoAccount(reader),
    newsFeedsFile: reader.text('NEWS_FEEDS_FILE'),
    llm: readLlm(reader),
    embeddings: readEndpoint(reader, 'EMBEDDINGS'),
    corsOrigins: readOrigins(reader),
    trustProxy: readProxies(reader),
    allowedHosts: readHosts(reader),
    marketStart: readMarketStart(reader, production),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    production,
  }
  checkTogether(reader, config, purpose)
  checkNames(reader, env, config)
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return Object.freeze(config)
}

function readHost(reader: Reader): string {
  const host = reader.text('HOST') ?? '127.0.0.1'
  return host === 'localhost' || isIP(host) !== 0
    ? host
    : reader.problem(host, `HOST must be an IP address or localhost, not ${shown(host)}.`)
}

function readRedis(reader: Reader): string | null {
  const url = reader.url('REDIS_URL', ['redis:', 'rediss:'])
  if (url === null) return null
  const { username, password, pathname } = new URL(url)
  if (!isPercentEncoded(username + password)) {
    reader.problem(null, 'REDIS_URL must have its user and password in percent-encoding: %25 is a %.')
  }
  if (!/^\/?\d{0,4}$/.test(pathname)) {
    reader.problem(null, 'REDIS_URL must have nothing behind the host but the number of a database.')
  }
  return url
}

/** The driver mends an address with a bare % or a blank by encoding all of it, the brackets of an IPv6 host as well. */
function readDatabase(reader: Reader, name: string): string | null {
  const url = reader.url(name, ['postgres:', 'postgresql:'])
  if (url === null || (isPercentEncoded(url) && !url.includes(' '))) return url
  return reader.problem(null, `${name} must be in percent-encoding: %25 is a %, and %20 a blank.`)
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function readBundledProvider(reader: Reader): BundledProviderConfig | null {
  if (reader.raw('AUTH_URL') !== BUNDLED) return null
  const clientId = reader.text('OIDC_CLIENT_ID') ?? BUNDLED_CLIENT_ID
  // RFC 6749 appendix A.1.
  if (!/^[\x20-\x7e]+$/.test(clientId)) {
    reader.problem(null, 'OIDC_CLIENT_ID must be printable ASCII with AUTH_URL=bundled.')
  }
  const audiences = reader.list('OIDC_AUDIENCE')
  return { clientId, audiences: audiences.length === 0 ? [BUNDLED_AUDIENCE] : audiences }
}

function readOidc(reader: Reader): OidcConfig | null {
  // Checked with the bundled provider and without any, too: a value that is bad now is bad on the day that it counts.
  const [staleMinutes, required] = [readStaleMinutes(reader), readRequiredMarks(reader)]
  if (reader.raw('AUTH_URL') === BUNDLED) return null
  const authUrl = reader.url('AUTH_URL', ['https:', 'http:'])
  if (authUrl === null) return null
  const { protocol, hostname, username, password, search, hash } = new URL(authUrl)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    reader.problem(null, `AUTH_URL must be https unless it is a loopback address.`)
  }
  if (username + password + search + hash !== '') {
    reader.problem(null, 'AUTH_URL must be an address without user, password, query and fragment.')
  }
  return {
    authUrl: authUrl.replace(/\/+$/, ''),
    audiences: reader.list('OIDC_AUDIENCE'),
    clientId: reader.text('OIDC_CLIENT_ID'),
    tenantClaim: reader.text('OIDC_TENANT_CLAIM') ?? 'tenant_id',
    emailClaim: reader.text('OIDC_EMAIL_CLAIM') ?? 'email',
    roleClaim: reader.text('OIDC_ROLE_CLAIM'),
    staleMs: staleMinutes * MINUTE_MS,
    required,
  }
}

function readStaleMinutes(reader: Reader): number {
  const text = reader.text('OIDC_STALE_MINUTES')
  if (text === null) return DEFAULT_STALE_MINUTES
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return value >= MIN_STALE_MINUTES && value <= MAX_STALE_MINUTES
    ? value
    : reader.problem(
        DEFAULT_STALE_MINUTES,
        `OIDC_STALE_MINUTES must be from ${MIN_STALE_MINUTES} to ${MAX_STALE_MINUTES} minutes, not ${shown(text)}.`,
      )
}

function readRequiredMarks(reader: Reader): RequiredMark[] {
  return reader.list('OIDC_REQUIRE').flatMap((name) => {
    const known = REQUIRED_MARKS.find((each) => each === name)
    if (known !== undefined) return [known]
    return reader.problem([], `OIDC_REQUIRE must list ${REQUIRED_MARKS.join(', ')}, not ${shown(name)}.`)
  })
}

function readUpstreams(reader: Reader): string[] {
  const names = reader.list('UPSTREAMS')
  for (const name of names) {
    if (!KNOWN_UPSTREAMS.includes(name)) {
      reader.problem(
        null,
        `UPSTREAMS names ${shown(name)}; this release knows ${KNOWN_UPSTREAMS.join(', ')}.`,
      )
    }
  }
  return [...new Set(names)]
}

function readDemoAccount(reader: Reader): string | null {
  const email = reader.text('DEMO_ACCOUNT_EMAIL')
  if (email === null) return null
  if (!/^[^@]+@[^@]+$/.test(email)) {
    reader.problem(null, `DEMO_ACCOUNT_EMAIL must be an e-mail address, not ${shown(email)}.`)
  }
  return foldEmail(email)
}

function readAdmins(reader: Reader): string[] {
  const emails = reader.list('ADMIN_EMAILS').map(foldEmail)
  for (const email of emails) {
    if (!/^[^@]+@[^@]+$/.test(email)) {
      reader.problem(null, `ADMIN_EMAILS must list e-mail addresses, not ${shown(email)}.`)
    }
  }
  return emails
}

function readOrigins(reader: Reader): string[] {
  return reader.list('CORS_ORIGINS').filter((origin) => {
    const exact = URL.canParse(origin) && new URL(origin).origin === origin && !origin.includes('*')
    if (!exact)
      reader.problem(
        null,
        `CORS_ORIGINS must list origins such as https://app.example, not ${shown(origin)}.`,
      )
    return exact
  })
}

function readProxies(reader: Reader): string[] {
  return reader.list('TRUST_PROXY').filter((proxy) => {
    const [address = '', bits, ...more] = proxy.split('/')
    const version = isIP(address)
    const valid =
      version !== 0 &&
      more.length === 0 &&
      (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
    if (!valid) reader.problem(null, `TRUST_PROXY must list addresses or CIDR ranges, not ${shown(proxy)}.`)
    return valid
  })
}

function readHosts(reader: Reader): string[] {
  return reader.list('ALLOWED_HOSTS').map((host) => {
    if (isIP(host) === 0 && !/^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252}[A-Za-z0-9_])?$/.test(host)) {
      reader.problem(null, `ALLOWED_HOSTS must list names or IP addresses without port, not ${shown(host)}.`)
    }
    return host.toLowerCase()
  })
}

function readMarketStart(reader: Reader, production: boolean): Instant | null {
  const text = reader.text('CLOCK_START')
  if (text === null) return null
  if (production) reader.problem(null, 'CLOCK_START is refused with NODE_ENV=production.')
  const instant = parseInstant(text)
  if (instant === null) {
    return reader.problem(
      null,
      `CLOCK_START must be an ISO 8601 instant such as 2017-09-01T14:30:00Z, not ${shown(text)}.`,
    )
  }
  const { year } = fieldsOf(utcDay(instant))
  return year >= FIRST_YEAR && year <= LAST_YEAR
    ? instant
    : reader.problem(null, `CLOCK_START must lie between ${FIRST_YEAR} and ${LAST_YEAR}.`)
}

function checkTogether(reader: Reader, config: Config, purpose: Purpose): void {
  if (config.devLogin && config.production) {
    reader.problem(
      null,
      'DEV_LOGIN_ENABLED=true is refused with NODE_ENV=production: anybody could log in as anyone.',
    )
  }
  if (config.bundledProvider !== null && config.production) {
    reader.problem(
      null,
      'AUTH_URL=bundled is refused with NODE_ENV=production: anybody could log in as anyone.',
    )
  }
  const login = config.devLogin || config.oidc !== null || config.bundledProvider !== null
  // A worker answers nobody.
  if (purpose === 'server' && config.role !== 'worker' && !login) {
    reader.problem(
      null,
      'AUTH_URL is not set and dev-login is off, so nobody could log in. To look around, run "npm run demo". To serve others, set ' +
        'AUTH_URL to your OpenID Connect provider (docs/operating.md), and run "npm start" again.',
    )
  }
  if (config.databaseDirectUrl !== null && config.databaseUrl === null) {
    reader.problem(null, 'DATABASE_DIRECT_URL is set and DATABASE_URL is not: set both or neither.')
  }
  if (config.role !== 'all' && (config.databaseUrl === null || config.redisUrl === null)) {
    reader.problem(null, `ROLE=${config.role} needs DATABASE_URL and REDIS_URL.`)
  }
}

function checkNames(reader: Reader, env: Env, config: Config): void {
  const known = new Set(VARIABLES.map(({ name }) => name))
  const prefixes = [...OWN_PREFIXES, ...config.upstreams.map((name) => `${name.toUpperCase()}_`)]
  for (const name of Object.keys(env).sort()) {
    if (!known.has(name) && prefixes.some((prefix) => name.startsWith(prefix))) {
      reader.problem(null, `${name} is not a setting of Tidemark: docs/configuration.md lists them.`)
    }
  }
}

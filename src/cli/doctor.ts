import { BUNDLED_KEY, createBundledProvider } from '../adapters/identity/bundled/index.ts'
import { createDevVerifier } from '../adapters/identity/dev-login.ts'
import { createOidcVerifier } from '../adapters/identity/oidc.ts'
import { createFileKeyStore, loadSigningKey } from '../adapters/identity/signing-key.ts'
import { createTokenVerifier } from '../adapters/identity/verifier.ts'
import { pendingMigrations } from '../adapters/storage/migrate.ts'
import { formatInstantSeconds } from '../kernel/time.ts'
import { type Config, readConfig } from '../config/config.ts'
import { ConfigError } from '../config/reader.ts'
import { readEnv } from '../config/env.ts'
import { createLoginState, standingOf } from '../groups/auth/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { IssuerVerifier } from '../ports/identity.ts'
import { hasRealProvider } from '../wiring/identity.ts'
import { keyStoreOf } from '../wiring/state.ts'
import type { OpenStorage } from '../wiring/storage.ts'
import { attachOrOpen, type CommandContext, serverUrl } from './context.ts'
import { EXIT_FAILURE, EXIT_OK } from './report.ts'
import { askReadiness, type RunningServer, runningServer } from './running-server.ts'

export interface DoctorOptions {
  /** An access token to be explained. */
  token?: string | undefined
  /** Looks at the settings of this shell also where a server is running with its own. */
  shell?: boolean | undefined
}

const DEV_LOGIN = 'dev-login'

/** What one part of the installation is like. */
interface Finding {
  part: string
  ok: boolean
  detail: string
}

/**
 * `doctor [--token T] [--shell]`: looks at everything the server depends on and says what to set; where a server runs on the data directory,
 * at that server. Exit 1 when something is wrong.
 */
export async function examine(
  { config: own, output }: CommandContext,
  { token, shell = false }: DoctorOptions,
  clock: Clock,
): Promise<number> {
  const open = await attachOrOpen(own)
  const findings: Finding[] = []
  try {
    // Whoever has the data directory open is no other server.
    const server = open.dataDir === null ? runningServer(own) : null
    const settings = shell ? null : (server?.settings ?? null)
    const config = settings === null ? own : { ...own, ...settings }
    findings.push(await examineServer(own, server))
    findings.push(...examineConfiguration(config, settings === null ? 'this shell' : 'that server'))
    findings.push(await examineDatabase(open))
    findings.push(...(await examineIdentity(config, { open, token, clock })))
  } finally {
    await open.close()
  }
  const ok = findings.every((each) => each.ok)
  output.result({ ok, findings }, findings.map(lineOf))
  return ok ? EXIT_OK : EXIT_FAILURE
}

function lineOf({ part, ok, detail }: Finding): string {
  return `${ok ? 'ok   ' : 'WRONG'}  ${part}: ${detail}`
}

async function examineServer(config: Config, server: RunningServer | null): Promise<Finding> {
  const part = 'server'
  if (server === null && config.databaseUrl === null) {
    return { part, ok: true, detail: `none is running on ${config.dataDir}` }
  }
  const { url, ready, troubles } = await askReadiness(config)
  const who = server === null ? `one at ${url}` : `process ${server.pid} at ${url}`
  if (ready === null) {
    return {
      part,
      ok: server === null,
      detail: server === null ? `none answers at ${url}` : `${who} does not answer`,
    }
  }
  return {
    part,
    ok: ready,
    detail: ready ? `${who} is ready` : `${who} is not ready: ${troubles.join('; ')}`,
  }
}

function examineConfiguration(
  { devLogin, production, upstreams, ...config }: Config,
  whose: string,
): Finding[] {
  const part = `settings of ${whose}`
  if (whose === 'this shell') {
    try {
      readConfig(readEnv(), 'server')
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return error.problems.map((detail) => ({ part, ok: false, detail }))
    }
  }
  const sources =
    upstreams.length === 0 ? 'imported data alone' : `imported data, then ${upstreams.join(', ')}`
  const login = devLogin ? 'dev-login is on: anybody who reaches the server can log in' : 'dev-login is off'
  const market =
    config.marketStart === null ? '' : `, market time began at ${formatInstantSeconds(config.marketStart)}`
  return [
    { part, ok: true, detail: `${production ? 'production, ' : ''}${login}${market}` },
    { part: 'data', ok: true, detail: sources },
  ]
}

async function examineDatabase({ storage }: OpenStorage): Promise<Finding> {
  const part = `database (${storage.engine})`
  const pending = await pendingMigrations(storage.pool)
  if (pending.length > 0) {
    const embedded = storage.engine === 'embedded'
    const remedy = embedded ? 'the next start applies them' : 'run npm run tidemark -- migrate'
    return { part, ok: embedded, detail: `migrations are pending (${pending.join(', ')}): ${remedy}` }
  }
  const { rows } = await storage.pool.query<{ instruments: number; series: number }>(
    'select (select count(*) from instrument) as instruments, (select count(*) from bar_series) as series',
  )
  const { instruments = 0, series = 0 } = rows[0] ?? {}
  return { part, ok: true, detail: `${instruments} instruments, ${series} imported series of bars` }
}

async function examineIdentity(
  config: Config,
  { open, token, clock }: { open: OpenStorage; token: string | undefined; clock: Clock },
): Promise<Finding[]> {
  const { oidc, bundledProvider, devLogin } = config
  const findings: Finding[] = []
  const verifiers: IssuerVerifier[] = []
  // The running server's own key, which lies in the database only where servers share one.
  const keys = config.databaseUrl === null ? createFileKeyStore(config.dataDir) : keyStoreOf(open)
  if (devLogin && (await keys.load(DEV_LOGIN)) !== null) {
    verifiers.push(
      createDevVerifier(await loadSigningKey(keys, DEV_LOGIN), clock, {
        enabled: () => true,
        provesEmail: !hasRealProvider(config),
      }),
    )
  }
  if (bundledProvider !== null) {
    const state = createLoginState(open.storage.db, clock)
    const bundled = createBundledProvider({ ...bundledProvider, keys, state, clock, report: () => undefined })
    bundled.listeningAt(serverUrl(config))
    const detail = `bundled at ${bundled.issuer()}: anybody who reaches the server can log in`
    findings.push({ part: 'identity provider', ok: true, detail })
    if ((await keys.load(BUNDLED_KEY)) !== null) verifiers.push(bundled.verifier)
  }
  if (oidc !== null) {
    let problem = ''
    const verifier = createOidcVerifier({ ...oidc, clock, warn: (message) => (problem = message) })
    await verifier.tick()
    const { keys: count, issuer } = verifier.state()
    const detail = count > 0 ? `${issuer} has ${count} keys` : `${oidc.authUrl} cannot be used: ${problem}`
    findings.push({ part: 'identity provider', ok: count > 0, detail })
    verifiers.push(verifier)
  }
  if (token !== undefined) findings.push(...(await examineToken(token, verifiers, config)))
  return findings
}

async function examineToken(
  token: string,
  verifiers: readonly IssuerVerifier[],
  config: Config,
): Promise<Finding[]> {
  const outcome = await createTokenVerifier(verifiers).verify(token.trim())
  if (!outcome.ok) return [{ part: 'token', ok: false, detail: outcome.refusal.reason }]
  const { subject, email, tenantId } = outcome.claims
  const { role, because } = standingOf(outcome.claims, config)
  return [
    { part: 'token', ok: true, detail: `${email} (${subject}) of tenant ${tenantId}` },
    { part: 'role', ok: true, detail: `${role}: ${because}` },
  ]
}

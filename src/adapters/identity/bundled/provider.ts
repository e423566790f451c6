import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Configuration, errors, type JWK, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Clock } from '../../../ports/clock.ts'
import type { LoginState } from '../../../ports/login-state.ts'
import { personOf } from '../person.ts'
import { serveLogin } from './login.ts'
import { errorPage, loggedOutPage, logoutPage, PAGE_POLICY } from './pages.ts'
import { LOGIN_PATH, ROUTES } from './routes.ts'
import { createStateAdapter } from './state-adapter.ts'

export interface ProviderParts {
  issuer: string
  clientId: string
  /** Of access tokens. */
  audience: string
  /** Private; signs with RS256. */
  jwk: JWK
  /** Signs cookies. */
  cookieKey: string
  state: LoginState
  clock: Clock
  report: (error: unknown) => void
}

const HOUR = 3_600
const DAY = 24 * HOUR
const LIFETIMES: Configuration['ttl'] = {
  AccessToken: HOUR,
  AuthorizationCode: 60,
  // Whoever refreshes logs in anew after a year.
  Grant: 365 * DAY,
  IdToken: HOUR,
  Interaction: HOUR,
  RefreshToken: 30 * DAY,
  Session: DAY,
}

/** Names our API to the library: without a resource it issues tokens for itself alone. */
const RESOURCE = 'urn:tidemark:api'
const SCOPE = 'openid profile email'
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])$/

/** The library behind its paths, and the log-in page that it leaves to others. */
export function createHandler(
  parts: ProviderParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const provider = new Provider(parts.issuer, configuration(parts))
  // Any address of this machine instead of a list; see recipes/redirect_uri_wildcards.md of the library.
  provider.Client.prototype.redirectUriAllowed = isLoopbackAddress
  provider.Client.prototype.postLogoutRedirectUriAllowed = isLoopbackAddress
  provider.on('authorization.success', endWithLogout)
  provider.on('server_error', (_ctx, error) => parts.report(error))
  // Koa would print it.
  ;(provider as EventEmitter).on('error', (error) => parts.report(error))
  const serve = provider.callback()

  return async (request, response) => {
    const path = normalise(request, parts.issuer)
    if (path.startsWith(`${LOGIN_PATH}/`)) return serveLogin(provider, request, response)
    const isPage = path.startsWith(ROUTES.authorization) || path.startsWith(ROUTES.end_session)
    if (isPage) response.setHeader('Content-Security-Policy', PAGE_POLICY)
    await serve(request, response)
  }
}

function configuration(parts: ProviderParts): Configuration {
  const { clientId, jwk, cookieKey, state, clock, report } = parts
  return {
    adapter: createStateAdapter(state, clock, report),
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/'],
        subject_type: 'pairwise',
      },
    ],
    jwks: { keys: [{ ...jwk, alg: 'RS256', use: 'sig' }] },
    routes: ROUTES,
    ttl: LIFETIMES,
    cookies: {
      names: { session: 'tidemark_session', interaction: 'tidemark_login', resume: 'tidemark_resume' },
      keys: [cookieKey],
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // What may be read from where is the gateway's to say.
    clientBasedCORS: () => true,
    interactions: { url: (_ctx, { uid }) => `${LOGIN_PATH}/${uid}` },
    renderError: (ctx, { error, error_description: description }) =>
      sendPage(ctx, errorPage(error, description ?? 'The request cannot be served.')),
    features: features(parts),
    ...accounts(),
    ...tokens(),
  }
}

function features({ audience }: ProviderParts): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => sendPage(ctx, logoutPage(form)),
      postLogoutSuccessSource: (ctx) => sendPage(ctx, loggedOutPage()),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== RESOURCE) throw new errors.InvalidTarget()
        return { scope: SCOPE, audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
      },
    },
  }
}

/** Inside the library an account is an e-mail address; tokens name it by the same id that dev-login gives it. */
function accounts(): Configuration {
  return {
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: (_ctx, email) => personOf(email).userId,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, email) => ({
      accountId: email,
      claims: () => ({ sub: personOf(email).userId, email, email_verified: true, name: email }),
    }),
    extraTokenClaims: (_ctx, token) => {
      if (!('accountId' in token)) return undefined
      const { email, tenantId } = personOf(token.accountId)
      // Whoever logs out with the token ends what it came from.
      return { email, email_verified: true, tenant_id: tenantId, grant_id: token.grantId }
    },
    loadExistingGrant,
  }
}

/** Consent is not asked for: logging in grants everything. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { provider, session, client, account } = oidc
  if (session === undefined || client === undefined || account === undefined) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (known !== undefined) return known
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope(SCOPE)
  grant.addResourceScope(RESOURCE, SCOPE)
  await grant.save()
  return grant
}

/** A refresh token for everyone, whatever the scope; it outlives the browser's session and changes with each use. */
function tokens(): Configuration {
  return {
    scopes: SCOPE.split(' '),
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    rotateRefreshToken: true,
  }
}

/** Tokens outlive the browser's session when it is forgotten, but not when the user ends it. */
function endWithLogout({ oidc }: KoaContextWithOIDC): void {
  for (const each of Object.values(oidc.session?.authorizations ?? {})) each.persistsLogout = false
}

function sendPage(ctx: KoaContextWithOIDC, html: string): void {
  ctx.type = 'html'
  ctx.set('Content-Security-Policy', PAGE_POLICY)
  ctx.body = html
}

/**
 * The library makes addresses from the request's target and Host. A Host that is not this machine's becomes the issuer's,
 * and a target in absolute form loses its authority. Returns the path.
 */
function normalise(request: IncomingMessage, issuer: string): string {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '')
  request.url = target
  const host = `http://${request.headers.host ?? ''}/`
  const own = URL.canParse(host) && LOOPBACK.test(new URL(host).hostname) && new URL(host).href === host
  if (!own) request.headers.host = new URL(issuer).host
  return target.replace(/[?#].*$/, '')
}

/** RFC 8252 section 7.3: any port of this machine, where only the user's own programs listen. */
function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (
    protocol === 'http:' && LOOPBACK.test(hostname) && username + password === '' && !address.includes('#')
  )
}

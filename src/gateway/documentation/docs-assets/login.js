/** Gets an access token: of a dev log-in, or of the identity provider by the authorization code flow with PKCE (RFC 7636). */

/** Survives the way to the provider and back: what belongs to one attempt, and no token. */
const ATTEMPT = 'tidemark-login'

async function json(response) {
  const body = await response.json()
  if (!response.ok) throw new Error(body.detail ?? body.error_description ?? `HTTP ${response.status}`)
  return body
}

/** What a token endpoint gives: the token, and how long it is good for. */
const tokenOf = ({ access_token: token, expires_in: seconds }) => ({ token, seconds })

/** A token for an address that nobody checks. */
export async function devLogin(email) {
  const response = await fetch('/v1/auth/dev-login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return tokenOf(await json(response))
}

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])$/

/** A provider on this very machine and port is asked under the name that this page has: it is an issuer under either. */
function asked(address) {
  const url = new URL(address)
  const isHere = LOOPBACK.test(url.hostname) && LOOPBACK.test(location.hostname) && url.port === location.port
  return isHere ? `${location.origin}${url.pathname}` : address
}

async function providerConfig() {
  const config = await fetch('/v1/auth/oidc/config').then(json)
  const { authorization_endpoint: authorize, token_endpoint: token } = config
  return { ...config, authorization_endpoint: asked(authorize), token_endpoint: asked(token) }
}
const here = () => `${location.origin}/docs`
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Leaves for the provider's log-in page. */
export async function goToProvider() {
  // Browsers give no digests to pages that anybody on the way may have changed.
  if (!isSecureContext)
    throw new Error('To log in, open this page by https:// or on the machine of the server.')
  const config = await providerConfig()
  const attempt = { state: randomText(), verifier: randomText() }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.verifier))
  sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.client_id,
    redirect_uri: here(),
    scope: config.scopes.join(' '),
    state: attempt.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  })
  location.assign(`${config.authorization_endpoint}?${query}`)
}

/** The token that the provider has sent the browser back for; null when it has not. */
export async function tokenFromProvider() {
  const query = new URLSearchParams(location.search)
  if (!query.has('state')) return null
  const attempt = JSON.parse(sessionStorage.getItem(ATTEMPT) ?? 'null')
  sessionStorage.removeItem(ATTEMPT)
  // The code is of no use to whoever is shown this address later.
  history.replaceState(null, '', '/docs')
  if (attempt === null || attempt.state !== query.get('state'))
    throw new Error('This log-in was not begun here.')
  if (!query.has('code'))
    throw new Error(query.get('error_description') ?? query.get('error') ?? 'No code came.')
  const config = await providerConfig()
  const response = await fetch(config.token_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: config.client_id,
      redirect_uri: here(),
      code: query.get('code'),
      code_verifier: attempt.verifier,
    }),
  })
  return tokenOf(await json(response))
}

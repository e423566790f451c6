import { Type, type Static } from 'typebox'
import { EMAIL_MAX, EMAIL_MIN, EMAIL_PATTERN } from '../kernel/email.ts'
import { nullable, oneOf, TEXT_RULE, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Preferences, PREFERENCES, PreferencesInput } from './preferences.ts'
import { SCOPE_TOKEN, VISIBLE_ASCII } from './patterns.ts'

const TIERS = ['free', 'pro', 'enterprise'] as const
const USER_ID = '9d2f5a3c-9b1e-5d6a-8c4f-0a4c2d8e6f10'
const TENANT_ID = '1c0cdd38-7a4c-4a6b-8a94-6e2b0a4b3f10'
const TOKEN = 'eyJhbGciOiJSUzI1NiIsImtpZCI6Ij…'

/** What every schema with a name has beyond its properties. */
const component = (name: string, description: string, example: unknown) =>
  ({ $id: name, additionalProperties: false, description, examples: [example] }) as const

const text = (description: string, example: string) => Type.String({ description, examples: [example] })
const list = (description: string, example: string[]) =>
  Type.Array(Type.String(), { description, examples: [example] })
const fixed = (value: string, description: string) =>
  Type.String({ const: value, description, examples: [value] })
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

const DevLoginBody = Type.Object(
  {
    email: Type.String({
      minLength: EMAIL_MIN,
      maxLength: EMAIL_MAX,
      pattern: EMAIL_PATTERN,
      [TEXT_RULE]: 'identifier',
      description: 'Any address with one @; it need not exist. Compared in lower case.',
      examples: ['you@demo.test'],
    }),
  },
  component('DevLoginRequest', 'Who to log in as.', { email: 'you@demo.test' }),
)

/** A token as RFC 6749 answers with one. */
const tokenReply = (name: string, description: string, seconds: number) =>
  Type.Object(
    {
      access_token: text('RS256-signed JWT for the Authorization header.', TOKEN),
      token_type: fixed('bearer', 'Always "bearer".'),
      expires_in: count('Lifetime of the token in seconds.', seconds),
    },
    component(name, description, { access_token: TOKEN, token_type: 'bearer', expires_in: seconds }),
  )

const DevLoginReply = tokenReply('DevLoginReply', 'A dev token.', 3_600)

export const devLogin = endpoint({
  id: 'auth.devLogin',
  method: 'POST',
  path: '/v1/auth/dev-login',
  auth: 'public',
  priority: 'high',
  summary: 'Get a token for local development',
  description:
    'Issues a one-hour token for any e-mail address, without a password. Off unless the server was started with ' +
    '`DEV_LOGIN_ENABLED=true`; never available in production. Users whose addresses share a domain share a tenant. ' +
    'An `Authorization` header is ignored here. At most 300 requests in any 60 seconds per client address.',
  body: DevLoginBody,
  bodyLimitBytes: 16 * 1024,
  reply: DevLoginReply,
  errors: ['DEV_LOGIN_DISABLED'],
})

const address = (description: string, path: string) => text(description, `https://id.example.com${path}`)

const OIDC_CONFIG = {
  auth_url: 'https://id.example.com',
  issuer: 'https://id.example.com',
  client_id: 'tidemark-web',
  authorization_endpoint: 'https://id.example.com/oauth/v2/authorize',
  token_endpoint: 'https://id.example.com/oauth/v2/token',
  jwks_uri: 'https://id.example.com/oauth/v2/keys',
  end_session_endpoint: 'https://id.example.com/oidc/v1/end_session',
  scopes: ['openid', 'profile', 'email'],
  code_challenge_methods: ['S256'],
  dev_login_enabled: false,
}

const OidcConfig = Type.Object(
  {
    auth_url: address('Base address of the identity provider.', ''),
    issuer: address('`iss` of its tokens, to the letter.', ''),
    client_id: text('Client id for browsers.', 'tidemark-web'),
    authorization_endpoint: address('Where the authorization code flow begins.', '/oauth/v2/authorize'),
    token_endpoint: address('Where codes and refresh tokens are exchanged.', '/oauth/v2/token'),
    jwks_uri: address("The provider's public keys.", '/oauth/v2/keys'),
    end_session_endpoint: nullable(
      address('Where a browser ends its session; null when the provider has none.', '/oidc/v1/end_session'),
    ),
    scopes: list('Scopes to ask for.', ['openid', 'profile', 'email']),
    code_challenge_methods: list('PKCE methods to use: always S256.', ['S256']),
    dev_login_enabled: Type.Boolean({ description: 'Whether dev-login is on.', examples: [false] }),
  },
  component('OidcConfig', 'What a browser needs for the authorization code flow with PKCE.', OIDC_CONFIG),
)
export type OidcConfig = Static<typeof OidcConfig>

const JWK = {
  kty: 'RSA',
  use: 'sig',
  alg: 'RS256',
  kid: 'x4vKbVqQyJ2bYQF1cCqk3o8mD0',
  n: 'u1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gun…',
  e: 'AQAB',
}

const JsonWebKey = Type.Object(
  {
    kty: fixed('RSA', 'Key type, always RSA.'),
    use: fixed('sig', 'Always sig: for signatures.'),
    alg: fixed('RS256', 'Always RS256.'),
    kid: text('Id of the key, as tokens name it.', JWK.kid),
    n: text('Modulus, base64url.', JWK.n),
    e: text('Public exponent, base64url.', 'AQAB'),
  },
  component('JsonWebKey', 'A public key, RFC 7517.', JWK),
)
export type JsonWebKey = Static<typeof JsonWebKey>

const KeySet = Type.Object(
  { keys: Type.Array(JsonWebKey, { description: 'Every key that this gateway signs with.' }) },
  component('KeySet', 'Public keys of dev tokens and internal tokens.', { keys: [JWK] }),
)

const Me = Type.Object(
  {
    user_id: text('`sub` of the token.', USER_ID),
    email: text('E-mail address in lower case.', 'you@demo.test'),
    tenant_id: text('Id of the tenant of the user.', TENANT_ID),
    role: oneOf(['member', 'admin'], 'What the user may do.', { examples: ['member'] }),
    tier: oneOf(TIERS, 'Tier of the tenant.', { examples: ['free'] }),
    rate_limit_per_minute: nullable(
      count('How many requests each token has in any 60 seconds; null when unlimited.', 60),
    ),
    token_expires_at: timestamp('When the token of this request expires, ISO 8601, UTC.'),
    preferences: Preferences,
    created_at: timestamp('When this profile was first asked for, ISO 8601, UTC.'),
  },
  component('Me', 'The user behind the token.', {
    user_id: USER_ID,
    email: 'you@demo.test',
    tenant_id: TENANT_ID,
    role: 'member',
    tier: 'free',
    rate_limit_per_minute: 60,
    token_expires_at: '2026-01-15T15:30:00.000Z',
    preferences: PREFERENCES,
    created_at: '2026-01-15T14:30:01.250Z',
  }),
)
export type Me = Static<typeof Me>

const stored = (what: string) => count(`How many ${what} the user has.`, 0)
const atMost = (what: string, example: number) =>
  nullable(count(`How many ${what} the user may have; null when unlimited.`, example))

const Usage = Type.Object(
  {
    tier: oneOf(TIERS, 'Tier of the tenant.', { examples: ['free'] }),
    window_seconds: Type.Integer({
      const: 60,
      description: 'Length of the window in seconds.',
      examples: [60],
    }),
    limit: nullable(count('How many requests this token has in any window; null when unlimited.', 60)),
    remaining: nullable(count('How many requests are left after this one; null when unlimited.', 59)),
    reset_at: timestamp(
      'When the oldest counted request leaves the window, ISO 8601, UTC; now when none is counted.',
    ),
    open_websockets: count('How many WebSockets are open.', 0),
    open_streams: count('How many responses are streaming.', 0),
    counts: Type.Object(
      {
        alerts: stored('alerts'),
        threads: stored('chat threads'),
        watchlists: stored('watchlists'),
        accounts: stored('portfolio accounts'),
        transactions: stored('transactions'),
      },
      { additionalProperties: false, description: 'What the user has stored.' },
    ),
    limits: Type.Object(
      {
        alerts: atMost('alerts', 200),
        threads: atMost('chat threads', 1_000),
        watchlists: atMost('watchlists', 50),
        accounts: atMost('portfolio accounts', 50),
        transactions: atMost('transactions', 100_000),
      },
      { additionalProperties: false, description: 'The most that a user may store.' },
    ),
  },
  component('Usage', 'What of the limits is used, as of this request, which counts as every other.', {
    tier: 'free',
    window_seconds: 60,
    limit: 60,
    remaining: 59,
    reset_at: '2026-01-15T14:31:01.250Z',
    open_websockets: 0,
    open_streams: 0,
    counts: { alerts: 0, threads: 0, watchlists: 0, accounts: 0, transactions: 0 },
    limits: { alerts: 200, threads: 1_000, watchlists: 50, accounts: 50, transactions: 100_000 },
  }),
)
export type Usage = Static<typeof Usage>

const LogoutReply = Type.Object(
  {
    revoked: Type.Boolean({ const: true, description: 'Always true.', examples: [true] }),
    end_session_url: nullable(
      address(
        "Where a browser ends its session at the token's issuer; null when there is none.",
        '/oidc/v1/end_session',
      ),
    ),
  },
  component('LogoutReply', 'A token that is accepted no more.', {
    revoked: true,
    end_session_url: 'https://id.example.com/oidc/v1/end_session',
  }),
)
export type LogoutReply = Static<typeof LogoutReply>

const InternalTokenInput = Type.Object(
  {
    audience: Type.String({
      maxLength: 200,
      pattern: VISIBLE_ASCII,
      description: 'Name of the backend that the token is for: `aud`.',
      examples: ['pricing-backend'],
    }),
    scope: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 100,
          pattern: SCOPE_TOKEN,
        }),
        {
          maxItems: 50,
          uniqueItems: true,
          description: 'What the backend may be asked to do; nothing when left out.',
          examples: [['bars:read']],
        },
      ),
    ),
  },
  component('InternalTokenInput', 'Whom the token is for and what for.', {
    audience: 'pricing-backend',
    scope: ['bars:read'],
  }),
)
export type InternalTokenInput = Static<typeof InternalTokenInput>

const InternalTokenReply = tokenReply('InternalTokenReply', 'A token for one backend.', 60)

export const getOidcConfig = endpoint({
  id: 'auth.getOidcConfig',
  method: 'GET',
  path: '/v1/auth/oidc/config',
  auth: 'public',
  priority: 'high',
  summary: 'Get what a browser needs to log in',
  description:
    "The identity provider's addresses, from its discovery document, and this server's client id. 404 unless both " +
    '`AUTH_URL` and `OIDC_CLIENT_ID` are set (`AUTH_URL=bundled`, as in the demo, brings a client id along); 503 ' +
    '`AUTH_UNAVAILABLE` while the provider has never been reached.',
  reply: OidcConfig,
  errors: ['OIDC_NOT_CONFIGURED', 'AUTH_UNAVAILABLE'],
})

export const getJwks = endpoint({
  id: 'auth.getJwks',
  method: 'GET',
  path: '/v1/auth/jwks',
  auth: 'public',
  priority: 'high',
  summary: "Get this gateway's public keys",
  description:
    'Keys of internal tokens, and of dev tokens while dev-login is on. Keys of ordinary access tokens are published ' +
    'by the identity provider. May be kept for five minutes.',
  reply: KeySet,
  errors: [],
})

export const getMe = endpoint({
  id: 'auth.getMe',
  method: 'GET',
  path: '/v1/auth/me',
  auth: 'user',
  summary: 'Get the user behind the token',
  description: 'Who the token speaks for, what it allows, and the preferences of the user.',
  reply: Me,
  errors: [],
})

export const updateMe = endpoint({
  id: 'auth.updateMe',
  method: 'PATCH',
  path: '/v1/auth/me',
  auth: 'user',
  summary: 'Change preferences',
  description:
    'Changes the preferences that are given, all or none, and answers as GET does. They may stand in the body itself or in its ' +
    '`preferences`, each once.',
  body: PreferencesInput,
  bodyLimitBytes: 16 * 1024,
  reply: Me,
  errors: [],
})

export const getUsage = endpoint({
  id: 'auth.getUsage',
  method: 'GET',
  path: '/v1/auth/usage',
  auth: 'user',
  summary: 'Get what of the limits is used',
  description:
    'The limit of this token and what is left of it, as the `RateLimit-*` headers of this response say, with what the ' +
    'user has stored and may store.',
  reply: Usage,
  errors: [],
})

export const logout = endpoint({
  id: 'auth.logout',
  method: 'POST',
  path: '/v1/auth/logout',
  auth: 'user',
  priority: 'high',
  cost: 0,
  summary: 'Revoke the token',
  description:
    'The token of this request is 401 `TOKEN_INVALID` from now on, in every process within a second. Other tokens of ' +
    'the user stay valid; a refresh token is revoked at the identity provider. Without query and body it counts nothing, and is answered over the limit as well.',
  reply: LogoutReply,
  errors: [],
})

export const createInternalToken = endpoint({
  id: 'auth.createInternalToken',
  method: 'POST',
  path: '/v1/auth/internal-token',
  auth: 'admin',
  priority: 'high',
  summary: 'Get a token for a backend',
  description:
    'Issues a JWT of 60 seconds for one backend, with the subject and tenant of the caller. Backends check it with the ' +
    'keys of GET /v1/auth/jwks; this API refuses it.',
  body: InternalTokenInput,
  bodyLimitBytes: 16 * 1024,
  reply: InternalTokenReply,
  errors: [],
})

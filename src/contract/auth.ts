import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

const DevLoginBody = Type.Object(
  {
    email: Type.String({
      minLength: 3,
      maxLength: 254,
      // One @ with something on both sides: what a person would call an address, dots or not.
      pattern: '^[^@\\s\\u0000-\\u001f\\u007f]+@[^@\\s\\u0000-\\u001f\\u007f]+$',
      description: 'Any address with one @; it need not exist. Compared in lower case.',
      examples: ['you@demo.test'],
    }),
  },
  {
    $id: 'DevLoginRequest',
    additionalProperties: false,
    description: 'Who to log in as.',
    examples: [{ email: 'you@demo.test' }],
  },
)

const DevLoginReply = Type.Object(
  {
    access_token: Type.String({
      description: 'RS256-signed JWT for the Authorization header.',
      examples: ['eyJhbGciOiJSUzI1NiIsImtpZCI6Ij…'],
    }),
    token_type: Type.String({ const: 'bearer', description: 'Always "bearer".', examples: ['bearer'] }),
    expires_in: Type.Integer({ description: 'Lifetime of the token in seconds.', examples: [3600] }),
  },
  {
    $id: 'DevLoginReply',
    additionalProperties: false,
    description: 'A dev token.',
    examples: [{ access_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6Ij…', token_type: 'bearer', expires_in: 3600 }],
  },
)

export const devLogin = endpoint({
  id: 'auth.devLogin',
  method: 'POST',
  path: '/v1/auth/dev-login',
  auth: 'public',
  summary: 'Get a token for local development',
  description:
    'Issues a one-hour token for any e-mail address, without a password. Off unless the server was started with ' +
    '`DEV_LOGIN_ENABLED=true`; never available in production. Users whose addresses share a domain share a tenant. ' +
    'An `Authorization` header is ignored here. At most 300 requests in any 60 seconds per client address.',
  body: DevLoginBody,
  bodyLimitBytes: 16 * 1024,
  reply: DevLoginReply,
  errors: ['DEV_LOGIN_DISABLED', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'],
})

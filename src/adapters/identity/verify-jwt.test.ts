import { constants, createHmac, type KeyObject, sign } from 'node:crypto'
import { importJWK, type CryptoKey } from 'jose'
import { describe, expect, it } from 'vitest'
import { createKey, publicJwk, signToken } from '../../../tests/support/fake-identity-provider.ts'
import type { Refusal } from '../../ports/identity.ts'
import { ACCESS_TYPES, invalid, verifyJwt, type VerifiedJwt } from './verify-jwt.ts'

const NOW = Date.UTC(2026, 0, 15, 14, 30, 0, 500)
const SECONDS = Math.floor(NOW / 1_000)
const ISSUER = 'https://id.example'
const AUDIENCE = 'tidemark'

const key = createKey('key-1')
const foreign = createKey('key-1')
const publicKey = (await importJWK(key.publicKey.export({ format: 'jwk' }), 'RS256')) as CryptoKey

const HEADER = { alg: 'RS256', typ: 'JWT', kid: 'key-1' }
const PAYLOAD = { iss: ISSUER, aud: AUDIENCE, sub: 'user-1', iat: SECONDS - 60, exp: SECONDS + 3_600 }

type Changes = Record<string, unknown>

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A properly signed token with this header or payload; a member that is undefined is left out. */
const withHeader = (changes: Changes): string => signToken({ ...HEADER, ...changes }, PAYLOAD, key)
const withClaims = (changes: Changes): string => signToken(HEADER, { ...PAYLOAD, ...changes }, key)
const good = withClaims({})
const [head = '', body = '', signature = ''] = good.split('.')

/** The good token's claims under another algorithm, signed by whatever that algorithm asks for. */
function signedAs(alg: string, make: (input: Buffer) => Buffer): string {
  const input = `${encode({ ...HEADER, alg })}.${body}`
  return `${input}.${make(Buffer.from(input)).toString('base64url')}`
}

/** Signed with HMAC, the public key as its secret: what confuses a verifier that trusts the header's algorithm. */
const hmac = (alg: string, hash: string, secret: string | Buffer): string =>
  signedAs(alg, (input) => createHmac(hash, secret).update(input).digest())

const pem = (object: KeyObject, type: 'spki' | 'pkcs1'): string =>
  object.export({ format: 'pem', type }).toString()
const der = (object: KeyObject, type: 'spki' | 'pkcs1'): Buffer => object.export({ format: 'der', type })

async function verify(token: string, audiences: readonly string[] = [AUDIENCE]) {
  const lookups: string[] = []
  const keyFor = async (kid: string): Promise<CryptoKey | Refusal> => {
    lookups.push(kid)
    return kid === 'key-1' ? publicKey : invalid('unknown kid')
  }
  const outcome: VerifiedJwt = await verifyJwt(token, { issuer: () => ISSUER, audiences, now: NOW, keyFor })
  return { outcome, lookups }
}

type Table = Array<[name: string, token: string]>

const ACCEPTED: Table = [
  ['plain', good],
  ['without typ', withHeader({ typ: undefined })],
  ...['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'].map((typ): [string, string] => [
    `typ ${typ}`,
    withHeader({ typ }),
  ]),
  ['cty, which means nothing here', withHeader({ cty: 'x' })],
  ['aud as a list of one', withClaims({ aud: [AUDIENCE] })],
  ['aud as a list with others', withClaims({ aud: ['a', AUDIENCE, 'b'] })],
  ['exp 29 s ago', withClaims({ exp: SECONDS - 29 })],
  ['exp at the end of the year 9999', withClaims({ exp: 253_402_300_799 })],
  ['iat 29 s ahead', withClaims({ iat: SECONDS + 29 })],
  ['iat years ago', withClaims({ iat: 1 })],
  ['nbf in the past', withClaims({ nbf: SECONDS - 1 })],
  ['nbf 29 s ahead', withClaims({ nbf: SECONDS + 29 })],
  ['claims nobody knows', withClaims({ scope: 'openid', jti: 'x', azp: 'y', 'urn:z': { deep: [1] } })],
]

/** Refused by what the header or the form of the token says, before any key is looked for. */
const REFUSED_AT_SIGHT: Table = [
  ...['none', 'nOnE', 'NONE', 'None'].flatMap((alg): Table => [
    [`alg ${alg}, no signature`, `${encode({ ...HEADER, alg })}.${body}.`],
    [`alg ${alg}, the good signature`, `${encode({ ...HEADER, alg })}.${body}.${signature}`],
  ]),
  ...['', null, 256, ['RS256'], { a: 1 }, 'rs256', 'RS256 ', ' RS256', 'RS256\0', undefined].map(
    (alg): [string, string] => [`alg ${JSON.stringify(alg)}`, withHeader({ alg })],
  ),
  ['HS256 with the PEM', hmac('HS256', 'sha256', pem(key.publicKey, 'spki'))],
  ['HS256 with the PEM, its last newline cut', hmac('HS256', 'sha256', pem(key.publicKey, 'spki').trimEnd())],
  ['HS256 with the PEM after a blank', hmac('HS256', 'sha256', ` ${pem(key.publicKey, 'spki')}`)],
  ['HS256 with the PEM after a newline', hmac('HS256', 'sha256', `\n${pem(key.publicKey, 'spki')}`)],
  [
    'HS256 with the PEM in CRLF',
    hmac('HS256', 'sha256', pem(key.publicKey, 'spki').replaceAll('\n', '\r\n')),
  ],
  ['HS256 with the PKCS #1 PEM', hmac('HS256', 'sha256', pem(key.publicKey, 'pkcs1'))],
  ['HS256 with the DER', hmac('HS256', 'sha256', der(key.publicKey, 'spki'))],
  ['HS256 with the PKCS #1 DER', hmac('HS256', 'sha256', der(key.publicKey, 'pkcs1'))],
  ['HS256 with the DER in base64', hmac('HS256', 'sha256', der(key.publicKey, 'spki').toString('base64'))],
  ['HS256 with the JWK text', hmac('HS256', 'sha256', JSON.stringify(publicJwk(key)))],
  [
    'HS256 with the bare JWK text',
    hmac('HS256', 'sha256', JSON.stringify(key.publicKey.export({ format: 'jwk' }))),
  ],
  ['HS256 with the modulus', hmac('HS256', 'sha256', String(key.publicKey.export({ format: 'jwk' }).n))],
  ['HS256 with nothing', hmac('HS256', 'sha256', '')],
  ['HS384 with the PEM', hmac('HS384', 'sha384', pem(key.publicKey, 'spki'))],
  ['HS512 with the PEM', hmac('HS512', 'sha512', pem(key.publicKey, 'spki'))],
  ['RS384 by the right key', signedAs('RS384', (input) => sign('RSA-SHA384', input, key.privateKey))],
  ['RS512 by the right key', signedAs('RS512', (input) => sign('RSA-SHA512', input, key.privateKey))],
  [
    'PS256 by the right key',
    signedAs('PS256', (input) =>
      sign('RSA-SHA256', input, { key: key.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    ),
  ],
  ...['ES256', 'EdDSA', 'dir', 'RSA-OAEP', 'Ed25519'].map((alg): [string, string] => [
    `alg ${alg}`,
    withHeader({ alg }),
  ]),
  ['a key of its own in jwk', signToken({ ...HEADER, jwk: publicJwk(foreign) }, PAYLOAD, foreign)],
  ['jwk, although signed by the right key', withHeader({ jwk: publicJwk(key) })],
  ['jku', withHeader({ jku: 'https://evil.example/keys' })],
  ['x5u', withHeader({ x5u: 'https://evil.example/chain' })],
  ['x5c', withHeader({ x5c: ['MIIB'] })],
  ['crit of an unknown extension', withHeader({ crit: ['x'], x: 1 })],
  ['crit of b64', withHeader({ crit: ['b64'], b64: true })],
  ['empty crit', withHeader({ crit: [] })],
  ['b64 false', withHeader({ b64: false })],
  ['zip', withHeader({ zip: 'DEF' })],
  ['jwk null', withHeader({ jwk: null })],
  ...['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'id_token', 'JOSE', 'JWE', '', 'jwt ', 5, null, ['JWT']].map(
    (typ): [string, string] => [`typ ${JSON.stringify(typ)}`, withHeader({ typ })],
  ),
  ...[undefined, '', null, 1, ['key-1'], {}].map((kid): [string, string] => [
    `kid ${JSON.stringify(kid)}`,
    withHeader({ kid }),
  ]),
  ['a JWE of five parts', `${encode({ alg: 'RSA-OAEP', enc: 'A256GCM', kid: 'key-1' })}.a.b.c.d`],
  ['an opaque token', 'V1StGXR8_Z5jdHi6B-myT'],
  ['nothing', ''],
  ['two parts', `${head}.${body}`],
  ['four parts', `${good}.${signature}`],
  ['six parts', `${good}.a.b.c`],
  ['a dot before', `.${good}`],
  ['three empty parts', '..'],
  ['no header', `.${body}.${signature}`],
  ['a header that is no JSON', `${Buffer.from('{alg:RS256}').toString('base64url')}.${body}.${signature}`],
  ['a header that is no object', `${encode(['RS256'])}.${body}.${signature}`],
  ['a header that is null', `${encode(null)}.${body}.${signature}`],
  [
    'a header that is not UTF-8',
    `${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.${body}.${signature}`,
  ],
  ['no signature', `${head}.${body}.`],
  ['padding after the signature', `${good}==`],
  ['one sign of padding', `${good}=`],
  ['a blank after it', `${good} `],
  ['a newline after it', `${good}\n`],
  ['junk that decoders skip', `${good}!`],
  ['a tilde in the signature', `${head}.${body}.~${signature}`],
  ['a blank in the signature', `${head}.${body}.${signature.slice(0, 9)} ${signature.slice(9)}`],
  ['the signature with other unused bits', `${head}.${body}.${withUnusedBit(signature)}`],
  ['the signature in the other alphabet', `${head}.${body}.${inOtherAlphabet()}`],
]

/** Refused once a key has been looked for: signature and claims. */
const REFUSED: Table = [
  ['kid nobody knows', withHeader({ kid: 'key-2' })],
  ['kid __proto__', withHeader({ kid: '__proto__' })],
  ['kid constructor', withHeader({ kid: 'constructor' })],
  ['kid in other case', withHeader({ kid: 'KEY-1' })],
  ['the right kid and another key', signToken(HEADER, PAYLOAD, foreign)],
  ['RS256 said and HMAC made', hmac('RS256', 'sha256', pem(key.publicKey, 'spki'))],
  ['a signature cut short', `${head}.${body}.${signature.slice(0, -4)}`],
  ['a signature of one letter more', `${head}.${body}.${signature}AAAA`],
  ['a changed signature', `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
  ["another token's signature", `${head}.${body}.${withClaims({ sub: 'user-2' }).split('.')[2]}`],
  ["another token's payload", `${head}.${encode({ ...PAYLOAD, sub: 'admin' })}.${signature}`],
  ["another token's header", `${encode({ ...HEADER, typ: 'at+jwt' })}.${body}.${signature}`],
  ['padding after the header', `${head}=.${body}.${signature}`],
  ['padding after the payload', `${head}.${body}=.${signature}`],
  ['no payload', `${head}..${signature}`],
  ...[[], null, 'text', 5].map((payload): [string, string] => [
    `payload ${JSON.stringify(payload)}`,
    signToken(HEADER, payload, key),
  ]),
  ...[
    'https://evil.example',
    `${ISSUER}/`,
    'https://ID.example',
    'HTTPS://id.example',
    'http://id.example',
    'https://id.example:443',
    `${ISSUER}/tenant`,
    `${ISSUER}.evil.example`,
    ` ${ISSUER}`,
    '',
    null,
    [ISSUER],
    undefined,
  ].map((iss): [string, string] => [`iss ${JSON.stringify(iss)}`, withClaims({ iss })]),
  ...[
    'other',
    'TIDEMARK',
    'tidemark2',
    'tidemark ',
    '',
    [],
    ['other'],
    [['tidemark']],
    null,
    5,
    { tidemark: 1 },
    undefined,
  ].map((aud): [string, string] => [`aud ${JSON.stringify(aud)}`, withClaims({ aud })]),
  ...[
    undefined,
    null,
    String(SECONDS + 3_600),
    SECONDS + 3_600.5,
    1e308,
    253_402_300_800,
    [SECONDS + 3_600],
    true,
    {},
  ].map((exp): [string, string] => [`exp ${JSON.stringify(exp)}`, withClaims({ exp })]),
  ...[undefined, null, String(SECONDS), SECONDS - 0.5, SECONDS + 31, 1e308, -1, 0, [SECONDS], true].map(
    (iat): [string, string] => [`iat ${JSON.stringify(iat)}`, withClaims({ iat })],
  ),
  ...[SECONDS + 31, 1e308, String(SECONDS - 60), null, [0], true].map((nbf): [string, string] => [
    `nbf ${JSON.stringify(nbf)}`,
    withClaims({ nbf }),
  ]),
  ...[undefined, null, '', 5, ['user-1'], {}, true].map((sub): [string, string] => [
    `sub ${JSON.stringify(sub)}`,
    withClaims({ sub }),
  ]),
  ['an ID token: nonce', withClaims({ nonce: 'n' })],
  ['an ID token: nonce null', withClaims({ nonce: null })],
  ['an ID token: at_hash', withClaims({ at_hash: 'h' })],
  ['an ID token: c_hash', withClaims({ c_hash: 'h' })],
  [
    'a logout token: events',
    withClaims({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
  ],
]

const EXPIRED: Table = [
  ['exp 30 s ago', withClaims({ exp: SECONDS - 30 })],
  ['exp 31 s ago', withClaims({ exp: SECONDS - 31 })],
  ['exp in 1970', withClaims({ exp: 1 })],
  ['exp 0', withClaims({ exp: 0 })],
  ['exp before 1970', withClaims({ exp: -1_000 })],
]

/** The same bytes: a 256-byte signature leaves four bits of its last letter unused. */
function withUnusedBit(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const changed = text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1]
  expect(Buffer.from(changed, 'base64url')).toEqual(Buffer.from(text, 'base64url'))
  return changed
}

/** A good token's signature with `+` and `/`; some token has one of them. */
function inOtherAlphabet(): string {
  expect(signature).toMatch(/[-_]/)
  return signature.replaceAll('-', '+').replaceAll('_', '/')
}

describe('a token', () => {
  it.each(ACCEPTED)('is accepted: %s', async (_, token) => {
    const { outcome, lookups } = await verify(token)
    expect(outcome).toMatchObject({ payload: { sub: 'user-1', iss: ISSUER } })
    expect(lookups).toEqual(['key-1'])
  })

  it.each(REFUSED_AT_SIGHT)('is refused without looking for a key: %s', async (_, token) => {
    const { outcome, lookups } = await verify(token)
    expect(outcome).toMatchObject({ code: 'TOKEN_INVALID' })
    expect(lookups).toEqual([])
  })

  it.each(REFUSED)('is refused: %s', async (_, token) => {
    const { outcome } = await verify(token)
    expect(outcome).toMatchObject({ code: 'TOKEN_INVALID' })
  })

  it.each(EXPIRED)('has expired: %s', async (_, token) => {
    expect((await verify(token)).outcome).toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  it('may be for any of several audiences, and for any at all where none is configured', async () => {
    expect((await verify(withClaims({ aud: 'b' }), ['a', 'b'])).outcome).toHaveProperty('payload')
    expect((await verify(withClaims({ aud: 'c' }), ['a', 'b'])).outcome).toMatchObject({
      code: 'TOKEN_INVALID',
    })
    for (const aud of ['whoever', undefined]) {
      expect((await verify(withClaims({ aud }), [])).outcome).toHaveProperty('payload')
    }
  })

  it('is refused with a reason that repeats nothing secret of it', async () => {
    for (const [, token] of [...REFUSED_AT_SIGHT, ...REFUSED, ...EXPIRED]) {
      const { outcome } = await verify(token)
      expect(JSON.stringify(outcome)).not.toContain(signature.slice(0, 20))
    }
  })

  it('is called forged when its signature is false, and for no other reason', async () => {
    const forged = async (token: string) => (await verify(token)).outcome
    for (const token of [
      signToken(HEADER, PAYLOAD, foreign),
      `${head}.${encode({ ...PAYLOAD, sub: 'admin' })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      signToken(HEADER, { ...PAYLOAD, exp: 1 }, foreign),
    ]) {
      expect(await forged(token)).toMatchObject({ code: 'TOKEN_INVALID', forged: true })
    }
    for (const [, token] of [...REFUSED_AT_SIGHT, ...EXPIRED])
      expect(await forged(token)).not.toHaveProperty('forged')
    for (const claims of [
      { aud: 'other' },
      { iss: 'https://evil.example' },
      { nonce: 'n' },
      { iat: SECONDS + 31 },
    ]) {
      expect(await forged(withClaims(claims))).not.toHaveProperty('forged')
    }
    expect(await forged(withHeader({ kid: 'key-2' }))).not.toHaveProperty('forged')
  })

  it('must have what the operator requires of access tokens', async () => {
    const keyFor = async () => publicKey
    const codeOf = async (token: string, ...required: Array<'at+jwt' | 'jti'>): Promise<string> => {
      const outcome = await verifyJwt(token, {
        issuer: () => ISSUER,
        audiences: [],
        ...(required.includes('at+jwt') ? { types: ACCESS_TYPES } : {}),
        needsId: required.includes('jti'),
        now: NOW,
        keyFor,
      })
      return 'code' in outcome ? outcome.code : 'ok'
    }
    const both = signToken({ ...HEADER, typ: 'at+JWT' }, { ...PAYLOAD, jti: 'x' }, key)
    expect(await codeOf(both, 'at+jwt', 'jti')).toBe('ok')
    expect(await codeOf(withHeader({ typ: 'application/at+jwt' }), 'at+jwt')).toBe('ok')
    for (const typ of ['JWT', undefined])
      expect(await codeOf(withHeader({ typ }), 'at+jwt')).toBe('TOKEN_INVALID')
    expect(await codeOf(withClaims({ jti: 'x' }), 'jti')).toBe('ok')
    expect(await codeOf(good, 'jti')).toBe('TOKEN_INVALID')
    expect(await codeOf(withClaims({ jti: 'x' }), 'jti', 'at+jwt')).toBe('TOKEN_INVALID')
  })

  it('gets the refusal of whoever looks for its key', async () => {
    const refusal: Refusal = { code: 'AUTH_UNAVAILABLE', reason: 'down' }
    const rules = { issuer: () => ISSUER, audiences: [], now: NOW, keyFor: async () => refusal }
    expect(await verifyJwt(good, rules)).toBe(refusal)
  })
})

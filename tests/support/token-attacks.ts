import { constants, createHmac, sign } from 'node:crypto'
import { type FakeIdentityProvider, publicJwk, signToken, type TestKey } from './fake-identity-provider.ts'

type Changes = Record<string, unknown>

/** What a forger has to work with. */
export interface Workshop {
  provider: FakeIdentityProvider
  /** The provider's key. */
  key: TestKey
  /** A key of the forger's own, by the name of the provider's. */
  stranger: TestKey
  /** Address of a listener that would like to be asked for keys. */
  elsewhere: string
  /** Milliseconds since 1970. */
  now(): number
}

export type Expected = 'ok' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED' | 'HEADERS_TOO_LARGE'

/** A token by name, made when it is needed, and what becomes of it. */
export interface Attack {
  name: string
  make: () => string
  expected: Expected
}

export const encode = (value: unknown): string => encodeText(JSON.stringify(value))
const encodeText = (text: string): string => Buffer.from(text).toString('base64url')
const shown = (value: unknown): string => JSON.stringify(value) ?? 'absent'

/** Tokens by the parts that are wrong with them. */
export class Forger {
  private readonly workshop: Workshop

  constructor(workshop: Workshop) {
    this.workshop = workshop
  }

  header(changes: Changes = {}): Changes {
    return { alg: 'RS256', typ: 'JWT', kid: this.workshop.key.kid, ...changes }
  }

  claims(changes: Changes = {}): Changes {
    const seconds = this.seconds()
    return {
      iss: this.workshop.provider.url,
      aud: 'tidemark',
      sub: 'user-1',
      email: 'ann@example.test',
      tenant_id: '1c0cdd38-7a4c-4a6b-8a94-6e2b0a4b3f10',
      iat: seconds,
      exp: seconds + 3_600,
      ...changes,
    }
  }

  seconds(): number {
    return Math.floor(this.workshop.now() / 1_000)
  }

  /** Signed by the provider. */
  signed(header: Changes = {}, claims: Changes = {}): string {
    return signToken(this.header(header), this.claims(claims), this.workshop.key)
  }

  /** Signed by the forger. */
  forged(header: Changes = {}, claims: Changes = {}): string {
    return signToken(this.header(header), this.claims(claims), this.workshop.stranger)
  }

  /** A good token's parts, put together anew. */
  altered(alter: (parts: [header: string, payload: string, signature: string]) => string): string {
    return alter(this.signed().split('.') as [string, string, string])
  }

  /** Signed by the provider over these very texts. */
  signedText(header: string, payload: string): string {
    const input = `${encodeText(header)}.${encodeText(payload)}`
    const signature = sign('RSA-SHA256', Buffer.from(input), this.workshop.key.privateKey)
    return `${input}.${signature.toString('base64url')}`
  }

  /** Signed as the header says with HMAC and a secret that everybody knows. */
  hmac(alg: string, secret: string | Buffer): string {
    const input = `${encode(this.header({ alg }))}.${encode(this.claims())}`
    const digest = createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url')
    return `${input}.${digest}`
  }

  /** Signed by the provider's key in another way than RS256. */
  otherwise(alg: string): string {
    const input = `${encode(this.header({ alg }))}.${encode(this.claims())}`
    const key = this.workshop.key.privateKey
    const signature = alg.startsWith('PS')
      ? sign(`RSA-SHA${alg.slice(2)}`, Buffer.from(input), { key, padding: constants.RSA_PKCS1_PSS_PADDING })
      : sign(`RSA-SHA${alg.slice(2)}`, Buffer.from(input), key)
    return `${input}.${signature.toString('base64url')}`
  }
}

const invalid = (name: string, make: () => string): Attack => ({ name, make, expected: 'TOKEN_INVALID' })
const good = (name: string, make: () => string): Attack => ({ name, make, expected: 'ok' })
const expired = (name: string, make: () => string): Attack => ({ name, make, expected: 'TOKEN_EXPIRED' })

/** Tokens that must be taken, odd as they look. */
export function odd(forger: Forger): Attack[] {
  const at = (): number => forger.seconds()
  const { iss, ...others } = forger.claims()
  return [
    good('plain', () => forger.signed()),
    good('without typ', () => forger.signed({ typ: undefined })),
    good('typ at+jwt', () => forger.signed({ typ: 'at+jwt' })),
    good('a list of audiences with ours in it', () => forger.signed({}, { aud: ['a', 'tidemark', 'b'] })),
    good('29 s after its end', () => forger.signed({}, { exp: at() - 29 })),
    good('iat 29 s ahead', () => forger.signed({}, { iat: at() + 29 })),
    good('nbf 29 s ahead', () => forger.signed({}, { nbf: at() + 29 })),
    good('claims nobody knows', () => forger.signed({}, { scope: 'a b', __proto__x: 1, deep: [[[]]] })),
    good('a tenant that is a number', () => forger.signed({}, { tenant_id: 42 })),
    good('a tenant that is a name', () => forger.signed({}, { tenant_id: 'acme' })),
    // RFC 7515 section 4 and RFC 7519 section 4: refuse it or take the last; the issuer has signed both.
    good('a header that names its algorithm twice, RS256 last', () =>
      forger.signedText(
        `{"alg":"none",${JSON.stringify(forger.header()).slice(1)}`,
        JSON.stringify(forger.claims()),
      ),
    ),
    good('claims that name the issuer twice, ours last', () =>
      forger.signedText(
        JSON.stringify(forger.header()),
        `{"iss":"https://evil.test",${JSON.stringify({ iss, ...others }).slice(1)}`,
      ),
    ),
    good('a token that fills the header to its last byte', () => {
      const room = 8_192 - 'Bearer '.length
      // Three bytes more make four letters more; the rest is found by trying.
      for (let length = 5_000; length < 6_000; length += 1) {
        const token = forger.signed({}, { pad: 'x'.repeat(length) })
        if (token.length >= room - 1) return token
      }
      throw new Error('no length fits')
    }),
  ]
}

/** Refused by their form, or for claims that the provider has signed: no reason to ask anybody anything. */
export function refusedAtHome(forger: Forger, workshop: Workshop): Attack[] {
  return [
    ...otherAlgorithms(forger, workshop),
    ...ownKeys(forger, workshop),
    ...brokenForms(forger),
    ...wrongClaims(forger, workshop),
    ...wrongTimes(forger),
  ]
}

function otherAlgorithms(forger: Forger, { key }: Workshop): Attack[] {
  const { publicKey } = key
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const pkcs1 = publicKey.export({ format: 'pem', type: 'pkcs1' }).toString()
  const jwk = publicKey.export({ format: 'jwk' })
  const secrets: Array<[string, string | Buffer]> = [
    ['the PEM', pem],
    ['the PEM without its last newline', pem.trimEnd()],
    ['the PEM after a blank', ` ${pem}`],
    ['the PEM after a newline', `\n${pem}`],
    ['the PEM in CRLF', pem.replaceAll('\n', '\r\n')],
    ['the PKCS #1 PEM', pkcs1],
    ['the DER', publicKey.export({ format: 'der', type: 'spki' })],
    ['the PKCS #1 DER', publicKey.export({ format: 'der', type: 'pkcs1' })],
    ['the DER in base64', publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    ['the JWK as published', JSON.stringify(publicJwk(key))],
    ['the bare JWK', JSON.stringify(jwk)],
    ['the modulus', String(jwk.n)],
    ['nothing', ''],
  ]
  return [
    ...['none', 'nOnE', 'NONE', 'None'].flatMap((alg) => [
      invalid(`alg ${alg}, unsigned`, () => `${encode(forger.header({ alg }))}.${encode(forger.claims())}.`),
      invalid(`alg ${alg}, signed all the same`, () => forger.signed({ alg })),
    ]),
    ...['', null, 256, ['RS256'], 'rs256', 'RS256 ', 'RS256\0', undefined].map((alg) =>
      invalid(`alg ${shown(alg)}`, () => forger.signed({ alg })),
    ),
    ...secrets.map(([name, secret]) =>
      invalid(`HS256 with ${name} for a secret`, () => forger.hmac('HS256', secret)),
    ),
    ...['HS384', 'HS512'].map((alg) => invalid(`${alg} with the PEM`, () => forger.hmac(alg, pem))),
    ...['RS384', 'RS512', 'PS256'].map((alg) =>
      invalid(`${alg} by the right key`, () => forger.otherwise(alg)),
    ),
    ...['ES256', 'EdDSA', 'dir'].map((alg) => invalid(`alg ${alg}`, () => forger.signed({ alg }))),
  ]
}

/** Tokens that bring a key along or say where one is. */
function ownKeys(forger: Forger, { key, stranger, elsewhere }: Workshop): Attack[] {
  return [
    invalid('jwk of its own', () => forger.forged({ jwk: publicJwk(stranger) })),
    invalid('jwk of the provider', () => forger.signed({ jwk: publicJwk(key) })),
    invalid('jku', () => forger.forged({ jku: `${elsewhere}/keys` })),
    invalid('jku, signed by the right key', () => forger.signed({ jku: `${elsewhere}/keys` })),
    invalid('jku and an unknown kid', () => forger.forged({ jku: `${elsewhere}/keys`, kid: 'other' })),
    invalid('x5u', () => forger.forged({ x5u: `${elsewhere}/chain` })),
    invalid('x5c', () => forger.forged({ x5c: ['MIIB'] })),
    invalid('an unknown crit', () => forger.signed({ crit: ['x'], x: 1 })),
    invalid('an empty crit', () => forger.signed({ crit: [] })),
    invalid('b64 false', () => forger.signed({ b64: false, crit: ['b64'] })),
    invalid('zip', () => forger.signed({ zip: 'DEF' })),
    ...[undefined, '', null, 1, ['key-1'], {}].map((kid) =>
      invalid(`kid ${shown(kid)}`, () => forger.signed({ kid })),
    ),
    ...['logout+jwt', 'secevent+jwt', 'internal+jwt', 'dpop+jwt', '', 5].map((typ) =>
      invalid(`typ ${shown(typ)}`, () => forger.signed({ typ })),
    ),
  ]
}

function brokenForms(forger: Forger): Attack[] {
  const jwe = encode({ alg: 'RSA-OAEP', enc: 'A256GCM', kid: 'key-1' })
  return [
    invalid('an opaque token', () => 'V1StGXR8_Z5jdHi6B-myT'),
    invalid('a JWE', () => `${jwe}.a.b.c.d`),
    invalid('a JWE with the claims of a good token', () =>
      forger.altered(([, payload]) => `${jwe}.${payload}.b.c.d`),
    ),
    invalid('two parts', () => forger.altered(([header, payload]) => `${header}.${payload}`)),
    invalid('four parts', () => forger.altered((parts) => [...parts, 'x'].join('.'))),
    invalid('three empty parts', () => '..'),
    invalid('no signature', () => forger.altered(([header, payload]) => `${header}.${payload}.`)),
    invalid('no header', () => forger.altered(([, payload, signature]) => `.${payload}.${signature}`)),
    invalid('no payload', () => forger.altered(([header, , signature]) => `${header}..${signature}`)),
    invalid('a header that is no JSON', () =>
      forger.altered(([, payload, signature]) => `${encodeText('{alg:RS256}')}.${payload}.${signature}`),
    ),
    ...[null, ['RS256'], 'RS256', 5].map((header) =>
      invalid(`the header ${shown(header)}`, () =>
        forger.altered(([, payload, signature]) => `${encode(header)}.${payload}.${signature}`),
      ),
    ),
    invalid('claims that are no JSON', () => forger.signedText(JSON.stringify(forger.header()), '{sub:1}')),
    ...[null, [], 'text', 5].map((claims) =>
      invalid(`the claims ${shown(claims)}`, () =>
        forger.signedText(JSON.stringify(forger.header()), JSON.stringify(claims)),
      ),
    ),
    invalid('padding after the signature', () => forger.altered((parts) => `${parts.join('.')}==`)),
    invalid('the signature in the other alphabet', () =>
      forger.altered(([header, payload, signature]) => {
        const other = signature.replaceAll('-', '+').replaceAll('_', '/')
        return `${header}.${payload}.${other === signature ? `+${signature}` : other}`
      }),
    ),
    invalid('the signature with other unused bits', () =>
      forger.altered(([header, payload, signature]) => `${header}.${payload}.${withUnusedBit(signature)}`),
    ),
  ]
}

function wrongClaims(forger: Forger, { provider }: Workshop): Attack[] {
  const claim = (name: string, ...values: unknown[]): Attack[] =>
    values.map((value) => invalid(`${name} ${shown(value)}`, () => forger.signed({}, { [name]: value })))
  const at = new URL(provider.url)
  return [
    ...claim(
      'iss',
      'https://evil.test',
      `${provider.url}/`,
      `${provider.url}/tenant`,
      provider.url.toUpperCase(),
      provider.url.replace('http:', 'https:'),
      `http://localhost:${at.port}`,
      `http://${at.hostname}`,
      'urn:tidemark:internal',
      'urn:tidemark:dev-login',
      '',
      [provider.url],
      undefined,
    ),
    ...claim('aud', 'other', 'TIDEMARK', '', [], ['other'], [['tidemark']], { tidemark: 1 }, undefined),
    ...claim('sub', '', 5, ['user-1'], undefined),
    ...claim('tenant_id', undefined, null, '', ['a'], { id: 'a' }, true, 1.5),
    ...claim('nonce', 'n', null),
    ...claim('at_hash', 'h'),
    ...claim('c_hash', 'h'),
    ...claim('events', { 'http://schemas.openid.net/event/backchannel-logout': {} }),
  ]
}

function wrongTimes(forger: Forger): Attack[] {
  const at = (): number => forger.seconds()
  const claim = (name: string, value: () => unknown): Attack =>
    invalid(name, () => forger.signed({}, { [name.split(' ')[0] ?? '']: value() }))
  return [
    claim('exp absent', () => undefined),
    claim('exp as text', () => String(at() + 60)),
    claim('exp with a fraction', () => at() + 60.5),
    claim('exp beyond all dates', () => 1e308),
    claim('exp in a list', () => [at() + 60]),
    claim('iat absent', () => undefined),
    claim('iat as text', () => String(at())),
    claim('iat with a fraction', () => at() - 0.5),
    claim('iat 31 s ahead', () => at() + 31),
    claim('nbf 31 s ahead', () => at() + 31),
    claim('nbf as text', () => String(at())),
    claim('nbf beyond all dates', () => 1e308),
    expired('31 s after its end', () => forger.signed({}, { exp: at() - 31 })),
    expired('30 s after its end', () => forger.signed({}, { exp: at() - 30 })),
    expired('exp negative', () => forger.signed({}, { exp: -1_000 })),
    expired('exp 0', () => forger.signed({}, { exp: 0 })),
    {
      name: 'a token over 8 KiB',
      expected: 'HEADERS_TOO_LARGE',
      make: () => forger.signed({}, { pad: 'x'.repeat(6_500) }),
    },
  ]
}

/** Refused by their signature, or for the name of a key that nobody knows. */
export function refusedByKey(forger: Forger): Attack[] {
  const kids = [
    'other',
    '../../etc/passwd',
    "key-1' OR '1'='1",
    'key-1; DROP TABLE tenant',
    'KEY-1',
    'key-1\0',
    '__proto__',
    'constructor',
    '\u{1f600}',
    'k'.repeat(5_000),
  ]
  return [
    ...kids.map((kid) => invalid(`kid ${shown(kid).slice(0, 40)}`, () => forger.signed({ kid }))),
    invalid('another key by the right name', () => forger.forged()),
    invalid('another key, for an administrator', () => forger.forged({}, { email: 'admin@demo.test' })),
    invalid('a false signature on an expired token', () => forger.forged({}, { exp: 1 })),
    invalid('claims of somebody else', () =>
      forger.altered(
        ([header, , signature]) => `${header}.${encode(forger.claims({ sub: 'x' }))}.${signature}`,
      ),
    ),
    invalid('the signature of somebody else', () =>
      forger.altered(
        ([header, payload]) => `${header}.${payload}.${forger.signed({}, { sub: 'x' }).split('.')[2]}`,
      ),
    ),
    invalid('another header', () =>
      forger.altered(
        ([, payload, signature]) => `${encode(forger.header({ typ: 'at+jwt' }))}.${payload}.${signature}`,
      ),
    ),
    invalid('RS256 said and HMAC made', () =>
      forger.altered(([header, payload]) => {
        const digest = createHmac('sha256', 'secret').update(`${header}.${payload}`).digest('base64url')
        return `${header}.${payload}.${digest}`
      }),
    ),
    invalid('a signature of zeros', () =>
      forger.altered(
        ([header, payload]) => `${header}.${payload}.${Buffer.alloc(256).toString('base64url')}`,
      ),
    ),
    invalid('a signature cut short', () =>
      forger.altered(([header, payload, signature]) => `${header}.${payload}.${signature.slice(0, -2)}`),
    ),
    invalid('padding after the payload', () =>
      forger.altered(([header, payload, signature]) => `${header}.${payload}=.${signature}`),
    ),
    ...[0, 1, 2].flatMap((part) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].map((where) =>
        invalid(`one letter of part ${part + 1} changed, at ${where}`, () =>
          forger.altered((parts) =>
            parts.map((text, index) => (index === part ? withOneChanged(text, where) : text)).join('.'),
          ),
        ),
      ),
    ),
  ]
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function withOneChanged(text: string, where: number): string {
  const at = Math.floor(text.length * where)
  const changed = ALPHABET[(ALPHABET.indexOf(text[at] ?? '') + 1) % ALPHABET.length] ?? ''
  return text.slice(0, at) + changed + text.slice(at + 1)
}

/** The same bytes: a signature of 256 bytes leaves four bits of its last letter unused. */
function withUnusedBit(signature: string): string {
  return signature.slice(0, -1) + (ALPHABET[ALPHABET.indexOf(signature.at(-1) ?? '') ^ 1] ?? '')
}

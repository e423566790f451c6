import { KeyObject, verify } from 'node:crypto'
import {
  type CryptoKey,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type ProtectedHeaderParameters,
} from 'jose'
import { dateOf, type Instant } from '../../kernel/time.ts'
import type { Refusal, SignatureGate } from '../../ports/identity.ts'
import { refuseClaims } from './claims.ts'

/** Seconds by which the clocks of issuer and gateway may differ. */
const LEEWAY_SECONDS = 30

/** Header parameters that would let a token choose its own key, or change what is signed. */
const FORBIDDEN_HEADERS = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'zip'] as const
/** Claims of ID tokens and logout tokens, which come with the same issuer, key and audience. */
const FOREIGN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 'events'] as const
/** RFC 9068 section 2.1. */
export const ACCESS_TYPES: readonly string[] = ['at+jwt', 'application/at+jwt']
const TYPES = ['jwt', ...ACCESS_TYPES]
/** A larger number of seconds is not a date. */
const MAX_SECONDS = 253_402_300_799

export interface JwtRules {
  /** Called once the key is there: looking for the key may have determined the issuer. */
  issuer(): string
  /** Any of these; empty = not checked. */
  audiences: readonly string[]
  /** True: a token without an id is refused. */
  needsId?: boolean
  now: Instant
  /** What its header may call it, lower case; absent = any name of an access token, or none. */
  types?: readonly string[]
  /** The public key of a `kid`, or why there is none. */
  keyFor(kid: string): Promise<CryptoKey | Refusal>
  /** Asked before the signature is checked; absent: it is. */
  gate?: SignatureGate | undefined
}

export type VerifiedJwt = { payload: JWTPayload } | Refusal

const FORGED: Refusal = { code: 'TOKEN_INVALID', reason: 'the signature is false', forged: true }
const UNCHECKED: Refusal = { code: 'TOKEN_INVALID', reason: 'too many false signatures from its address' }

export const invalid = (reason: string): Refusal => ({ code: 'TOKEN_INVALID', reason })

export function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'reason' in value
}

/** Verifies an RS256 JWT in the order: form, header, key, signature, registered claims. */
export async function verifyJwt(token: string, rules: JwtRules): Promise<VerifiedJwt> {
  const header = readHeader(token, rules.types)
  if (isRefusal(header)) return header
  const key = await rules.keyFor(header.kid)
  if (isRefusal(key)) return key
  const check = (): boolean => isSignedWith(token, key)
  const genuine = rules.gate === undefined ? check() : rules.gate.pass(check)
  if (genuine !== true) return genuine === null ? UNCHECKED : FORGED
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['RS256'],
      issuer: rules.issuer(),
      ...(rules.audiences.length === 0 ? {} : { audience: [...rules.audiences] }),
      requiredClaims: ['sub', 'exp', 'iat', ...(rules.needsId === true ? ['jti'] : [])],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: dateOf(rules.now),
    })
    return checkClaims(payload, rules.now) ?? { payload }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { code: 'TOKEN_EXPIRED', reason: 'expired' }
    if (error instanceof errors.JWSSignatureVerificationFailed) return FORGED
    return invalid(error instanceof errors.JOSEError ? `${error.code}: ${error.message}` : 'unreadable token')
  }
}

const keyObjects = new WeakMap<CryptoKey, KeyObject>()

/**
 * Whether the signature of a compact JWS is that of a key, RS256. A seventh of what the library needs, which goes through
 * WebCrypto and a thread: forged tokens are refused here, and what passes is verified by the library all the same.
 */
function isSignedWith(token: string, key: CryptoKey): boolean {
  let object = keyObjects.get(key)
  if (object === undefined) keyObjects.set(key, (object = KeyObject.from(key)))
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  return verify('RSA-SHA256', Buffer.from(token.slice(0, end)), object, signature)
}

function readHeader(token: string, types: JwtRules['types']): { kid: string } | Refusal {
  const parts = token.split('.')
  if (parts.length === 5) return invalid('encrypted token (JWE)')
  if (parts.length !== 3) return invalid('opaque token: set the application to issue JWT access tokens')
  if (parts[2] === '') return invalid('no signature')
  if (!isCanonical(parts[2] ?? '')) return invalid('signature in another spelling than base64url')
  let header: ProtectedHeaderParameters
  try {
    header = decodeProtectedHeader(token)
  } catch {
    return invalid('unreadable token header')
  }
  if (header.alg !== 'RS256') return invalid(`algorithm ${String(header.alg)} instead of RS256`)
  const forbidden = FORBIDDEN_HEADERS.find((name) => name in header)
  if (forbidden !== undefined) return invalid(`token header with ${forbidden}`)
  const typ: unknown = header.typ
  const known =
    typ === undefined
      ? types === undefined
      : typeof typ === 'string' && (types ?? TYPES).includes(typ.toLowerCase())
  if (!known) return invalid(`token type ${JSON.stringify(typ)}`)
  return typeof header.kid === 'string' && header.kid !== ''
    ? { kid: header.kid }
    : invalid('token header without kid')
}

/**
 * Many texts decode to one signature. Only the canonical one is accepted, so that remembering, counting or revoking a
 * token by its text covers all of it.
 */
function isCanonical(signature: string): boolean {
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

function checkClaims(payload: JWTPayload, now: Instant): Refusal | null {
  const { exp, iat, sub } = payload
  if (!isSeconds(exp) || !isSeconds(iat)) return invalid('exp or iat is not a whole number of seconds')
  if (iat > now / 1_000 + LEEWAY_SECONDS) return invalid('iat lies in the future')
  if (typeof sub !== 'string' || sub === '') return invalid('sub is not a string')
  const foreign = FOREIGN_CLAIMS.find((name) => name in payload)
  if (foreign !== undefined) return invalid(`claim ${foreign}: not an access token`)
  return refuseClaims({ sub })
}

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SECONDS

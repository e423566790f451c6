import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { randomId } from '../../kernel/ids.ts'
import type { KeyStore } from '../../ports/identity.ts'

/** An RS256 key pair of this gateway. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** What the key set shows. */
  publicJwk: JWK
}

/** Thrown for a stored key that cannot be used; the message is one sentence that names it and nothing that is in it. */
export class DamagedKey extends Error {
  constructor(place: string, why: string) {
    super(
      `The key ${place} cannot be used (${why}): restore it from a copy, or remove it and the next start makes a new one, with which tokens of the old one are refused.`,
    )
    this.name = 'DamagedKey'
  }
}

/** Ten times what a key of 4096 bits has. */
const MAX_KEY_BYTES = 64 * 1024
const MIN_KEY_BITS = 2048

/**
 * Loads the private key of a purpose as a JWK, or makes one of 2048 bits and keeps it. Throws {@link DamagedKey} for one
 * whose signature its own public half does not accept.
 */
export async function loadPrivateJwk(store: KeyStore, purpose: string): Promise<JWK> {
  const kept = await store.load(purpose)
  const jwk = kept ?? (await store.save(purpose, await generateJwk()))
  if (!isPrivateRsa(jwk)) {
    throw new DamagedKey(store.placeOf?.(purpose) ?? purpose, 'it is no RSA key of 2048 bits with a kid')
  }
  return jwk
}

function isPrivateRsa(jwk: unknown): boolean {
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) return false
  const { kty, kid, n = '', e = '', ...rest } = jwk as Record<string, string>
  if (kty !== 'RSA' || typeof kid !== 'string' || kid === '') return false
  try {
    const privateKey = createPrivateKey({ key: { ...rest, kty, n, e }, format: 'jwk' })
    if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS) return false
    const publicKey = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
    const text = Buffer.from(kid)
    return verify('sha256', text, publicKey, sign('sha256', text, privateKey))
  } catch {
    return false
  }
}

/** The key of a purpose, ready for use. */
export async function loadSigningKey(store: KeyStore, purpose: string): Promise<SigningKey> {
  const jwk = await loadPrivateJwk(store, purpose)
  const publicJwk: JWK = {
    kty: 'RSA',
    n: jwk.n ?? '',
    e: jwk.e ?? '',
    alg: 'RS256',
    use: 'sig',
    kid: jwk.kid ?? '',
  }
  return {
    kid: publicJwk.kid ?? '',
    privateKey: (await importJWK(jwk, 'RS256')) as CryptoKey,
    publicKey: (await importJWK(publicJwk, 'RS256')) as CryptoKey,
    publicJwk,
  }
}

async function generateJwk(): Promise<Record<string, unknown>> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) }
}

/** The content of a key file. Throws {@link DamagedKey}. */
function read(path: string): Record<string, unknown> {
  let text: string
  try {
    const found = statSync(path)
    if (!found.isFile()) throw new DamagedKey(path, 'it is not a file')
    if (found.size > MAX_KEY_BYTES) throw new DamagedKey(path, 'it is larger than 64 KB')
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // For messages of the process, not of this file.
    if (error instanceof DamagedKey || code === 'EMFILE' || code === 'ENFILE') throw error
    throw new DamagedKey(path, `it cannot be read: ${code ?? 'unknown error'}`)
  }
  if (text.trim() === '') throw new DamagedKey(path, 'it is empty')
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new DamagedKey(path, 'it is not JSON, or was cut off')
  }
}

/** Keys as files in a folder that only this user can read. */
export function createFileKeyStore(dir: string): KeyStore {
  const pathOf = (purpose: string): string => join(dir, `${purpose}-key.json`)
  return {
    placeOf: pathOf,
    load: async (purpose) => (existsSync(pathOf(purpose)) ? read(pathOf(purpose)) : null),
    save: async (purpose, jwk) => {
      // A link appears whole or not at all, and not over a key that another process has just made.
      const unfinished = join(dir, `${purpose}-key.${randomId()}.tmp`)
      writeFileSync(unfinished, JSON.stringify(jwk), { mode: 0o600 })
      try {
        linkSync(unfinished, pathOf(purpose))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        rmSync(unfinished, { force: true })
      }
      return read(pathOf(purpose))
    },
  }
}

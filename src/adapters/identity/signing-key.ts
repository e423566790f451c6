import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Loads the private key of a purpose as a JWK, or makes one of 2048 bits and keeps it. */
export async function loadPrivateJwk(store: KeyStore, purpose: string): Promise<JWK> {
  return (await store.load(purpose)) ?? store.save(purpose, await generateJwk())
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

/** Keys as files in a folder that only this user can read. */
export function createFileKeyStore(dir: string): KeyStore {
  const pathOf = (purpose: string): string => join(dir, `${purpose}-key.json`)
  const read = (path: string): Record<string, unknown> =>
    JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>

  return {
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

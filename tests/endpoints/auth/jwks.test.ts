import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const PATH = '/v1/auth/jwks'

const api = await boot()
const plain = await boot({ env: { DEV_LOGIN_ENABLED: '', AUTH_URL: 'http://127.0.0.1:1' } })

const kidOf = (name: string): string =>
  JSON.parse(readFileSync(join(api.storage.dataDir!.path, `${name}-key.json`), 'utf8')).kid as string

describe('GET /v1/auth/jwks', () => {
  test('200 without a token: the public keys of dev tokens and internal tokens, and nothing private', async () => {
    const { status, body, text, headers } = await api.get(PATH, { token: null })
    expect(status).toBe(200)
    expect(body.keys.map(({ kid }: { kid: string }) => kid)).toEqual([kidOf('dev-login'), kidOf('internal')])
    for (const key of body.keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256' })
    }
    for (const name of ['dev-login', 'internal']) {
      const stored = JSON.parse(readFileSync(join(api.storage.dataDir!.path, `${name}-key.json`), 'utf8'))
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(text).not.toContain(stored[secret])
    }
    expect(headers.get('cache-control')).toMatch(/^private, max-age=(299|300)$/)
  })

  test('200: a dev token verifies with it', async () => {
    const token = await api.token()
    const { body } = await api.get(PATH, { token: null })
    expect((await jwtVerify(token, createLocalJWKSet(body))).protectedHeader).toEqual(
      decodeProtectedHeader(token),
    )
  })

  test('200 without the key of dev tokens while dev-login is off', async () => {
    const { body } = await plain.get(PATH, { token: null })
    expect(body.keys).toHaveLength(1)
  })
})

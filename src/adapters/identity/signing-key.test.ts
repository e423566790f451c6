import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { createFileKeyStore, type DamagedKey, loadSigningKey } from './signing-key.ts'

const folders: string[] = []

/** One modulus in 32 begins with the letter already, and would be left whole. */
const otherModulus = (n: string): string => `${n.startsWith('w') ? 'x' : 'w'}${n.slice(1)}`

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-keys-'))
  folders.push(folder)
  return folder
}

const without = (whole: Record<string, unknown>, name: string): string =>
  JSON.stringify({ ...whole, [name]: undefined })

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

describe('a signing key', () => {
  it('is an RS256 key of 2048 bits whose public half alone is shown', async () => {
    const key = await loadSigningKey(createFileKeyStore(freshFolder()), 'dev-login')
    expect(Object.keys(key.publicJwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect(key.publicJwk).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: key.kid })
    expect(Buffer.from(key.publicJwk.n ?? '', 'base64url')).toHaveLength(256)
    expect(key.kid).toMatch(/^[\w-]{43}$/)
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256' }).sign(key.privateKey)
    expect((await jwtVerify(token, key.publicKey)).protectedHeader.alg).toBe('RS256')
  })

  it('survives the process: the next one finds the same', async () => {
    const folder = freshFolder()
    const first = await loadSigningKey(createFileKeyStore(folder), 'dev-login')
    const second = await loadSigningKey(createFileKeyStore(folder), 'dev-login')
    expect(second.publicJwk).toEqual(first.publicJwk)
  })

  it('is each purpose its own', async () => {
    const store = createFileKeyStore(freshFolder())
    const [one, other] = await Promise.all([
      loadSigningKey(store, 'dev-login'),
      loadSigningKey(store, 'internal'),
    ])
    expect(one.kid).not.toBe(other.kid)
  })
})

describe('the key file', () => {
  it('can be read by its user alone, and nothing else is left beside it', async () => {
    const folder = freshFolder()
    const before = process.umask(0)
    try {
      await loadSigningKey(createFileKeyStore(folder), 'dev-login')
    } finally {
      process.umask(before)
    }
    expect(readdirSync(folder)).toEqual(['dev-login-key.json'])
    expect(statSync(join(folder, 'dev-login-key.json')).mode & 0o777).toBe(0o600)
  })

  it('made by several at once is one, and all of them have it', async () => {
    const folder = freshFolder()
    const keys = await Promise.all(
      Array.from({ length: 4 }, () => loadSigningKey(createFileKeyStore(folder), 'dev-login')),
    )
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
    const file = readFileSync(join(folder, 'dev-login-key.json'), 'utf8')
    expect(JSON.parse(file)).toMatchObject({ kid: keys[0]?.kid })
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it.each<[string, (whole: Record<string, unknown>) => string, RegExp]>([
    ['is empty', () => '', /it is empty/],
    ['was cut off', (whole) => JSON.stringify(whole).slice(0, 700), /it is not JSON/],
    ['is text', () => 'hello', /it is not JSON/],
    ['is null', () => 'null', /it is no RSA key/],
    ['is a list', () => '[]', /it is no RSA key/],
    ['is of another kind', () => '{"kty":"oct","k":"c2VjcmV0"}', /it is no RSA key/],
    ['lacks its private half', (whole) => without(whole, 'd'), /it is no RSA key/],
    ['lacks its name', (whole) => without(whole, 'kid'), /it is no RSA key/],
    [
      'is of two keys',
      (whole) => JSON.stringify({ ...whole, n: otherModulus(String(whole['n'])) }),
      /it is no RSA key/,
    ],
    ['is huge', () => ' '.repeat(200_000), /larger than/],
  ])('that %s cannot be used: a sentence names it, and nothing that is in it', async (_, damaged, why) => {
    const folder = freshFolder()
    await loadSigningKey(createFileKeyStore(folder), 'dev-login')
    const path = join(folder, 'dev-login-key.json')
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, damaged(JSON.parse(whole) as Record<string, unknown>))
    const refused = await loadSigningKey(createFileKeyStore(folder), 'dev-login').catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ name: 'DamagedKey', message: expect.stringMatching(why) })
    const { message } = refused as DamagedKey
    expect(message).toContain(path)
    expect(message).toMatch(/restore it from a copy, or remove it/)
    expect(message).not.toContain(whole.slice(20, 60))
  })

  it('is never written over', async () => {
    const store = createFileKeyStore(freshFolder())
    expect(await store.save('x', { n: 'first' })).toEqual({ n: 'first' })
    expect(await store.save('x', { n: 'second' })).toEqual({ n: 'first' })
    expect(await store.load('x')).toEqual({ n: 'first' })
  })

  it('is not there before it is made', async () => {
    const folder = freshFolder()
    expect(await createFileKeyStore(folder).load('dev-login')).toBeNull()
    expect(existsSync(join(folder, 'dev-login-key.json'))).toBe(false)
  })

  it('leaves no trace where it cannot be kept', async () => {
    const folder = join(freshFolder(), 'missing')
    await expect(createFileKeyStore(folder).save('x', {})).rejects.toThrow('ENOENT')
  })
})

import { describe, expect, test } from 'vitest'
import { DataDirError } from './adapters/storage/data-dir.ts'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/reader.ts'
import { demoBanner, explainFailure, readyFields } from './messages.ts'

const systemError = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: low-level text`), { code, ...more })

describe('explainFailure', () => {
  test('a bad configuration is one line for each problem and exit code 78', () => {
    expect(explainFailure(new ConfigError(['PORT is bad.', 'ROLE is bad.']))).toEqual({
      lines: ['PORT is bad.', 'ROLE is bad.'],
      exitCode: 78,
    })
  })

  test.each([
    [systemError('EADDRINUSE', { port: 8080 }), /^Port 8080 is already in use: .*PORT.*\.$/],
    [systemError('EACCES', { port: 80 }), /^Port 80 may not be used by this user: .*\.$/],
    [systemError('EACCES'), /^This user may not read or write a file that is needed\.$/],
    [systemError('EADDRNOTAVAIL'), /^HOST is no address of this machine\.$/],
    [systemError('ECONNREFUSED'), /^The database at DATABASE_URL cannot be used: nothing listens there\.$/],
    [systemError('ENOTFOUND'), /^The database at DATABASE_URL cannot be used: its host has no address\.$/],
    [systemError('ENOENT', { path: '/x/y.csv' }), /^\/x\/y\.csv is not there\.$/],
    [systemError('ENOSPC'), /^The disk is full\.$/],
    [new DataDirError('locked', 'Somebody else has it.'), /^Somebody else has it\.$/],
    [new Error('odd'), /^Tidemark met an unexpected error: odd$/],
    [null, /^Tidemark met an unexpected error: unknown error$/],
  ])('%s is one sentence and exit code 1', (error, sentence) => {
    const { lines, exitCode } = explainFailure(error)
    expect(exitCode).toBe(1)
    expect(lines).toEqual([expect.stringMatching(sentence)])
  })
})

describe('demoBanner', () => {
  const server = (token: string | null, issuer: string | null): Parameters<typeof demoBanner>[0] => ({
    url: 'http://127.0.0.1:8080',
    issuer,
    instruments: 694,
    devTokens: token === null ? null : { issue: async () => ({ token, expiresInSeconds: 3_600 }) },
    failed: new Promise<never>(() => undefined),
    drain: async () => undefined,
    close: async () => undefined,
  })
  const banner = (token: string | null, upstreams: string[], issuer: string | null = null): Promise<string> =>
    demoBanner(server(token, issuer), {
      upstreams,
      bundledProvider: { clientId: 'web' },
    } as unknown as Config)

  test('has the address, a curl line with a token, and says that the numbers are simulated', async () => {
    const text = await banner('the.token', ['demo'])
    expect(text).toContain('http://127.0.0.1:8080/docs')
    expect(text).toContain(
      "curl -s 'http://127.0.0.1:8080/v1/instruments/search?q=apple' -H 'Authorization: Bearer the.token'",
    )
    expect(text).toMatch(/694 real names with SIMULATED numbers/)
  })

  test('without the demo market nothing is said to be simulated, and without dev-login there is no token', async () => {
    const text = await banner(null, [])
    expect(text).not.toMatch(/simulated/i)
    expect(text).toContain("-H 'Authorization: Bearer <ACCESS_TOKEN>'")
    expect(text).not.toContain('lasts one hour')
  })

  test('names issuer and client id where one can log in, and nothing of the kind where not', async () => {
    expect(await banner('t', [], 'http://127.0.0.1:8080')).toMatch(
      /^ {2}Log in +http:\/\/127\.0\.0\.1:8080 .*\(client id web\)$/m,
    )
    expect(await banner('t', [])).not.toContain('Log in')
  })
})

describe('the line that says ready', () => {
  const server = { url: 'http://127.0.0.1:8080', instruments: 3 } as Parameters<typeof readyFields>[0]
  const fields = (role: Config['role']): object => readyFields(server, { role } as Config)

  test('names the role, and the instruments where they can be found', () => {
    expect(fields('all')).toEqual({ role: 'all', url: server.url, instruments: 3 })
    expect(fields('gateway')).toEqual({ role: 'gateway', url: server.url, instruments: 3 })
    expect(fields('worker')).toEqual({ role: 'worker', url: server.url })
  })
})

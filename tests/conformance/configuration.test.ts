import { isIP } from 'node:net'
import fc from 'fast-check'
import { fastify } from 'fastify'
import { Redis } from 'ioredis'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/reader.ts'
import { openPostgresStorage } from '../../src/adapters/storage/storage.ts'
import type { Env } from '../../src/config/env.ts'
import { VARIABLES } from '../../src/config/variables.ts'

const NAMES = VARIABLES.map(({ name }) => name)

/** Pieces of addresses, right and wrong; put together they are seldom what anybody means. */
const ADDRESS = fc
  .tuple(
    fc.constantFrom('postgres:', 'postgresql:', 'redis:', 'rediss:', 'https:', 'http:', 'HTTPS:', 'x:', ''),
    fc.constantFrom('//', '/', '', '////'),
    fc.constantFrom('', 'u@', 'u:hunter2@', ':hunter2@', 'u%zz:%zz@', '%00@', '@@'),
    fc.constantFrom('127.0.0.1', 'localhost', 'h.test', '[::1]', '[::1', '', '*', 'a b', '0', '１'),
    fc.constantFrom('', ':0', ':5432', ':99999', ':x'),
    fc.constantFrom('', '/', '/d', '/3', '/-1', '/%zz', '/..', '?host=x', '/d?sslmode=x', '#x'),
  )
  .map((parts) => parts.join(''))

const WORDS =
  `true TRUE 0 -0 -1 1e3 0x50 65535 65536 99999999999999999999 NaN null undefined [] {} __proto__ constructor
  * 10.0.0.0/8 0.0.0.0/0 ::/0 ::1/128 1.2.3.4/33 fe80::1%eth0 ::ffff:1.2.3.4 /8 a@b @ a@b,,c@d , ,,, demo demo,demo Demo
  free gateway worker all production Production debug trace 1970-01-01 0001-01-01 9999-12-31T23:59:59Z 2024-02-30
  2017-09-01T14:30:00-04:00 ../../etc/passwd /dev/full ８０８０ 🙂 $(id) \`id\`'--`.split(/\s+/)

const HOSTILE = fc.oneof(
  ADDRESS,
  fc.tuple(ADDRESS, ADDRESS).map((each) => each.join(',')),
  fc.constantFrom(...WORDS),
  fc.constantFrom(
    ' true',
    'pro ',
    '\n',
    '\r\nX: y',
    '\u001b[31m',
    '\u202e',
    '\ufeff80',
    ' ',
    'x'.repeat(100_000),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

const ENVIRONMENT: fc.Arbitrary<Env> = fc
  .tuple(fc.boolean(), fc.dictionary(fc.constantFrom(...NAMES), HOSTILE, { maxKeys: 6 }))
  .map(([least, env]) => ({ ...(least ? { DEV_LOGIN_ENABLED: 'true' } : {}), ...env }))

function read(env: Env): Config | ConfigError {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

/** Settings that those who get them can make nothing of; those that take an address throw by themselves. */
function unusable(config: Config): string[] {
  void fastify({ trustProxy: [...config.trustProxy] })
  if (config.databaseUrl !== null) void new pg.Client({ connectionString: config.databaseUrl })
  const redis = config.redisUrl === null ? null : new Redis(config.redisUrl, { lazyConnect: true })
  const year = new Date(config.marketStart ?? 0).getUTCFullYear()
  const good = {
    host: config.host === 'localhost' || isIP(config.host) !== 0,
    ports: [config.port, config.opsPort].every(
      (port) => Number.isInteger(port) && port >= 0 && port < 65_536,
    ),
    redisUrl: redis === null || Number.isInteger(redis.options.db),
    authUrl: config.oidc === null || /^https?:$/.test(new URL(config.oidc.authUrl).protocol),
    corsOrigins: config.corsOrigins.every((origin) => new URL(origin).origin === origin),
    marketStart: year > 1_960 && year < 2_099,
  }
  return Object.entries(good).flatMap(([name, ok]) => (ok ? [] : [name]))
}

/** What is wrong with a sentence about a problem. */
function faults(problem: string): string[] {
  return [
    ...(/^\P{Cc}{10,400}\.$/u.test(problem.replaceAll(/[\x7F-\x9F]/g, ''))
      ? []
      : ['no sentence of one line']),
    ...(NAMES.some((name) => problem.includes(name)) ? [] : ['names no variable']),
    ...(problem.includes('hunter2') ? ['tells a password'] : []),
  ]
}

describe('any environment', () => {
  test('is a configuration that everything works with, or sentences that each name a variable', () => {
    let taken = 0
    let refused = 0
    fc.assert(
      fc.property(ENVIRONMENT, (env) => {
        const outcome = read(env)
        if (outcome instanceof ConfigError) {
          refused++
          return outcome.problems.length > 0 && outcome.problems.flatMap(faults).length === 0
        }
        taken++
        return unusable(outcome).length === 0
      }),
      { numRuns: 5_000 },
    )
    // The positive control: both happened, often.
    expect(Math.min(taken, refused)).toBeGreaterThan(300)
  })
})

describe('an address of a database', () => {
  test('without a user is the user postgres, whoever runs the process', async () => {
    const storage = openPostgresStorage('postgres://h.test/d')
    expect(new pg.Client(storage.pool.options).user).toBe('postgres')
    await storage.close()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Config, readConfig } from './config.ts'
import { ConfigError } from './reader.ts'
import { type Env, withDemoDefaults } from './env.ts'
import { VARIABLES } from './variables.ts'

/** The least with which a server starts. */
const LEAST = { DEV_LOGIN_ENABLED: 'true' }

const read = (env: Env = {}): Config => readConfig({ ...LEAST, ...env })

function problemsOf(env: Env, purpose: 'server' | 'command' = 'server'): readonly string[] {
  try {
    readConfig(env, purpose)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 8080,
  opsPort: 0,
  dataDir: './.data',
  databaseUrl: null,
  databaseDirectUrl: null,
  redisUrl: null,
  role: 'all',
  oidc: null,
  bundledProvider: null,
  devLogin: false,
  adminEmails: [],
  adminSubjects: [],
  defaultTier: 'free',
  upstreams: [],
  demoSeed: 'tidemark',
  demoNewsDays: 90,
  demoAccountEmail: null,
  newsFeedsFile: null,
  llm: null,
  embeddings: null,
  corsOrigins: [],
  trustProxy: [],
  allowedHosts: [],
  marketStart: null,
  logLevel: 'info',
  production: false,
}

const LLM = { LLM_BASE_URL: 'https://llm.example/v1', LLM_MODEL: 'm' }
const EMBEDDINGS = { EMBEDDINGS_BASE_URL: 'http://127.0.0.1:11434/v1', EMBEDDINGS_MODEL: 'e' }
const EMBEDDER = { baseUrl: EMBEDDINGS.EMBEDDINGS_BASE_URL, model: 'e', apiKey: null }
const MODEL = {
  provider: 'openai-compatible',
  baseUrl: LLM.LLM_BASE_URL,
  model: 'm',
  apiKey: null,
  tokensPerDay: 1_000_000,
  newsTokensPerDay: 1_000_000,
} as const

const OIDC = {
  authUrl: 'https://id.example',
  audiences: [],
  clientId: null,
  tenantClaim: 'tenant_id',
  emailClaim: 'email',
  roleClaim: null,
  staleMs: 3_600_000,
  required: [],
}
const BUNDLED = { clientId: 'tidemark', audiences: ['tidemark'] }
const AUTH = { AUTH_URL: 'https://id.example' }

interface Cases {
  /** Environments and what they make of the configuration. */
  good: Array<[env: Env, expected: Partial<Config>]>
  /** Values that are refused with a sentence that names the variable. */
  bad: string[]
}

const CASES: Record<string, Cases> = {
  HOST: {
    good: [
      [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
      [{ HOST: ' ::1 ' }, { host: '::1' }],
      [{ HOST: 'localhost' }, { host: 'localhost' }],
    ],
    bad: ['example.test', '256.1.1.1', '127.0.0.1:8080', '[::1]', '*', 'a b'],
  },
  PORT: {
    good: [
      [{ PORT: '0' }, { port: 0 }],
      [{ PORT: ' 65535 ' }, { port: 65_535 }],
    ],
    bad: ['65536', '-1', '8080.5', '80a', '0x50', '1e3', '８０', '999999999999999999999', 'null'],
  },
  OPS_PORT: { good: [[{ OPS_PORT: '9090' }, { opsPort: 9_090 }]], bad: ['65536', 'off', '-0'] },
  DATA_DIR: { good: [[{ DATA_DIR: '/var/lib/tide mark' }, { dataDir: '/var/lib/tide mark' }]], bad: [] },
  DATABASE_URL: {
    good: [
      'postgres://a:b@c/d',
      'postgresql://c:5433/d?sslmode=require',
      'postgres:///d?host=/run',
      'postgres://a:%25%20%C3%A9@[::1]/d',
    ].map((url) => [{ DATABASE_URL: url }, { databaseUrl: url }]),
    bad: [
      'mysql://a:b@c/d',
      'localhost',
      'localhost:5432',
      '/var/run/postgres',
      'http://c',
      'postgres',
      'postgres://a b:c',
      'postgres:',
      'postgres:c/d',
      'postgres://a:%zz@[::1]',
      'postgres://a:%ff@c/d',
      'postgres://c/d%',
      'postgres://a@[::1]/d e',
    ],
  },
  DATABASE_DIRECT_URL: {
    good: [
      [
        { DATABASE_URL: 'postgres://c/d', DATABASE_DIRECT_URL: 'postgres://e/d' },
        { databaseUrl: 'postgres://c/d', databaseDirectUrl: 'postgres://e/d' },
      ],
    ],
    bad: ['mysql://a:b@c/d', 'postgres', 'postgres://c/d', 'postgres://a:%zz@c/d'],
  },
  REDIS_URL: {
    good: ['redis://127.0.0.1:6379', 'rediss://user:sec%25ret@c:6380/3'].map((url) => [
      { REDIS_URL: url },
      { redisUrl: url },
    ]),
    bad: [
      '127.0.0.1:6379',
      'http://c',
      'redis',
      '/run/redis.sock',
      'redis:',
      'redis://c/x',
      'redis://:hunter2%zz@c',
    ],
  },
  ROLE: {
    good: [
      [{ ROLE: 'all' }, { role: 'all' }],
      [
        { ROLE: 'worker', DATABASE_URL: 'postgres://c/d', REDIS_URL: 'redis://c' },
        { role: 'worker', databaseUrl: 'postgres://c/d', redisUrl: 'redis://c' },
      ],
      [
        { ROLE: 'gateway', DATABASE_URL: 'postgres://c/d', REDIS_URL: 'redis://c' },
        { role: 'gateway', databaseUrl: 'postgres://c/d', redisUrl: 'redis://c' },
      ],
    ],
    bad: ['ALL', 'both', 'gateway,worker', 'gateway', 'worker'],
  },
  AUTH_URL: {
    good: [
      [AUTH, { oidc: OIDC }],
      [{ AUTH_URL: 'https://id.example/realm/' }, { oidc: { ...OIDC, authUrl: 'https://id.example/realm' } }],
      ...['http://localhost:8081', 'http://127.0.0.1:8081', 'http://127.9.9.9', 'http://[::1]:8081'].map(
        (authUrl): [Env, Partial<Config>] => [{ AUTH_URL: authUrl }, { oidc: { ...OIDC, authUrl } }],
      ),
      [{ AUTH_URL: 'bundled' }, { bundledProvider: BUNDLED }],
    ],
    bad: [
      'Bundled',
      'bundled ',
      ' bundled',
      'bundled/',
      'true',
      'http://id.example',
      'http://127.0.0.1.evil.example',
      'http://localhost.evil.example',
      'http://10.0.0.1',
      'http://0.0.0.0',
      'id.example',
      'ldap://id.example',
      'https://',
      'https://user:hunter2@id.example',
      'https://id.example?realm=x',
      'https://id.example#x',
    ],
  },
  OIDC_AUDIENCE: {
    good: [
      [{ ...AUTH, OIDC_AUDIENCE: ' a , b,, ' }, { oidc: { ...OIDC, audiences: ['a', 'b'] } }],
      [
        { AUTH_URL: 'bundled', OIDC_AUDIENCE: 'a,b' },
        { bundledProvider: { ...BUNDLED, audiences: ['a', 'b'] } },
      ],
    ],
    bad: [],
  },
  OIDC_CLIENT_ID: {
    good: [
      [{ ...AUTH, OIDC_CLIENT_ID: 'wéb' }, { oidc: { ...OIDC, clientId: 'wéb' } }],
      [
        { AUTH_URL: 'bundled', OIDC_CLIENT_ID: ' web ' },
        { bundledProvider: { ...BUNDLED, clientId: 'web' } },
      ],
    ],
    bad: [],
  },
  OIDC_TENANT_CLAIM: {
    good: [[{ ...AUTH, OIDC_TENANT_CLAIM: 'urn:x:org' }, { oidc: { ...OIDC, tenantClaim: 'urn:x:org' } }]],
    bad: [],
  },
  OIDC_EMAIL_CLAIM: {
    good: [[{ ...AUTH, OIDC_EMAIL_CLAIM: 'mail' }, { oidc: { ...OIDC, emailClaim: 'mail' } }]],
    bad: [],
  },
  OIDC_ROLE_CLAIM: {
    good: [[{ ...AUTH, OIDC_ROLE_CLAIM: 'urn:x:roles' }, { oidc: { ...OIDC, roleClaim: 'urn:x:roles' } }]],
    bad: [],
  },
  OIDC_REQUIRE: {
    good: [
      [{ ...AUTH, OIDC_REQUIRE: 'jti' }, { oidc: { ...OIDC, required: ['jti'] } }],
      [{ ...AUTH, OIDC_REQUIRE: ' at+jwt , jti,' }, { oidc: { ...OIDC, required: ['at+jwt', 'jti'] } }],
    ],
    bad: [],
  },
  OIDC_STALE_MINUTES: {
    good: [
      [{ ...AUTH, OIDC_STALE_MINUTES: '10' }, { oidc: { ...OIDC, staleMs: 600_000 } }],
      [{ ...AUTH, OIDC_STALE_MINUTES: ' 10080 ' }, { oidc: { ...OIDC, staleMs: 604_800_000 } }],
    ],
    bad: [],
  },
  DEV_LOGIN_ENABLED: {
    good: [
      [{ DEV_LOGIN_ENABLED: 'true' }, { devLogin: true }],
      ...['', '1', 'TRUE', 'True', 'yes', 'on', 'true ', ' true', 'false', 'true\n'].map(
        (value): [Env, Partial<Config>] => [
          { ...AUTH, DEV_LOGIN_ENABLED: value },
          { oidc: OIDC, devLogin: false },
        ],
      ),
    ],
    bad: [],
  },
  ADMIN_EMAILS: {
    good: [
      [{ ADMIN_EMAILS: 'Ann@A.test, bob@b.test' }, { adminEmails: ['ann@a.test', 'bob@b.test'] }],
      [{ ADMIN_EMAILS: 'A\u212A\u0130Z@a.test' }, { adminEmails: ['a\u212A\u0130z@a.test'] }],
    ],
    bad: ['admin', 'ann@a.test,b@', '@b', 'a@b@c'],
  },
  ADMIN_SUBJECTS: {
    good: [
      [
        { ...AUTH, ADMIN_SUBJECTS: '218659411234567890, auth0|A b,' },
        { oidc: OIDC, adminSubjects: ['218659411234567890', 'auth0|A b'] },
      ],
    ],
    bad: [],
  },
  DEFAULT_TIER: {
    good: (['free', 'pro', 'enterprise'] as const).map((tier) => [
      { DEFAULT_TIER: tier },
      { defaultTier: tier },
    ]),
    bad: ['Pro', 'unlimited', '0'],
  },
  UPSTREAMS: {
    good: [[{ UPSTREAMS: ' demo ,demo' }, { upstreams: ['demo'] }]],
    bad: ['Demo', 'yahoo', 'demo,yahoo', '*'],
  },
  DEMO_NEWS_DAYS: {
    good: [
      [{ DEMO_NEWS_DAYS: '0' }, { demoNewsDays: 0 }],
      [{ DEMO_NEWS_DAYS: '365' }, { demoNewsDays: 365 }],
    ],
    bad: ['-1', '366', '1.5', 'ten', '1e2'],
  },
  DEMO_ACCOUNT_EMAIL: {
    good: [[{ DEMO_ACCOUNT_EMAIL: 'Demo@Demo.test' }, { demoAccountEmail: 'demo@demo.test' }]],
    bad: ['demo', '@demo.test'],
  },
  NEWS_FEEDS_FILE: {
    good: [[{ NEWS_FEEDS_FILE: './feeds.json' }, { newsFeedsFile: './feeds.json' }]],
    bad: [],
  },
  LLM_BASE_URL: {
    good: [[{ ...LLM }, { llm: MODEL }]],
    bad: ['llm.example', 'ftp://llm.example', 'https://u:p@llm.example'],
  },
  EMBEDDINGS_BASE_URL: {
    good: [[{ ...EMBEDDINGS }, { embeddings: EMBEDDER }]],
    bad: ['e.example', 'ftp://e.example', 'https://u:p@e.example'],
  },
  EMBEDDINGS_MODEL: {
    good: [[{ ...EMBEDDINGS, EMBEDDINGS_MODEL: 'x/y' }, { embeddings: { ...EMBEDDER, model: 'x/y' } }]],
    bad: ['alone'],
  },
  EMBEDDINGS_API_KEY: {
    good: [[{ ...EMBEDDINGS, EMBEDDINGS_API_KEY: 'k' }, { embeddings: { ...EMBEDDER, apiKey: 'k' } }]],
    bad: ['alone'],
  },
  LLM_MODEL: { good: [[{ ...LLM, LLM_MODEL: 'x/y' }, { llm: { ...MODEL, model: 'x/y' } }]], bad: ['alone'] },
  LLM_API_KEY: { good: [[{ ...LLM, LLM_API_KEY: 'k' }, { llm: { ...MODEL, apiKey: 'k' } }]], bad: ['alone'] },
  LLM_PROVIDER: {
    good: [
      [{ ...LLM, LLM_PROVIDER: 'openai-compatible' }, { llm: MODEL }],
      [
        { ...LLM, LLM_API_KEY: 'k', LLM_PROVIDER: 'anthropic' },
        { llm: { ...MODEL, apiKey: 'k', provider: 'anthropic' } },
      ],
    ],
    bad: ['hal', 'OpenAI'],
  },
  LLM_NEWS_TOKENS_PER_DAY: {
    good: [[{ ...LLM, LLM_NEWS_TOKENS_PER_DAY: '0' }, { llm: { ...MODEL, newsTokensPerDay: 0 } }]],
    bad: ['-1', 'x', '1.5'],
  },
  LLM_TOKENS_PER_DAY: {
    good: [
      [{ ...LLM, LLM_TOKENS_PER_DAY: '5' }, { llm: { ...MODEL, tokensPerDay: 5 } }],
      [{ ...LLM, LLM_TOKENS_PER_DAY: '0' }, { llm: { ...MODEL, tokensPerDay: null } }],
    ],
    bad: ['-1', '1.5', 'many'],
  },
  DEMO_SEED: { good: [[{ DEMO_SEED: 'x y' }, { demoSeed: 'x y' }]], bad: [] },
  CORS_ORIGINS: {
    good: [
      [
        { CORS_ORIGINS: 'https://app.example,http://localhost:3000' },
        { corsOrigins: ['https://app.example', 'http://localhost:3000'] },
      ],
    ],
    bad: [
      '*',
      'null',
      'https://app.example/',
      'app.example',
      'https://APP.example',
      'https://app.example:443',
      'https://a:b@app.example',
      'https://*.example',
    ],
  },
  TRUST_PROXY: {
    good: [
      [
        { TRUST_PROXY: '10.0.0.1, 10.0.0.0/8, ::1, fd00::/8' },
        { trustProxy: ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] },
      ],
    ],
    bad: [
      'true',
      '1',
      '*',
      'proxy.example',
      '10.0.0.1/33',
      '::1/129',
      '10.0.0.1/',
      '10.0.0.0/8/9',
      '10.0.0',
      '/8',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/08',
    ],
  },
  ALLOWED_HOSTS: {
    good: [
      [
        { ALLOWED_HOSTS: 'Dev.example, my_host,192.0.2.1,fd00::1,' },
        { allowedHosts: ['dev.example', 'my_host', '192.0.2.1', 'fd00::1'] },
      ],
    ],
    bad: [
      '*',
      '*.example',
      'dev.example:8080',
      'http://dev.example',
      '.example',
      'a b',
      '[fd00::1]',
      'exämple.test',
    ],
  },
  CLOCK_START: {
    good: [
      [{ CLOCK_START: '2017-09-01T14:30:00Z' }, { marketStart: Date.UTC(2017, 8, 1, 14, 30) }],
      [{ CLOCK_START: '2017-09-01T14:30:00-04:00' }, { marketStart: Date.UTC(2017, 8, 1, 18, 30) }],
    ],
    bad: ['yesterday', '2017-02-30', '1504276200', '2017-09-01T25:00:00Z', '1960-12-31', '2099-01-01'],
  },
  LOG_LEVEL: {
    good: (['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const).map((level) => [
      { LOG_LEVEL: level },
      { logLevel: level },
    ]),
    bad: ['trace', 'INFO', '30'],
  },
  NODE_ENV: {
    good: [
      [
        { ...AUTH, NODE_ENV: 'production', DEV_LOGIN_ENABLED: '' },
        { oidc: OIDC, devLogin: false, production: true },
      ],
      [{ NODE_ENV: 'test' }, { production: false }],
      [{ NODE_ENV: 'Production' }, { production: false }],
    ],
    bad: ['production'],
  },
}

const rows = <T>(pick: (cases: Cases) => T[]) =>
  Object.entries(CASES).flatMap(([name, cases]) => pick(cases).map((each): [string, T] => [name, each]))

describe('every variable', () => {
  it('is in this test', () => {
    expect(Object.keys(CASES).sort()).toEqual(VARIABLES.map(({ name }) => name).sort())
  })

  it('has its default where the environment is silent', () => {
    expect(read()).toEqual({ ...DEFAULTS, devLogin: true })
  })

  it.each(rows(({ good }) => good).map(([name, [env, expected]]) => [name, env, expected] as const))(
    '%s: %j is taken',
    (_, env, expected) => {
      expect(read(env)).toEqual({ ...DEFAULTS, devLogin: true, ...expected })
    },
  )

  it.each(rows(({ bad }) => bad))('%s=%j is refused with one sentence that names it', (name, value) => {
    const problems = problemsOf({ ...LEAST, [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`\\b${name}\\b.*\\.$`))
    expect(problems.join()).not.toContain('hunter2')
  })

  it.each(VARIABLES.filter(({ name }) => name !== 'DEV_LOGIN_ENABLED'))(
    '$name that is empty or blank means nothing',
    ({ name }) => {
      for (const value of ['', ' ', '\t\n']) expect(read({ [name]: value })).toEqual(read())
    },
  )
})

describe('settings of the identity provider', () => {
  it.each([
    ['OIDC_REQUIRE', ['at-jwt', 'JTI', 'jti;at+jwt', 'nonce']],
    ['OIDC_STALE_MINUTES', ['9', '0', '-60', '60.5', '1h', '10081', '1e3', 'NaN']],
  ] as const)('%s is refused with one sentence that names it', (name, values) => {
    for (const provider of [AUTH, LEAST, { AUTH_URL: 'bundled' }]) {
      for (const value of values) {
        const problems = problemsOf({ ...provider, [name]: value })
        expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} .*\\.$`))])
      }
    }
  })
})

describe('what does not go together', () => {
  it('is refused: dev-login in production', () => {
    expect(problemsOf({ ...LEAST, NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/DEV_LOGIN_ENABLED.*production/),
    ])
    expect(problemsOf({ ...LEAST, ...AUTH, NODE_ENV: 'production' })).toHaveLength(1)
  })

  it('is refused: the bundled identity provider in production', () => {
    expect(problemsOf({ AUTH_URL: 'bundled', NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/AUTH_URL=bundled.*production/),
    ])
  })

  it('is refused: a client id of the bundled identity provider that no client could send', () => {
    expect(problemsOf({ AUTH_URL: 'bundled', OIDC_CLIENT_ID: 'wéb' })).toEqual([
      expect.stringMatching(/OIDC_CLIENT_ID.*ASCII/),
    ])
  })

  it('is refused: a moved market clock in production', () => {
    const env = { ...AUTH, NODE_ENV: 'production', CLOCK_START: '2017-09-01' }
    expect(problemsOf(env)).toEqual([expect.stringMatching(/CLOCK_START.*production/)])
  })

  it('is refused: a server where nobody could log in; a command needs nobody to', () => {
    for (const env of [{}, { DEV_LOGIN_ENABLED: 'TRUE' }, { AUTH_URL: '' }]) {
      expect(problemsOf(env)).toEqual([expect.stringMatching(/AUTH_URL.*dev-login/)])
      expect(problemsOf(env, 'command')).toEqual([])
    }
  })

  it('lets a worker start where nobody could log in', () => {
    const servers = { DATABASE_URL: 'postgres://c/d', REDIS_URL: 'redis://c' }
    expect(problemsOf({ ...servers, ROLE: 'worker' })).toEqual([])
    expect(problemsOf({ ...servers, ROLE: 'gateway' })).toEqual([
      expect.stringMatching(/AUTH_URL.*dev-login/),
    ])
  })

  it.each(['gateway', 'worker'])('is refused: the role %s without both servers', (ROLE) => {
    const DATABASE_URL = 'postgres://c/d'
    const REDIS_URL = 'redis://c'
    for (const env of [
      {},
      { DATABASE_URL },
      { REDIS_URL },
      { DATABASE_URL: '', REDIS_URL },
      { DATABASE_URL, REDIS_URL: ' ' },
    ]) {
      expect(problemsOf({ ...LEAST, ROLE, ...env })).toEqual([
        expect.stringMatching(/ROLE.*DATABASE_URL.*REDIS_URL/),
      ])
    }
    expect(problemsOf({ ...LEAST, ROLE, DATABASE_URL, REDIS_URL })).toEqual([])
  })
})

describe('a language model', () => {
  const { LLM_BASE_URL, LLM_MODEL } = LLM

  it.each([
    { LLM_BASE_URL },
    { LLM_MODEL },
    { LLM_API_KEY: 'hunter2' },
    { LLM_BASE_URL: 'http://llm.example/v1', LLM_MODEL, LLM_API_KEY: 'hunter2' },
    { LLM_BASE_URL: 'https://u:hunter2@llm.example/v1', LLM_MODEL },
    { LLM_BASE_URL, LLM_MODEL, LLM_PROVIDER: 'anthropic' },
    { LLM_BASE_URL, LLM_MODEL, LLM_PROVIDER: 'hal' },
    { LLM_BASE_URL, LLM_MODEL, LLM_TOKENS_PER_DAY: '-1' },
    { EMBEDDINGS_MODEL: 'e' },
    { EMBEDDINGS_BASE_URL: 'http://e.example/v1', EMBEDDINGS_MODEL: 'e', EMBEDDINGS_API_KEY: 'hunter2' },
  ])('is refused: %j', (env) => {
    const problems = problemsOf({ ...LEAST, ...env })
    expect(problems).toEqual([expect.stringMatching(/^(?:LLM|EMBEDDINGS)_/)])
    expect(problems.join()).not.toContain('hunter2')
  })

  it('may be plain http without a key, and with one at home', () => {
    expect(problemsOf({ ...LEAST, LLM_BASE_URL: 'http://llm.example/v1', LLM_MODEL })).toEqual([])
    expect(
      problemsOf({ ...LEAST, LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL, LLM_API_KEY: 'k' }),
    ).toEqual([])
  })
})

describe('names that are none of ours', () => {
  it.each([
    'OIDC_AUDIENCES',
    'OIDC_',
    'DEV_LOGIN_ENABLE',
    'DEV_LOGIN_ENABLED_',
    'LLM_BASEURL',
    'EMBEDDINGS_MODLE',
  ])('%s begins like one and is refused, even empty, without its value', (name) => {
    for (const value of ['hunter2', '']) {
      expect(problemsOf({ ...LEAST, [name]: value })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not a setting`)),
      ])
    }
  })

  it('of a data source are refused where that source is listed', () => {
    expect(problemsOf({ ...LEAST, UPSTREAMS: 'demo', DEMO_SEEED: 'x' })).toEqual([
      expect.stringContaining('DEMO_SEEED'),
    ])
    expect(problemsOf({ ...LEAST, DEMO_SEEED: 'x' })).toEqual([])
  })

  it('and begin like nobody else’s are somebody else’s', () => {
    expect(
      problemsOf({
        ...LEAST,
        PATH: '/bin',
        npm_config_x: '1',
        oidc_audience: 'x',
        DEVELOPER: 'y',
        PORTS: '1',
      }),
    ).toEqual([])
  })
})

describe('a configuration with several problems', () => {
  it('names all of them at once', () => {
    const problems = problemsOf({
      PORT: 'x',
      OPS_PORT: 'y',
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      ROLE: 'boss',
      AUTH_URL: 'http://id.example',
      DEV_LOGIN_ENABLED: 'true',
      DEFAULT_TIER: 'gold',
      UPSTREAMS: 'yahoo,edgar',
      CORS_ORIGINS: '*,null',
      TRUST_PROXY: 'true',
      CLOCK_START: 'now',
      LOG_LEVEL: 'loud',
      NODE_ENV: 'production',
      OIDC_X: '1',
      YAHOO_KEY: 'hunter2',
    })
    const names = problems.map((problem) => /[A-Z][A-Z_]+(?=[ =])/.exec(problem)?.[0] ?? problem)
    const expected = `AUTH_URL CLOCK_START CLOCK_START CORS_ORIGINS CORS_ORIGINS DATABASE_URL DEFAULT_TIER DEV_LOGIN_ENABLED
      LOG_LEVEL OIDC_X OPS_PORT PORT ROLE TRUST_PROXY UPSTREAMS UPSTREAMS YAHOO_KEY`
    expect(names.toSorted()).toEqual(expected.split(/\s+/))
    expect(problems.join()).not.toContain('hunter2')
  })

  it('says them in its message, a line each', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(/^PORT .*\nAUTH_URL .*$/)
  })
})

describe('whatever the environment holds', () => {
  const name = fc.constantFrom(
    ...VARIABLES.map((each) => each.name),
    'REDIS_URL',
    'OIDC_SECRET',
    'LLM_API_KEY',
    'PATH',
  )
  const secretUrl = fc
    .tuple(
      fc.constantFrom('postgres', 'https', 'http', 'redis', 'x'),
      fc.constantFrom('u:hunter2', ':hunter2', 'hunter2', 'a/hunter2'),
    )
    .map(([protocol, user]) => `${protocol}://${user}@host.example:5432/path`)
  const value = fc.oneof(
    secretUrl,
    secretUrl.map((url) => `${url},${url}`),
    fc.constantFrom('true', 'production', 'demo', '', 'worker'),
  )

  it('no sentence repeats a password, and every problem is one line that ends as a sentence', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), (env) => {
        for (const problem of problemsOf(env)) {
          expect(problem).not.toContain('hunter2')
          expect(problem).toMatch(/^[^\n]+\.$/)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('comes out as a configuration or as problems of a line each, never as another error', () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'binary', maxLength: 20 })), (env) => {
        const notOneLine = problemsOf(env).filter((problem) => !/^[^\n\r\0]+\.$/.test(problem))
        expect(notOneLine).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('the configuration', () => {
  it('cannot be changed', () => {
    const config = read() as { port: number }
    expect(() => {
      config.port = 1
    }).toThrow(TypeError)
  })
})

describe('the demo', () => {
  it('starts by itself, with the simulated market, dev-login and an admin', () => {
    expect(readConfig(withDemoDefaults({}))).toEqual({
      ...DEFAULTS,
      opsPort: 9_090,
      bundledProvider: BUNDLED,
      devLogin: true,
      adminEmails: ['admin@demo.test'],
      demoAccountEmail: 'demo@demo.test',
      defaultTier: 'pro',
      upstreams: ['demo'],
      logLevel: 'warn',
    })
  })

  it('leaves every variable that is there as it is, even an empty one', () => {
    for (const { name, demo } of VARIABLES) {
      expect(withDemoDefaults({})[name]).toBe(demo)
      expect(withDemoDefaults({ [name]: '' })[name]).toBe('')
      expect(withDemoDefaults({ [name]: 'x' })[name]).toBe('x')
    }
    expect(readConfig(withDemoDefaults({ UPSTREAMS: '', OPS_PORT: '' }))).toMatchObject({
      upstreams: [],
      opsPort: 0,
    })
    expect(problemsOf(withDemoDefaults({ DEV_LOGIN_ENABLED: '', AUTH_URL: '' }))).toHaveLength(1)
    expect(problemsOf(withDemoDefaults({ DEV_LOGIN_ENABLED: '' }))).toEqual([])
  })

  it('is refused in production', () => {
    expect(problemsOf(withDemoDefaults({ NODE_ENV: 'production' }))).toEqual([
      expect.stringMatching(/^DEV_LOGIN_ENABLED/),
      expect.stringMatching(/^AUTH_URL/),
    ])
  })
})

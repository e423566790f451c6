import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { publishedSettings } from './published-settings.ts'

it('what a server writes down has no key and no address that may hold a password, and is plain JSON', () => {
  const config = readConfig({
    AUTH_URL: 'https://idp.example',
    OIDC_AUDIENCE: 'api',
    DATABASE_URL: 'postgres://me:secret-one@db.example/tidemark',
    DATABASE_DIRECT_URL: 'postgres://me:secret-two@db.example/tidemark',
    REDIS_URL: 'redis://:secret-three@cache.example',
    LLM_BASE_URL: 'https://llm.example',
    LLM_MODEL: 'm',
    LLM_API_KEY: 'secret-four',
    EMBEDDINGS_BASE_URL: 'https://llm.example',
    EMBEDDINGS_MODEL: 'e',
    EMBEDDINGS_API_KEY: 'secret-five',
    CLOCK_START: '2017-09-01T14:30:00Z',
  })
  const text = JSON.stringify(publishedSettings(config))
  expect(text).not.toContain('secret')
  expect(JSON.parse(text)).toMatchObject({
    oidc: config.oidc,
    marketStart: config.marketStart,
    devLogin: false,
  })
  // A setting that is added is to be thought about here: is it a secret?
  expect(
    Object.keys(config)
      .filter((name) => !(name in publishedSettings(config)))
      .sort(),
  ).toEqual(['dataDir', 'databaseDirectUrl', 'databaseUrl', 'embeddings', 'llm', 'redisUrl'])
})

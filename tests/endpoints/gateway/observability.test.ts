import { describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { boot } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'

const opsPort = await freePort()
const api = await boot({ env: { OPS_PORT: String(opsPort) } })
const ops = `http://127.0.0.1:${opsPort}`

/** The value of a sample, given its name and labels as they are printed. */
async function sample(printed: string): Promise<number | undefined> {
  const text = await (await fetch(`${ops}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${printed} `))
  return line === undefined ? undefined : Number(line.slice(printed.length + 1))
}

const COUNT = 'tidemark_http_request_duration_seconds_count'

describe('/metrics', () => {
  test('is on the ops port alone, in the text format', async () => {
    const response = await fetch(`${ops}/metrics`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await response.text()).toContain('# TYPE tidemark_http_request_duration_seconds histogram')
    expect((await fetch(`${ops}/`)).status).toBe(404)
    expect((await api.get('/metrics', { token: null })).status).toBe(404)
  })

  test('counts requests by endpoint and status, and what has no endpoint together', async () => {
    const found = `${COUNT}{endpoint="instruments.search",status="200"}`
    const refused = `${COUNT}{endpoint="instruments.search",status="422"}`
    const other = `${COUNT}{endpoint="other",status="404"}`
    const before = (await sample(other)) ?? 0
    await api.get('/v1/instruments/search?q=a')
    await api.get('/v1/instruments/search?q=b')
    await api.get('/v1/instruments/search?q=')
    await api.get('/nothing')
    expect([await sample(found), await sample(refused), await sample(other)]).toEqual([2, 1, before + 1])
    const all = `tidemark_http_request_duration_seconds_bucket{le="+Inf",endpoint="instruments.search",status="200"}`
    expect(await sample(all)).toBe(2)
  })

  test('knows how many instruments the search finds', async () => {
    expect(await sample('tidemark_instruments')).toBe(api.server.instruments)
    expect(api.server.instruments).toBeGreaterThan(500)
  })
})

test('no secret that a client sends is ever logged, though every request is', async () => {
  const canary = (place: string): string => `canary-${place}-7f3a`
  const token = await api.token(`${canary('email')}@x.test`)
  const before = api.log.length
  const headers = {
    cookie: canary('cookie'),
    'x-api-key': canary('header'),
    'user-agent': canary('agent'),
    referer: `https://x.test/?${canary('referer')}`,
  }
  await api.get(`/v1/instruments/search?q=${canary('query')}`, { token: `Bearer ${token}`, headers })
  await api.get(`/v1/instruments/search?q=${canary('query')}&limit=${canary('limit')}`, {
    token: `Bearer ${token}`,
  })
  await api.get(`/v1/instruments/search?q=a&access_token=${canary('token')}`, { token: `Bearer ${token}` })
  await api.get('/v1/instruments/search?q=a', { token: `Bearer ${canary('bad.token.x')}` })
  await api.call('/v1/auth/dev-login', {
    token: canary('scheme'),
    json: { email: `${canary('login')}@x.test` },
  })
  await api.call('/v1/auth/dev-login', {
    token: null,
    json: { email: canary('body'), [canary('key')]: canary('value') },
  })
  await api.call('/v1/auth/dev-login', {
    token: null,
    headers: { 'content-type': 'application/json' },
    body: `{"${canary('broken')}`,
  })
  await sendRaw(api.url, `${canary('garbage')}\r\n\r\n`)
  await sendRaw(
    api.url,
    requestText(`GET http://user:${canary('userinfo')}@x.test/healthz?${canary('absolute')}`),
  )
  await sendRaw(api.url, requestText('GET /healthz', [`X-Injected: a\tb`, 'X-Request-Id: \u001b[31m']))

  const logged = api.log.slice(before)
  const text = JSON.stringify(logged)
  expect(logged.filter(({ message }) => message === 'request').length).toBeGreaterThanOrEqual(8)
  expect(text.match(/canary-[a-z.]+-7f3a/g) ?? []).toEqual([])
  expect(text).not.toContain(token)
  expect(text).not.toContain('@x.test')
})

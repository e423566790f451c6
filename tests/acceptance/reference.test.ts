import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { freePort } from '../support/free-port.ts'
import { describeTools, findTool } from '../support/tools.ts'
import { type RunningServer, startServer, preparedDataDir } from './process.ts'

/** Chromium asks its maker for news at each start, which a machine without a network does not answer. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const SLOW = 180_000
/** What a page is waited for: it costs a browser nine seconds of processor time. */
const PATIENCE_MS = 80_000
/** A log-in lasts so long. */
const HOUR_MS = 3_600_000
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const OVERVIEW = '#tag/instruments/GET/v1/instruments/{entity_id}/overview'

/** A page with everything that it asked for, logged and threw. */
interface Opened {
  page: Page
  outside: string[]
  complaints: string[]
}

describeTools(['chromium'], 'the API reference in Chromium', () => {
  let browser: Browser
  let demo: RunningServer
  /** Without dev-login: a token comes from the bundled provider alone. */
  let strict: RunningServer
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    demo = await startServer({
      DATA_DIR: await preparedDataDir(),
      PORT: String(await freePort()),
      UPSTREAMS: 'demo',
      DEV_LOGIN: 'true',
    })
    strict = await startServer(
      {
        DATA_DIR: await preparedDataDir(),
        PORT: String(await freePort()),
        HOST: '127.0.0.1',
        AUTH_URL: 'bundled',
      },
      [process.execPath, 'src/main.ts'],
    )
    browser = await chromium.launch({ executablePath: findTool('chromium') ?? '', args: QUIET })
  })
  // A page that stays open goes on drawing.
  afterEach(() => Promise.all(contexts.splice(0).map((each) => each.close())))
  afterAll(() => browser.close())

  async function context(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
    const made = await browser.newContext(options)
    contexts.push(made)
    made.setDefaultTimeout(PATIENCE_MS)
    return made
  }

  async function open(
    { url }: RunningServer,
    options: Parameters<Browser['newContext']>[0],
    hash = '',
  ): Promise<Opened> {
    const page = await (await context(options)).newPage()
    const [outside, complaints]: [string[], string[]] = [[], []]
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
        outside.push(request.url())
    })
    page.on('console', (line) => {
      if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${url}/docs${hash}`)
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'attached' })
    return { page, outside, complaints }
  }

  test.each([
    ['light', [DESK, PHONE]],
    ['dark', [PHONE, DESK]],
  ] as const)(
    '%s, on a desk and on a phone: all there, nothing asked of anybody else, nothing refused by its policy',
    async (colorScheme, viewports) => {
      const { page, outside, complaints } = await open(demo, { viewport: viewports[0], colorScheme })
      await page.getByText('simulated numbers').first().waitFor({ state: 'attached' })
      for (const viewport of viewports) {
        await page.setViewportSize(viewport)
        if (viewport === DESK) await page.getByRole('button', { name: 'Search' }).first().waitFor()
        await expect
          .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
          .toBeLessThanOrEqual(viewport.width)
      }
      const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      const brightness = Number(/\d+/.exec(background)?.[0])
      expect(colorScheme === 'light' ? brightness > 200 : brightness < 60).toBe(true)
      expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
    },
    SLOW,
  )

  /** Presses the button and returns the token that the page got. */
  async function logIn(page: Page): Promise<string> {
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.url().endsWith('/v1/auth/dev-login')),
      page.getByRole('button', { name: 'Log in' }).click(),
    ])
    await page.getByText('Logged in').waitFor()
    return ((await response.json()) as { access_token: string }).access_token
  }

  const stored = (page: Page): Promise<string> =>
    page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')

  describe('at an operation', () => {
    let opened: Opened
    let token = ''

    beforeAll(async () => {
      opened = await open(demo, { viewport: DESK }, OVERVIEW)
      // It is for all of these tests.
      contexts.length = 0
      token = await logIn(opened.page)
    })

    test(
      'samples in three languages are about an instrument that exists here, and name the token without showing it',
      async () => {
        const { page } = opened
        const example = (await (await fetch(`${demo.url}/docs/example.json`)).json()) as { entity_id: string }
        const sample = page.getByTestId('client-picker').nth(1)
        for (const [language, says] of [
          ['curl', '-H "Authorization: Bearer $TOKEN"'],
          ['JavaScript', 'Authorization: `Bearer ${process.env.TOKEN}`'],
          ['Python', `f"Bearer {os.environ['TOKEN']}"`],
        ] as const) {
          await sample.click()
          await page.getByRole('option', { name: language }).click()
          await page.getByText(says).first().waitFor()
          expect(await page.textContent('main')).toContain(
            `${demo.url}/v1/instruments/${example.entity_id}/overview`,
          )
        }
        expect(await page.textContent('main')).not.toContain(token)
      },
      SLOW,
    )

    test(
      'a click sends a request with the token of the button, which is kept nowhere',
      async () => {
        // A page of its own: a sample that is still being drawn moves the button away under the click.
        const { page, complaints } = await open(demo, { viewport: DESK }, OVERVIEW)
        const own = await logIn(page)
        await page
          .getByRole('button', { name: /Test Request/ })
          .first()
          .click()
        const [response] = await Promise.all([
          page.waitForResponse((each) => each.url().includes('/v1/instruments/')),
          page.getByRole('button', { name: /^Send/ }).first().click(),
        ])
        expect(response.status()).toBe(200)
        expect(response.request().headers()['authorization']).toBe(`Bearer ${own}`)
        expect(await stored(page)).not.toContain(own)
        expect(complaints).toEqual([])
      },
      SLOW,
    )

    test.each([
      ['GET', '/v1/portfolio/holdings', 200],
      ['GET', '/v1/instruments/{entity_id}/ohlcv', 200],
      ['POST', '/v1/portfolio/watchlists', 201],
    ])(
      'a click sends what %s %s needs, and of what may be left out nothing that was not chosen',
      async (method, path, status) => {
        const hash = `#tag/${path.split('/')[2]}/${method}${path}`
        const { page } = await open(demo, { viewport: DESK }, hash)
        await logIn(page)
        const operation = page.locator('button', { hasText: `(${method.toLowerCase()} ${path})` })
        await operation.first().click()
        const [response] = await Promise.all([
          page.waitForResponse((each) => new URL(each.url()).pathname.startsWith('/v1/')),
          page.getByRole('button', { name: /^Send/ }).first().click(),
        ])
        const request = response.request()
        expect(new URL(request.url()).search).toBe('')
        expect(request.headers()).not.toHaveProperty('idempotency-key')
        expect(response.status()).toBe(status)
      },
      SLOW,
    )

    test(
      'search finds an endpoint by its words',
      async () => {
        const { page } = opened
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await page.keyboard.type('live quote')
        const found = page.getByRole('dialog').getByText('/v1/instruments/{entity_id}/live-quote')
        await found.first().waitFor()
        expect(await found.count()).toBeGreaterThan(0)
      },
      SLOW,
    )
  })

  test(
    'on a phone the address of the log-in is seen, can be chosen, and leaves room for the rest of the bar',
    async () => {
      const { page } = await open(demo, { viewport: PHONE })
      const address = page.getByLabel('E-mail')
      const inSight = `(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)?.name)(
        document.querySelector('#login input').getBoundingClientRect())`
      expect(await page.evaluate<string>(inSight)).toBe('email')
      await address.fill('reader@demo.test')
      const token = await logIn(page)
      expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
        email: 'reader@demo.test',
      })
      const cut = `[...document.querySelectorAll('#bar p, #bar output')]
        .filter((each) => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth).length`
      expect(await page.evaluate<number>(cut)).toBe(0)
    },
    SLOW,
  )

  test(
    'a log-in that has ended is said, and its token is sent no more',
    async () => {
      const { page } = await open(demo, { viewport: DESK }, OVERVIEW)
      await page.clock.install()
      const now = (): Promise<number> => page.evaluate<number>('Date.now()')
      const before = await now()
      const token = await logIn(page)
      const after = await now()
      // The clock stands still while it is looked at.
      await page.clock.pauseAt(before + HOUR_MS - 2_000)
      expect(await page.getByText('Logged in').count()).toBe(1)
      await page.clock.pauseAt(after + HOUR_MS + 1_000)
      await page.getByText('The log-in has ended: log in again.').waitFor()
      await page.clock.resume()
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click()
      const [request] = await Promise.all([
        page.waitForRequest((each) => each.url().includes('/v1/instruments/')),
        page.getByRole('button', { name: /^Send/ }).first().click(),
      ])
      expect(request.headers()['authorization'] ?? '').not.toContain(token)
    },
    SLOW,
  )

  test(
    'a log-in of a month does not end at once',
    async () => {
      const { page } = await open(demo, { viewport: DESK })
      await page.route('**/v1/auth/dev-login', async (route) => {
        const response = await route.fetch()
        const json = { ...((await response.json()) as object), expires_in: 30 * 24 * 3_600 }
        await route.fulfill({ response, json })
      })
      await logIn(page)
      await page.waitForTimeout(200)
      expect(await page.getByText('Logged in').count()).toBe(1)
    },
    SLOW,
  )

  test(
    'a document that cannot be had is said, and a log-in that the browser has no means for as well',
    async () => {
      const page = await (await context({ viewport: PHONE })).newPage()
      await page.route('**/v1/openapi.json', (route) => route.fulfill({ status: 503, body: '{}' }))
      await page.goto(`${demo.url}/docs`)
      await page.getByText('The reference cannot be shown (HTTP 503): load the page again.').waitFor()

      const { page: insecure } = await open(strict, { viewport: PHONE })
      await insecure.evaluate('Object.defineProperty(window, "isSecureContext", { value: false })')
      await insecure.getByRole('button', { name: 'Log in' }).click()
      const said = insecure.getByText(
        'To log in, open this page by https:// or on the machine of the server.',
      )
      const box = await said.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 1_000)).toBeLessThanOrEqual(PHONE.width)
    },
    SLOW,
  )

  test.each(['127.0.0.1', 'localhost'])(
    'without dev-login the button leads through the provider by PKCE, and back with a token, at %s',
    async (host) => {
      const here = { ...strict, url: strict.url.replace('127.0.0.1', host) }
      const { page, outside, complaints } = await open(here, { viewport: DESK })
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(/\/login\//)
      await page.getByRole('textbox').first().fill('reader@example.com')
      const [response] = await Promise.all([
        page.waitForResponse((each) => each.url().endsWith('/oauth/v2/token')),
        page.locator('form button').first().click(),
      ])
      await page.getByText('Logged in').waitFor()
      const { access_token: token } = (await response.json()) as { access_token: string }
      expect(new URL(page.url()).hostname).toBe(host)
      const me = await askedAgain(`${strict.url}/v1/auth/me`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(((await me.json()) as { email: string }).email).toBe('reader@example.com')
      expect(new URL(page.url()).search).toBe('')
      expect(await stored(page)).not.toContain(token)
      expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
    },
    SLOW,
  )

  test(
    'a way back that was not begun here gets no token',
    async () => {
      const { page } = await open(strict, { viewport: DESK }, '?state=forged&code=stolen')
      await page.getByText('This log-in was not begun here.').waitFor()
      expect(new URL(page.url()).search).toBe('')
    },
    SLOW,
  )
})

import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { HttpExchange } from '../http-exchange.ts'
import type { Page } from '../pages.ts'

export interface DocsOptions {
  openApi: object
  /** Says on the page that every number is simulated. */
  simulated: boolean
  devLogin: boolean
  /** Origin of an external identity provider, from which the page may request tokens; null where there is none. */
  providerOrigin: string | null
  /** An instrument for the examples; null where there is none. */
  example: () => ExampleInstrument | null
}

export interface ExampleInstrument {
  entityId: string
  ticker: string
  name: string
}

/** A file of the page, and its compressed form where that was made beforehand. */
export interface Asset {
  bytes: Uint8Array
  gzip?: Uint8Array
  etag: string
}

const OWN = new URL('./docs-assets/', import.meta.url)
const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** The page's own files, in addition to Scalar's script. Nothing is fetched from elsewhere. */
const FILES: Readonly<Record<string, string>> = {
  'page.js': JAVASCRIPT,
  'samples.js': JAVASCRIPT,
  'login.js': JAVASCRIPT,
  'page.css': 'text/css; charset=utf-8',
  'favicon.svg': 'image/svg+xml',
}

/** `/`, `/docs` with its assets, and `/v1/openapi.json`. */
export function docsPages(options: DocsOptions): Page[] {
  const html = pageHtml(options)
  const policy = contentPolicy(options.providerOrigin)
  return [
    {
      path: '/',
      serve: (exchange) => exchange.sendText(302, ['Location', '/docs', 'Cache-Control', 'no-store'], ''),
    },
    { path: '/docs', serve: (exchange) => exchange.sendDocument(HTML_HEADERS, html, policy) },
    { path: '/docs/example.json', serve: (exchange) => sendExample(exchange, options.example()) },
    ...Object.entries(FILES).map(([name, type]) => assetPage(name, type, () => readAsset(name))),
    assetPage('scalar.js', JAVASCRIPT, loadScalar),
    {
      path: '/v1/openapi.json',
      serve: (exchange) => exchange.sendValue(['Cache-Control', 'public, no-cache'], options.openApi),
    },
  ]
}

const HTML_HEADERS = ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache']

/** Scalar sets styles on elements and draws icons from data URLs; everything else comes from this server. */
function contentPolicy(providerOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${providerOrigin === null ? '' : ` ${providerOrigin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sendExample(exchange: HttpExchange, example: ExampleInstrument | null): void | Promise<void> {
  return exchange.sendValue(
    ['Cache-Control', 'no-cache'],
    example === null
      ? { entity_id: null, ticker: null, name: null }
      : { entity_id: example.entityId, ticker: example.ticker, name: example.name },
  )
}

/** Loads what it serves at the first request, because most servers never show the page, and again after a failure. */
function assetPage(name: string, type: string, load: () => Asset | Promise<Asset>): Page {
  let loading: Promise<Asset> | undefined
  return {
    path: `/docs/${name}`,
    serve: async (exchange: HttpExchange) => {
      loading ??= Promise.resolve(load())
      const asset = await loading.catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return exchange.sendAsset(type, asset)
    },
  }
}

function readAsset(name: string): Asset {
  const bytes = readFileSync(new URL(name, OWN))
  return { bytes, etag: tagOf(bytes) }
}

/** Scalar's script; rejects when its thread fails. */
async function loadScalar(): Promise<Asset> {
  const worker = new Worker(new URL('./docs-script-worker.ts', import.meta.url))
  try {
    // `once` rejects where the thread throws.
    const [{ bytes, gzip }] = (await once(worker, 'message')) as [Omit<Required<Asset>, 'etag'>]
    return { bytes, gzip, etag: tagOf(bytes) }
  } finally {
    await worker.terminate()
  }
}

const tagOf = (bytes: Uint8Array): string => `"${hash('sha1', bytes, 'base64url')}"`

function pageHtml({ simulated, devLogin }: DocsOptions): string {
  const banner = simulated
    ? '<p role="note"><strong>Demo market</strong> <span>Real names, simulated numbers: nothing here is a price.</span></p>'
    : ''
  const email = devLogin
    ? '<label>E-mail <input name="email" type="email" value="you@demo.test" required></label>'
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark API</title>
<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<header id="bar">
<a href="/docs">Tidemark API</a>
${banner}
<form id="login"${devLogin ? ' data-dev-login' : ''}>${email}<button>Log in</button> <output></output></form>
</header>
<main id="reference"></main>
<noscript><p>This page needs JavaScript. The document itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p></noscript>
<script src="/docs/scalar.js"></script>
<script type="module" src="/docs/page.js"></script>
</body>
</html>
`
}

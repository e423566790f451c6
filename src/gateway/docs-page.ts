import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HttpExchange } from './http-exchange.ts'
import type { Page } from './pages.ts'

export interface DocsOptions {
  openApi: object
  /** Says on the page that every number is simulated. */
  simulated: boolean
  devLogin: boolean
}

/** Own assets of the page and Swagger UI's, which the package carries: nothing is fetched from elsewhere. */
const SWAGGER_UI = new URL('./static/', import.meta.resolve('@fastify/swagger-ui'))
const OWN = new URL('./docs-assets/', import.meta.url)

const ASSETS: Readonly<Record<string, { file: URL; type: string }>> = {
  'swagger-ui-bundle.js': {
    file: new URL('swagger-ui-bundle.js', SWAGGER_UI),
    type: 'text/javascript; charset=utf-8',
  },
  'swagger-ui.css': { file: new URL('swagger-ui.css', SWAGGER_UI), type: 'text/css; charset=utf-8' },
  'favicon.png': { file: new URL('favicon-32x32.png', SWAGGER_UI), type: 'image/png' },
  'page.js': { file: new URL('page.js', OWN), type: 'text/javascript; charset=utf-8' },
  'page.css': { file: new URL('page.css', OWN), type: 'text/css; charset=utf-8' },
}

/** Swagger UI sets styles on elements and draws icons from data URLs; everything else comes from this server. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/`, `/docs` with its assets, and `/v1/openapi.json`. */
export function docsPages(options: DocsOptions): Page[] {
  const html = pageHtml(options)
  return [
    {
      path: '/',
      serve: (exchange) => exchange.sendText(302, ['Location', '/docs', 'Cache-Control', 'no-store'], ''),
    },
    { path: '/docs', serve: (exchange) => exchange.sendDocument(htmlHeaders, html, CONTENT_POLICY) },
    ...Object.entries(ASSETS).map(([name, asset]) => assetPage(name, asset)),
    {
      path: '/v1/openapi.json',
      serve: (exchange) => exchange.sendValue(['Cache-Control', 'public, no-cache'], options.openApi),
    },
  ]
}

const htmlHeaders = ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache']

function assetPage(name: string, { file, type }: { file: URL; type: string }): Page {
  let body: { bytes: Buffer; etag: string } | undefined
  return {
    path: `/docs/${name}`,
    serve: (exchange: HttpExchange) => {
      // Read at the first request: most servers never show the page.
      if (body === undefined) {
        const bytes = readFileSync(file)
        body = { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` }
      }
      return exchange.sendAsset(type, body.bytes, body.etag)
    },
  }
}

function pageHtml({ simulated, devLogin }: DocsOptions): string {
  const banner = simulated
    ? '<p class="banner" role="note"><strong>Demo market.</strong> Real names, simulated numbers: nothing here is a price.</p>'
    : ''
  const login = devLogin
    ? `<form id="login"><label>E-mail <input name="email" type="email" value="you@demo.test" required></label>
       <button>Get a dev token</button> <output></output></form>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark API</title>
<link rel="icon" href="/docs/favicon.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
${banner}
${login}
<main id="reference"></main>
<noscript><p>This page needs JavaScript. The document itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`
}

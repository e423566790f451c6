/* The API reference: the token lives in this page's memory and nowhere else. */
import { devLogin, goToProvider, tokenFromProvider } from './login.js'
import { addSamples } from './samples.js'

/** What the examples of the contract are about, which no server has. */
const EXAMPLE = { entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10', ticker: 'AAPL', name: 'Apple Inc.' }

const form = document.querySelector('#login')
const output = form.querySelector('output')

function say(text) {
  delete output.dataset.failed
  output.textContent = text
}

function sayFailure({ message }) {
  output.dataset.failed = ''
  output.textContent = message
}

async function load(path) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}

/** The document with examples about an instrument that exists here. */
async function loadDocument() {
  const [text, example] = await Promise.all([
    load('/v1/openapi.json'),
    load('/docs/example.json').then(JSON.parse),
  ])
  let filled = text.replaceAll('http://127.0.0.1:8080', location.origin)
  if (example.entity_id !== null) {
    for (const [key, value] of Object.entries(EXAMPLE)) {
      filled = filled.replaceAll(JSON.stringify(value), JSON.stringify(example[key]))
      if (key === 'entity_id') filled = filled.replaceAll(value, example[key])
    }
  }
  const openApi = JSON.parse(filled)
  addSamples(openApi, location.origin)
  return openApi
}

const content = await loadDocument().catch((error) => {
  sayFailure(new Error(`The reference cannot be shown (${error.message}): load the page again.`))
  throw error
})

const settings = {
  content,
  theme: 'default',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  hiddenClients: true,
  showDeveloperTools: 'never',
  hideModels: false,
  defaultOpenAllTags: false,
  documentDownloadType: 'json',
  agent: { disabled: true },
  mcp: { disabled: true },
  metaData: { title: 'Tidemark API' },
  servers: [{ url: location.origin, description: 'This server' }],
}

const withToken = (token) => ({
  ...settings,
  authentication: {
    preferredSecurityScheme: 'bearer',
    securitySchemes: { bearer: { token } },
  },
})

const reference = window.Scalar.createApiReference('#reference', withToken(''))

let ending
const LONGEST_WAIT_MS = 2 ** 31 - 1

function use({ token, seconds }) {
  clearTimeout(ending)
  reference.updateConfiguration(withToken(token))
  say('Logged in')
  // The provider need not say how long; what lasts longer than timers can wait would end at once.
  const wait = seconds * 1_000
  if (wait > 0 && wait <= LONGEST_WAIT_MS) ending = setTimeout(end, wait)
}

function end() {
  reference.updateConfiguration(withToken(''))
  sayFailure(new Error('The log-in has ended: log in again.'))
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  say('…')
  const attempt =
    'devLogin' in form.dataset ? devLogin(new FormData(form).get('email')).then(use) : goToProvider()
  attempt.catch(sayFailure)
})

try {
  const found = await tokenFromProvider()
  if (found !== null) use(found)
} catch (error) {
  sayFailure(error)
}

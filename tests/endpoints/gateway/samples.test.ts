import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const run = promisify(execFile)
const api = await boot()
const SAMPLES = new URL('../../../src/gateway/documentation/docs-assets/samples.js', import.meta.url).href

/** The samples that the reference shows for an operation, by language. */
async function samplesOf(path: string, method: string): Promise<Record<string, string>> {
  const { body: document } = await api.get('/v1/openapi.json', { token: null })
  const { addSamples } = (await import(SAMPLES)) as {
    addSamples(this: void, document: object, origin: string): void
  }
  addSamples(document, api.url)
  const samples = document.paths[path][method]['x-codeSamples'] as Array<{ lang: string; source: string }>
  return Object.fromEntries(samples.map(({ lang, source }) => [lang, source]))
}

test.each([
  ['/v1/instruments/search', /^200 \{\s*items: \[/],
  ['/v1/portfolio/transactions/export', /^200 transaction_id,account_id,trade_date,/],
])('the sample of %s reads what is answered to it', async (path, expected) => {
  const { javascript = '' } = await samplesOf(path, 'get')
  const env = { ...process.env, TOKEN: await api.token() }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', javascript], { env })
  expect(stdout).toMatch(expected)
})

test('a sample in Python reads no JSON from what is none', async () => {
  expect((await samplesOf('/v1/portfolio/transactions/export', 'get'))['python']).toContain(
    'print(response.status_code, response.text)',
  )
  expect((await samplesOf('/v1/portfolio/watchlists', 'post'))['python']).toContain('response.json())')
})

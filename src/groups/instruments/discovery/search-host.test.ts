import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createInstrumentSearch } from './search-host.ts'
import { quiet } from './testing/catalogue.ts'

/** A search over nothing that counts how often everything was read. */
function counted() {
  const store = {
    builds: 0,
    fingerprint: () => Promise.resolve('nothing'),
    beforePage: async (): Promise<void> => undefined,
    async *pages(): AsyncGenerator<string> {
      store.builds++
      await store.beforePage()
      yield '{"entity_id":[]}'
    },
  }
  const search = createInstrumentSearch(store, quiet)
  onTestFinished(() => search.close())
  return { store, search }
}

async function started() {
  const { store, search } = counted()
  await search.rebuild()
  store.builds = 0
  return { store, search }
}

test('what changes before the first build is in that one', async () => {
  const [{ store, search }, later] = [counted(), await started()]
  search.changed(null)
  await search.rebuild()
  // By the time that a change of now is built, one of before would have been.
  later.search.changed(null)
  await expect.poll(() => later.store.builds, { timeout: 5_000 }).toBe(1)
  expect(store.builds).toBe(1)
})

test('the many batches of an import are one build, and what changes later is another one', async () => {
  const { store, search } = await started()
  for (let batch = 0; batch < 500; batch++) {
    search.changed(null)
    await turn()
  }
  expect(store.builds).toBe(0)
  await expect.poll(() => store.builds, { timeout: 5_000 }).toBe(1)
  search.changed(null)
  await expect.poll(() => store.builds, { timeout: 5_000 }).toBe(2)
})

test('a build that fails is tried again: an index must not stay old because the database was away for a moment', async () => {
  const { store, search } = await started()
  let away = true
  store.beforePage = async () => {
    if (away) throw new Error('away')
  }
  search.changed(null)
  await expect.poll(() => store.builds, { timeout: 5_000 }).toBe(1)
  away = false
  await expect.poll(() => store.builds, { timeout: 10_000 }).toBe(2)
})

import { expect, onTestFinished, test } from 'vitest'
import type { SearchRow } from '../catalogue/instrument-row.ts'
import { createInstrumentSearch } from './search-host.ts'
import { columnsOf, quiet, rowOf } from './testing/catalogue.ts'

/** A catalogue that can be changed, whose whole is read when the test lets it. */
class Catalogue {
  readonly rows = new Map<string, SearchRow>()
  /** Awaited before the whole is read. */
  whole: Promise<void> = Promise.resolve()
  builds = 0
  /** What was read by id, call by call. */
  readonly readById: string[][] = []
  isAway = false

  fingerprint = (): Promise<string> => Promise.resolve('nothing')

  put(n: number, name: string): string {
    const row = { ...rowOf(n), name }
    this.rows.set(row.entity_id, row)
    return row.entity_id
  }

  async *pages(_size: number, ids: readonly string[] | null = null): AsyncGenerator<string> {
    if (ids !== null) {
      this.readById.push([...ids])
      if (this.isAway) throw new Error('away')
      yield columnsOf(ids.flatMap((id) => this.rows.get(id) ?? []))
      return
    }
    // As a query sees it: as it is when it begins.
    const rows = [...this.rows.values()]
    this.builds++
    await this.whole
    yield columnsOf(rows)
  }
}

async function started() {
  const catalogue = new Catalogue()
  catalogue.put(1, 'Acme Turbines')
  const search = createInstrumentSearch(catalogue, quiet)
  onTestFinished(() => search.close())
  await search.rebuild()
  const found = (text: string): string[] =>
    search.find(text, { limit: 50, assetClass: null }).items.map(({ name }) => name)
  return { catalogue, search, found }
}

/** Holds the next builds until it is let go. */
function held(catalogue: Catalogue): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  catalogue.whole = promise
  onTestFinished(() => resolve())
  return resolve
}

test('what has changed is found before an index of everything is built, and once afterwards', async () => {
  const { catalogue, search, found } = await started()
  const letGo = held(catalogue)
  const id = catalogue.put(2, 'Harbor Ferries')
  search.changed([id])
  await expect.poll(() => found('harbor')).toEqual(['Harbor Ferries'])
  expect([search.size(), catalogue.builds]).toEqual([2, 1])
  await expect.poll(() => catalogue.builds).toBe(2)
  const opened = search.peers()
  letGo()
  await expect.poll(() => search.peers() === opened).toBe(false)
  expect([found('harbor'), search.size()]).toEqual([['Harbor Ferries'], 2])
})

test('what changes while an index is built is found as it is now, before and after', async () => {
  const { catalogue, search, found } = await started()
  const letGo = held(catalogue)
  const id = catalogue.put(2, 'Harbor Ferries')
  search.changed([id])
  await expect.poll(() => catalogue.builds).toBe(2)
  catalogue.put(2, 'Lagoon Ferries')
  search.changed([id])
  await expect.poll(() => found('ferries')).toEqual(['Lagoon Ferries'])
  // The build that is held has the name of before: it is opened, and another one follows.
  letGo()
  const seen = new Set<string>()
  await expect
    .poll(() => {
      for (const name of found('ferries')) seen.add(name)
      return catalogue.builds
    })
    .toBeGreaterThan(2)
  expect([[...seen], search.size()]).toEqual([['Lagoon Ferries'], 2])
})

test('a listing that is hidden or gone is not found any more', async () => {
  const { catalogue, search, found } = await started()
  held(catalogue)
  const [id = ''] = catalogue.rows.keys()
  catalogue.rows.clear()
  search.changed([id])
  await expect.poll(() => found('acme')).toEqual([])
})

test('of the many changes of an import no more than 500 are read by themselves', async () => {
  const { catalogue, search, found } = await started()
  const letGo = held(catalogue)
  for (let batch = 0; batch < 4; batch++) {
    search.changed(Array.from({ length: 200 }, (_, n) => catalogue.put(10 + batch * 200 + n, 'Island Mines')))
  }
  await expect.poll(() => found('island').length).toBe(50)
  expect([search.size(), catalogue.readById.map(({ length }) => length)]).toEqual([501, [500]])
  letGo()
  await expect.poll(() => search.size()).toBe(801)
})

test('a single change is found beside the 500 of an import, one of which waits for the index', async () => {
  const { catalogue, search, found } = await started()
  held(catalogue)
  search.changed(Array.from({ length: 600 }, (_, n) => catalogue.put(10 + n, 'Island Mines')))
  await expect.poll(() => search.size()).toBe(501)
  search.changed([catalogue.put(2, 'Harbor Ferries')])
  await expect.poll(() => found('harbor')).toEqual(['Harbor Ferries'])
  expect([search.size(), catalogue.readById.map(({ length }) => length)]).toEqual([501, [500, 500]])
})

test('what is not told, and what cannot be read, is found when the index is built', async () => {
  const { catalogue, search, found } = await started()
  catalogue.isAway = true
  search.changed([catalogue.put(2, 'Harbor Ferries')])
  await expect.poll(() => catalogue.readById).toHaveLength(1)
  await expect.poll(() => found('harbor')).toEqual(['Harbor Ferries'])
  catalogue.put(3, 'Granite Mines')
  search.changed(null)
  await expect.poll(() => found('granite')).toEqual(['Granite Mines'])
  expect(catalogue.readById).toHaveLength(1)
})

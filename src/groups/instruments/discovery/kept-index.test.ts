import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { PeerRecord } from './peers.ts'
import { createInstrumentSearch, type InstrumentSearch } from './search-host.ts'
import { columnsOf, quiet, rowOf } from './testing/catalogue.ts'

/** Just as many as are kept. */
const LISTINGS = 20_000

const PEER: PeerRecord = {
  entityId: '00000000-0000-4000-8000-000000000500',
  ticker: 'T500',
  name: 'Company number 500',
  assetClass: 'equity',
  sector: 'Energy',
  industry: null,
  country: 'US',
  isin: null,
  cik: null,
  marketCap: 500,
  source: 'import',
}

/** A catalogue that says how often it was read. */
function catalogue(fingerprint: string, listings = LISTINGS) {
  const store = {
    reads: 0,
    fingerprint: () => Promise.resolve(fingerprint),
    async *pages(): AsyncGenerator<string> {
      store.reads++
      yield columnsOf(Array.from({ length: listings }, (_, n) => rowOf(n)))
    },
  }
  return store
}

let path: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-index-'))
  path = join(folder, 'search-index')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

async function start(
  store: ReturnType<typeof catalogue>,
  at: string | null = path,
): Promise<InstrumentSearch> {
  const search = createInstrumentSearch(store, quiet, at)
  onTestFinished(() => search.close())
  await search.rebuild()
  return search
}

const found = (search: InstrumentSearch): unknown =>
  search.find('company 777', { limit: 3, assetClass: null }).items.map(({ ticker }) => ticker)

/** The first start of a catalogue, and its file. */
async function kept(fingerprint: string): Promise<InstrumentSearch> {
  const search = await start(catalogue(fingerprint))
  await expect.poll(() => statSync(path, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0)
  return search
}

let made: Buffer | null = null

/** Such a file alone, which is made once. */
async function keptFile(): Promise<void> {
  if (made === null) {
    await kept('one')
    made = readFileSync(path)
  } else writeFileSync(path, made)
}

describe('an index that is kept', () => {
  test('is read by the next start, which reads no listing, and finds the same', async () => {
    const first = await kept('one')
    const store = catalogue('one')
    const second = await start(store)
    expect([store.reads, second.size()]).toEqual([0, LISTINGS])
    expect(found(second)).toEqual(found(first))
    expect(second.peers().nearest(PEER, 3)).toEqual(first.peers().nearest(PEER, 3))
    expect(second.peers().nearest(PEER, 3)).toHaveLength(3)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is built anew of another catalogue, and replaced', async () => {
    await keptFile()
    const before = readFileSync(path)
    const store = catalogue('two', LISTINGS + 1)
    expect((await start(store)).size()).toBe(LISTINGS + 1)
    await expect.poll(() => readFileSync(path).equals(before)).toBe(false)
    const next = catalogue('two', LISTINGS + 1)
    expect((await start(next)).size()).toBe(LISTINGS + 1)
    expect([store.reads, next.reads]).toEqual([1, 0])
  })

  test('is there for the next start although the server ends as soon as it has started', async () => {
    await (await start(catalogue('one'))).close()
    const store = catalogue('one')
    expect([(await start(store)).size(), store.reads]).toEqual([LISTINGS, 0])
  })

  test.each([
    ['cut off', () => truncateSync(path, 5_000)],
    ['empty', () => truncateSync(path, 0)],
    ['another file', () => writeFileSync(path, 'no index')],
    ['changed in one byte', () => writeFileSync(path, readFileSync(path).fill(7, 9_000, 9_001))],
  ])('that is %s is built', async (_, damage) => {
    await keptFile()
    damage()
    const store = catalogue('one')
    expect((await start(store)).size()).toBe(LISTINGS)
    expect(store.reads).toBe(1)
  })

  test('of few listings is not kept, and nothing is where no file is named', async () => {
    await start(catalogue('few', LISTINGS - 1))
    await start(catalogue('none'), null)
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('cannot be written: the start goes on', async () => {
    const store = catalogue('one')
    expect((await start(store, join(path, 'no', 'folder'))).size()).toBe(LISTINGS)
  })
})

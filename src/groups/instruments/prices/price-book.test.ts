import { expect, test } from 'vitest'
import { zeroBars } from '../../../market/bars.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { BarStore, StoredSeries } from './bar-store.ts'
import { PriceBook } from './price-book.ts'
import { at, instrumentOf, ScriptedSource } from '../testing/fixtures.ts'

const instrument = instrumentOf()
const SERIES: StoredSeries = {
  seriesId: 1,
  interval: '1d',
  source: 'import',
  basis: 'split_adjusted',
  version: 1,
  span: { from: at('2025-01-02'), to: at('2025-01-03') },
  adjustedUntil: at('2025-01-03'),
}

/** A store that says when it was asked, and a book on it. */
function bookOf(upstreams: PriceSource[], stored: StoredSeries[] = []) {
  const store = { stored, asked: [] as Id[], failure: null as Error | null }
  const seriesOf = async (entityId: Id): Promise<StoredSeries[]> => {
    store.asked.push(entityId)
    if (store.failure !== null) throw store.failure
    return store.stored
  }
  return {
    store,
    book: new PriceBook(
      { bars: { seriesOf } as BarStore, actions: { adjusting: async () => [] } },
      upstreams,
      () => at('2025-06-01'),
    ),
  }
}

function upstream(name: string, covers: boolean): PriceSource {
  return Object.assign(new ScriptedSource(zeroBars(0)), { name, covers: () => covers })
}

test('what was imported beats every upstream', async () => {
  const { book } = bookOf([upstream('first', true)], [SERIES])
  expect((await book.sourceOf(instrument))?.name).toBe('import')
})

test('without imported bars the first upstream that covers the instrument is taken', async () => {
  const { book } = bookOf([upstream('first', false), upstream('second', true), upstream('third', true)])
  expect((await book.sourceOf(instrument))?.name).toBe('second')
})

test('nothing is null', async () => {
  expect(await bookOf([upstream('first', false)]).book.sourceOf(instrument)).toBeNull()
})

test('the choice is remembered, and shared by those who ask at once', async () => {
  const { book, store } = bookOf([upstream('first', true)])
  const [one, other] = await Promise.all([book.sourceOf(instrument), book.sourceOf(instrument)])
  expect(one).toBe(other)
  await book.sourceOf(instrument)
  expect(store.asked).toEqual([instrument.entityId])
})

test.each([[instrument.entityId], [null]])(
  'after forgetting %s the choice is made anew',
  async (forgotten) => {
    const { book, store } = bookOf([upstream('first', true)])
    expect((await book.sourceOf(instrument))?.name).toBe('first')
    store.stored = [SERIES]
    expect((await book.sourceOf(instrument))?.name).toBe('first')
    book.forget(forgotten)
    expect((await book.sourceOf(instrument))?.name).toBe('import')
  },
)

test('forgetting another instrument changes nothing', async () => {
  const { book, store } = bookOf([upstream('first', true)])
  await book.sourceOf(instrument)
  book.forget('00000000-0000-4000-8000-000000000002')
  await book.sourceOf(instrument)
  expect(store.asked).toHaveLength(1)
})

test('a failure reaches its callers and is not remembered', async () => {
  const { book, store } = bookOf([upstream('first', true)])
  store.failure = new Error('no database')
  await expect(book.sourceOf(instrument)).rejects.toThrow('no database')
  store.failure = null
  expect((await book.sourceOf(instrument))?.name).toBe('first')
})

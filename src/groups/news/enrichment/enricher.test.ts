import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { InstrumentNames } from '../../../ports/instruments.ts'
import { idOf } from '../linking/testing/instruments.ts'
import type { WaitingArticle } from '../intake/intake-store.ts'
import { createEnricher } from './enricher.ts'

const named = (ticker: string, name: string): InstrumentNames => ({
  entityId: idOf(ticker),
  ticker,
  mic: 'XNYS',
  name,
  country: 'US',
  assetClass: 'equity',
  marketCap: 5e10,
  aliases: [],
  formerTickers: [],
})

const waiting = (headline: string): WaitingArticle => ({
  intakeId: headline,
  docId: idOf(headline),
  contentHash: idOf(headline),
  simulated: false,
  versionAt: null,
  isLastAttempt: false,
  article: {
    headline,
    url: 'https://news.example/a',
    source: 'Example Times',
    publishedAt: 0,
    summary: null,
    body: null,
    language: null,
    routingTier: null,
    entityIds: [],
    guid: null,
  },
})

const names = [named('CTSO', 'Contoso Corporation')]
let reads = 0
const enricher = createEnricher({
  names: async (after) => {
    reads++
    return after === null ? names : []
  },
})
afterAll(() => enricher.close())
const never = new AbortController().signal

/** Tickers that the first of these headlines is linked to. */
async function linked(headline: string): Promise<string[]> {
  const [result] = await enricher.enrich([waiting(headline), waiting('Rain')], never)
  if (result === undefined || !('article' in result)) throw new Error('it was not enriched')
  return result.article.entities.map(({ entityId }) => entityId)
}

describe('the thread for articles', () => {
  test('links and scores, and reads names once', async () => {
    expect(await linked('Contoso raises outlook')).toEqual([idOf('CTSO')])
    const before = reads
    expect(await linked('Contoso cuts outlook')).toEqual([idOf('CTSO')])
    expect(reads).toBe(before)
  })

  test('reads names again when they have changed', async () => {
    expect(await linked('Fabrikam raises outlook')).toEqual([])
    names.push(named('FBKM', 'Fabrikam Incorporated'))
    enricher.namesChanged()
    expect(await linked('Fabrikam raises outlook')).toEqual([idOf('FBKM')])
  })

  test('ends with work that is given up, and another one begins with the next', async () => {
    const given = new AbortController()
    const work = enricher.enrich([waiting('Contoso')], given.signal)
    given.abort(new Error('given up'))
    await expect(work).rejects.toThrow('given up')
    await expect(enricher.enrich([waiting('Contoso')], given.signal)).rejects.toThrow('given up')
    expect(await linked('Contoso raises outlook')).toEqual([idOf('CTSO')])
  })

  test('tells what cannot be enriched, beside what can', async () => {
    const broken = { ...waiting('Broken'), article: { ...waiting('Broken').article, url: null as never } }
    const article = { ...broken, article: { ...broken.article, headline: null as never } }
    const results = await enricher.enrich([article, waiting('Contoso rises')], never)
    expect(results[0]).toMatchObject({ intakeId: 'Broken', error: expect.any(String) })
    expect(results[1]).toHaveProperty('article')
  })

  test('begins again after it was closed', async () => {
    await enricher.close()
    enricher.namesChanged()
    expect(await linked('Contoso raises outlook')).toEqual([idOf('CTSO')])
  })
})

describe('names that the thread lacks', () => {
  const IDLE_MS = 60_000
  const contoso = [named('CTSO', 'Contoso Corporation')]
  const open: Array<{ close: () => Promise<void> }> = []
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(open.splice(0).map((each) => each.close()))
  })

  /** An enricher whose names are read as given, and how often the first page of them was. */
  function watched(page: (reading: number, after: string | null) => Promise<InstrumentNames[]>) {
    let readings = 0
    const made = createEnricher({ names: (after) => page(after === null ? ++readings : readings, after) })
    open.push(made)
    return { enricher: made, readings: () => readings }
  }

  async function entitiesOf(headline: string, of: typeof enricher): Promise<string[]> {
    const [result] = await of.enrich([waiting(headline)], never)
    if (result === undefined || !('article' in result)) throw new Error('it was not enriched')
    return result.article.entities.map(({ entityId }) => entityId)
  }

  test('are read again when they could not be read while it was prepared', async () => {
    const { enricher: own } = watched(async (reading, after) => {
      if (reading === 1) throw new Error('no connection')
      return after === null ? contoso : []
    })
    await expect(own.prepare(never)).rejects.toThrow('no connection')
    expect(await entitiesOf('Contoso raises outlook', own)).toEqual([idOf('CTSO')])
  })

  test('are read again when preparing was given up between two pages', async () => {
    const given = new AbortController()
    const { enricher: own } = watched(async (reading, after) => {
      if (reading === 1) given.abort(new Error('given up'))
      return after === null ? contoso : []
    })
    await expect(own.prepare(given.signal)).rejects.toThrow('given up')
    expect(await entitiesOf('Contoso raises outlook', own)).toEqual([idOf('CTSO')])
  })

  test('are read any number of times by one thread without a listener more', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error): number => warnings.push(name)
    process.on('warning', note)
    const { enricher: own, readings } = watched(async (_, after) => (after === null ? contoso : []))
    for (let reading = 0; reading < 12; reading++) {
      own.namesChanged()
      await own.prepare(never)
    }
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(readings()).toBe(12)
    expect(warnings).toEqual([])
  })

  test('may take longer to be read than the thread is kept without work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const slow = Promise.withResolvers<undefined>()
    const { enricher: own } = watched(async (reading, after) => {
      if (reading === 2) await slow.promise
      return after === null ? contoso : []
    })
    await own.enrich([waiting('Contoso')], never)
    own.namesChanged()
    const preparing = own.prepare(never)
    vi.advanceTimersByTime(2 * IDLE_MS)
    slow.resolve(undefined)
    await preparing
    expect(await entitiesOf('Contoso raises outlook', own)).toEqual([idOf('CTSO')])
  })

  test('are let go a minute after the thread was prepared, also when no article comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { enricher: own, readings } = watched(async (_, after) => (after === null ? contoso : []))
    await own.prepare(never)
    vi.advanceTimersByTime(IDLE_MS - 1)
    await own.prepare(never)
    vi.advanceTimersByTime(IDLE_MS - 1)
    await own.prepare(never)
    expect(readings()).toBe(1)
    vi.advanceTimersByTime(IDLE_MS)
    await own.prepare(never)
    expect(readings()).toBe(2)
  })

  test('end the wait for a thread that is closed while they are read', async () => {
    const slow = Promise.withResolvers<undefined>()
    const { enricher: own } = watched(async (reading, after) => {
      if (reading === 1) await slow.promise
      return after === null ? contoso : []
    })
    const preparing = own.prepare(never)
    await own.close()
    slow.resolve(undefined)
    await expect(preparing).rejects.toThrow('ended before its work did')
  })
})

import { afterAll, describe, expect, test } from 'vitest'
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

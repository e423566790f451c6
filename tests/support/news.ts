import { eventually } from './eventually.ts'
import { listing } from './factories.ts'
import type { Api, Reply } from './harness.ts'

/** An article as it is posted. */
export interface Posted {
  headline: string
  url: string
  source: string
  published_at: string
  summary?: string
  body?: string
  language?: string
  entity_ids?: string[]
}

/** Linking and scoring run each second, in a thread that is started first: on a machine that is busy, a while later. */
const SERVED_MS = 50_000
/** The same for `expect.poll`. */
export const SERVED = { timeout: SERVED_MS, interval: 50 }

let articles = 0

/** An article that no other one is a copy of, changed where the test cares. */
export function posted(fields: Partial<Posted>): Posted {
  const at = articles++
  return {
    headline: `Contoso opens office number ${at}`,
    url: `https://news.example/${at}`,
    source: 'Example Times',
    published_at: '2025-11-05T12:00:00Z',
    ...fields,
  }
}

/** What an operator does with articles. */
export interface Newsroom {
  /** Adds companies of New York with these names, and returns their ids. */
  companies(names: Readonly<Record<string, string>>): Promise<string[]>
  post(items: readonly unknown[], headers?: Record<string, string>): Promise<Reply>
  /** Posts them and waits until they are served; returns their doc_ids. */
  publish(items: readonly unknown[], patienceMs?: number): Promise<string[]>
}

export function newsroom(api: Api, admin: string): Newsroom {
  const post: Newsroom['post'] = (items, headers = {}) =>
    api.call('/v1/news/articles', { method: 'POST', token: admin, json: { items }, headers })
  return {
    post,
    async companies(names) {
      const listings = Object.entries(names).map(([ticker, name]) =>
        listing({ ticker, name, marketCap: 5e10 }),
      )
      await api.importer().listings(listings, 'import')
      const found = await Promise.all(
        listings.map(({ ticker }) => api.importer().find({ ticker, exchange: 'NASDAQ' })),
      )
      return found.map(({ entityId }) => entityId)
    },
    async publish(items, patienceMs = SERVED_MS) {
      const { status, body, text } = await post(items)
      if (status !== 200) throw new Error(text)
      const docIds = body.items.map((item: { doc_id: string }) => item.doc_id) as string[]
      const isServed = async (docId: string): Promise<boolean> =>
        (await api.get(`/v1/news/articles/${docId}`)).status === 200
      for (const docId of docIds) await eventually(() => isServed(docId), patienceMs)
      return docIds
    },
  }
}

import { parentPort } from 'node:worker_threads'
import { type AliasIndex, buildAliasIndex, type LinkableInstrument } from '../linking/alias-index.ts'
import type { EnrichedArticle } from '../articles/article.ts'
import type { WaitingArticle } from '../intake/intake-store.ts'
import { enrich } from './enrich.ts'

/** Messages to the thread: names until `build`, then articles. */
export type EnrichMessage =
  | { kind: 'names'; instruments: readonly LinkableInstrument[] }
  | { kind: 'build' }
  | { kind: 'articles'; articles: readonly WaitingArticle[] }

/** The result for an article: a failure is reported and the article left out. */
export type EnrichResult = { article: EnrichedArticle } | { intakeId: string; error: string }

/** Every message but `names` has one reply. */
export type EnrichReply = { kind: 'built' } | { kind: 'results'; results: EnrichResult[] }

let names: LinkableInstrument[] = []
let index: AliasIndex = buildAliasIndex([])

parentPort?.on('message', (message: EnrichMessage) => {
  if (message.kind === 'names') {
    for (const each of message.instruments) names.push(each)
    return
  }
  if (message.kind === 'build') {
    index = buildAliasIndex(names)
    names = []
    parentPort?.postMessage({ kind: 'built' } satisfies EnrichReply)
    return
  }
  const results = message.articles.map((waiting): EnrichResult => {
    try {
      return { article: enrich(waiting, index) }
    } catch (error) {
      return { intakeId: waiting.intakeId, error: error instanceof Error ? error.message : String(error) }
    }
  })
  parentPort?.postMessage({ kind: 'results', results } satisfies EnrichReply)
})

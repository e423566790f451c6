import type { Id } from '../../../kernel/ids.ts'
import type { InstrumentReader, SessionCloses } from '../../../ports/instruments.ts'
import type { NewsImpact, NewsReader } from '../../../ports/news.ts'
import { displayScoreOf } from '../scores/display-score.ts'
import { baseDayOf, impactWindows, NO_IMPACT, rangeAround, sessionsFor } from '../scores/impact.ts'
import type { ArticleIndex } from './article-index.ts'
import { sentimentOf } from './article.ts'
import type { ArticleRow, ArticleStore } from './article-store.ts'

export interface ArticleImpactsDeps {
  index: ArticleIndex
  store: Pick<ArticleStore, 'bySeqs'>
  instruments: Pick<InstrumentReader, 'summaries' | 'closes'>
}

/** What prices did after articles, for other groups. */
export function createArticleImpacts({
  index,
  store,
  instruments,
}: ArticleImpactsDeps): NewsReader['impacts'] {
  return async ({ entityIds, range, limit }, signal) => {
    if (entityIds.length === 0) return []
    const { seqs } = index.ranked({ range, entityIds }, { offset: 0, limit })
    const rows = await store.bySeqs(seqs)
    const names = await instruments.summaries([...new Set(rows.flatMap(({ entity_ids: ids }) => ids))])
    const wanted = new Set(entityIds)
    const pairs = rows.flatMap((row) =>
      row.entity_ids.filter((id) => wanted.has(id)).map((entityId) => ({ row, entityId })),
    )
    const closes = new Map<Id, SessionCloses | null>()
    for (const entityId of new Set(pairs.map((pair) => pair.entityId))) {
      signal.throwIfAborted()
      closes.set(entityId, await instruments.closes(entityId, rangeAround(range), signal))
    }
    return pairs.map(({ row, entityId }) =>
      toImpact(row, { entityId, closes: closes.get(entityId) ?? null, names }),
    )
  }
}

function toImpact(
  row: ArticleRow,
  context: {
    entityId: Id
    closes: SessionCloses | null
    names: Awaited<ReturnType<InstrumentReader['summaries']>>
  },
): NewsImpact {
  const { entityId, closes, names } = context
  const at = row.published_at ?? 0
  const sessions = sessionsFor(row, closes)
  return {
    article: {
      docId: row.doc_id,
      headline: row.headline,
      source: row.source,
      url: row.url,
      simulated: row.simulated,
      publishedAt: at,
      score: displayScoreOf(row.score),
      sentiment: sentimentOf(row.sentiment),
      tier: row.routing_tier,
      summary: row.summary,
      entities: row.entity_ids.flatMap((id) => names.get(id) ?? []),
    },
    entityId,
    baseDay: sessions === null ? null : baseDayOf(at, sessions),
    returns: sessions === null ? NO_IMPACT : impactWindows(at, sessions),
  }
}

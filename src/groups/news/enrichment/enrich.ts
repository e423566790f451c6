import { clip, isLonger } from '../../../kernel/text.ts'
import { utcDay } from '../../../kernel/time.ts'
import type { ArticleText } from '../article-text.ts'
import type { EnrichedArticle, EntityScores } from '../articles/article.ts'
import { cleanHeadline } from '../intake/headline.ts'
import { htmlToText } from '../intake/html-text.ts'
import type { WaitingArticle } from '../intake/intake-store.ts'
import type { AliasIndex } from '../linking/alias-index.ts'
import { type LinkedEntity, linkEntities } from '../linking/link.ts'
import { estimateRelevance } from '../scores/relevance.ts'
import { articleSentiment, entitySentiment } from '../sentiment/sentiment.ts'
import { signatureOf } from '../stories/signature.ts'
import { languageOfArticle, primaryLanguage, UNDETERMINED } from './language.ts'
import { storedSentiment } from './stored-sentiment.ts'
import { isOfficial } from './source-tiers.ts'

/** A summary is as long as a reader takes in at once. */
const SUMMARY_CHARACTERS = 600
const LEAD_CHARACTERS = 300
const MOST_ENTITIES = 50
/** What an operator says an article is about, it is about. */
const GIVEN_RELEVANCE = 0.75

/** Cleans, links and scores an article; all that is known without prices. Throws nothing for any text. */
export function enrich(waiting: WaitingArticle, index: AliasIndex): EnrichedArticle {
  const { article } = waiting
  const headline = cleanHeadline(article.headline, article.source)
  const summary = article.summary === null ? '' : htmlToText(article.summary)
  const body = article.body === null ? '' : htmlToText(article.body)
  const text: ArticleText = { headline, body: textOf(summary, body) }
  const day = article.publishedAt === null ? null : utcDay(article.publishedAt)
  const linked = withGiven(linkEntities(index, { ...text, day }), article.entityIds).slice(0, MOST_ENTITIES)
  const scored = linked.map(({ entityId, relevance, mentions }) => ({
    entityId,
    relevance,
    scores: mentions.length === 0 ? null : entitySentiment(text, mentions),
  }))
  const whole = articleSentiment(
    text,
    scored.flatMap(({ relevance, scores }) => (scores === null ? [] : [{ relevance, scores }])),
  )
  const signature = signatureOf(text)
  return {
    docId: waiting.docId,
    contentHash: waiting.contentHash,
    simulated: waiting.simulated,
    headline,
    source: article.source,
    url: article.url,
    publishedAt: article.publishedAt,
    versionAt: waiting.versionAt,
    summary: summaryOf(summary, body),
    body: body === '' ? null : body,
    language: declaredLanguage(article.language) ?? languageOfArticle(`${headline}\n${text.body}`, article),
    feedTier: article.routingTier,
    isOfficial: isOfficial({ headline, url: article.url }, text.body),
    ...storedSentiment(whole),
    llmRelevanceScore: estimateRelevance({ text, entities: linked }),
    signature: signature.bytes,
    bands: signature.bands,
    numbers: signature.numbers,
    entities: scored.map(({ entityId, relevance, scores }): EntityScores => ({
      entityId,
      relevance,
      ...storedSentiment(scores ?? whole),
    })),
  }
}

/** The text that is read: the summary too where it is no part of the full text. */
function textOf(summary: string, body: string): string {
  if (body === '') return summary
  return summary === '' || body.startsWith(summary.slice(0, 80)) ? body : `${summary}\n${body}`
}

/** The summary as it was given, else how the text begins. */
function summaryOf(summary: string, body: string): string | null {
  if (summary !== '') return shortened(summary, SUMMARY_CHARACTERS)
  const [lead = ''] = body.split('\n').filter((line) => line.trim() !== '')
  return lead === '' ? null : shortened(lead, LEAD_CHARACTERS)
}

/** Cut at a word, with an ellipsis. */
function shortened(text: string, most: number): string {
  if (!isLonger(text, most)) return text
  const cut = clip(text, most - 1).slice(0, -1)
  const blank = cut.lastIndexOf(' ')
  return `${(blank > most / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`
}

function withGiven(linked: readonly LinkedEntity[], given: readonly string[]): LinkedEntity[] {
  const byId = new Map(linked.map((each) => [each.entityId, each]))
  for (const entityId of given) {
    const found = byId.get(entityId)
    byId.set(entityId, {
      entityId,
      mentions: found?.mentions ?? [],
      relevance: Math.max(found?.relevance ?? 0, GIVEN_RELEVANCE),
    })
  }
  return [...byId.values()].toSorted((one, other) => other.relevance - one.relevance)
}

/** The language of a tag; null for none, and for one that says that it is not known. */
function declaredLanguage(tag: string | null): string | null {
  const code = tag === null ? null : primaryLanguage(tag)
  return code === UNDETERMINED ? null : code
}

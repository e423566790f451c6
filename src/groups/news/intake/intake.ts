import { hash } from 'node:crypto'
import { type Id, nameId } from '../../../kernel/ids.ts'
import { clip } from '../../../kernel/text.ts'
import { createPause } from '../../../kernel/pause.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { IncomingArticle } from '../../../ports/article-source.ts'
import { canonicalUrl, titleKey } from './canonical-url.ts'
import { cleanHeadline } from './headline.ts'
import { htmlToText } from './html-text.ts'
import type { IntakeStore, Receipt } from './intake-store.ts'
import { NO_TITLES, type RecognisedArticle, type TitleKeys, byIdentifier } from './recognised.ts'
import { MOST } from './records.ts'
import { wordsOf } from '../stories/signature.ts'

/** Articles of one transaction: few enough that nobody waits long for the next. */
const AT_ONCE = 200

export type Intake = ReturnType<typeof createIntake>

/**
 * The one way in for articles: recognises those that are known by their address or by title, publisher and how their text begins, and
 * queues the rest for enrichment. The outcome depends neither on the order of the articles in a batch nor on how often they come, and an
 * older version never replaces a newer one.
 */
export function createIntake(store: IntakeStore) {
  return {
    /** What became of each, in their order. */
    async receive(
      articles: readonly IncomingArticle[],
      { simulated, signal }: { simulated: boolean; signal?: AbortSignal },
    ): Promise<Receipt[]> {
      // A body may have a megabyte.
      const pause = createPause(signal)
      const recognised: RecognisedArticle[] = []
      for (const article of articles) {
        recognised.push(recognise(article, simulated))
        await pause()
      }
      const newest = newestByAddress(recognised)
      const receipts = new Map<string, Receipt>()
      for (let at = 0; at < newest.length; at += AT_ONCE) {
        signal?.throwIfAborted()
        const part = newest.slice(at, at + AT_ONCE)
        const received = await store.receive(part)
        for (const [place, receipt] of received.entries()) {
          const key = part[place]?.addressKey
          if (key !== undefined) receipts.set(key, receipt)
        }
      }
      const seen = new Set<string>()
      return recognised.flatMap(({ addressKey }): Receipt[] => {
        const receipt = receipts.get(addressKey)
        if (receipt === undefined) return []
        const isFirst = !seen.has(addressKey)
        seen.add(addressKey)
        // Another version of an address in the same batch has not created it once more.
        return [isFirst || receipt.outcome !== 'created' ? receipt : { ...receipt, outcome: 'unchanged' }]
      })
    },
  }
}

/** What an article is recognised by. */
function recognise(given: IncomingArticle, simulated: boolean): RecognisedArticle {
  const article = storable(given)
  const market = simulated ? 'simulated' : 'recorded'
  const address = canonicalUrl(article.url) ?? article.url
  const { headline, source, guid } = article
  // As it will be shown: without the name of the publisher behind it.
  const title = titleKey(cleanHeadline(headline, source), source)
  const own: RecognisedArticle = {
    article,
    simulated,
    versionAt: article.publishedAt,
    addressKey: nameId('article', market, address),
    // Headlines without a letter or digit are not all one.
    titles: title === '' ? NO_TITLES : titleKeys([market, title], openingOf(article)),
    contentHash: contentHash(article),
    shared: null,
  }
  if (guid === null) return own
  const shared = {
    key: nameId('shared address', market, guid.feed, address),
    own: { addressKey: own.addressKey, contentHash: own.contentHash },
    apart: {
      addressKey: nameId('article', market, guid.key),
      url: guid.url,
      contentHash: guid.url === article.url ? own.contentHash : contentHash({ ...article, url: guid.url }),
    },
  }
  return guid.isShared ? byIdentifier({ ...own, shared }) : { ...own, shared }
}

/** A title recurs ("Stocks to watch"): texts that begin otherwise are other articles, and what has none is taken for the one that is known. */
function titleKeys(title: readonly string[], opening: string | null): TitleKeys {
  const key = (kind: string, ...parts: string[]): Id => nameId(`article ${kind}`, ...title, ...parts)
  const [any, bare] = [key('title'), key('title without text')]
  if (opening === null) return { sought: [any], own: [any, bare] }
  const begun = key('title and text', opening)
  return { sought: [bare, begun], own: [any, begun] }
}

const OPENING_WORDS = 50
/** Of a body as it was sent, with its markup. */
const OPENING_CHARACTERS = 20_000

/** The first words of a text; null for one that is too short to be identified by them. */
function openingOf({ body }: IncomingArticle): string | null {
  if (body === null) return null
  const words = wordsOf(htmlToText(body.slice(0, OPENING_CHARACTERS)), OPENING_WORDS)
  return words.length < OPENING_WORDS ? null : words.join(' ')
}

/** Of what an edit may change. The time is not: "two hours ago" is another one at every visit. */
function contentHash({ headline, source, url, summary, body, ...article }: IncomingArticle): Id {
  const isDated = article.publishedAt !== null
  const parts = [headline, source, url, summary, body, article.language, article.routingTier, isDated]
  const content = JSON.stringify([...parts, article.entityIds.toSorted()])
  return nameId('article content', hash('sha256', content, 'base64url'))
}

/** Without what no database holds, NUL and lone surrogates, and the publisher by its name alone, whichever way the article came. */
function storable(article: IncomingArticle): IncomingArticle {
  return {
    ...article,
    headline: textOf(article.headline),
    url: textOf(article.url),
    source: clip(cleanHeadline(textOf(article.source)), MOST.source),
    summary: article.summary === null ? null : textOf(article.summary),
    body: article.body === null ? null : textOf(article.body),
    language: article.language === null ? null : textOf(article.language),
    guid:
      article.guid === null
        ? null
        : { ...article.guid, key: textOf(article.guid.key), url: textOf(article.guid.url) },
  }
}

const textOf = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/**
 * Of versions of one address the one published last, with the time of the first; all in an order that is the same however they
 * came.
 */
function newestByAddress(articles: readonly RecognisedArticle[]): RecognisedArticle[] {
  const byAge = articles.toSorted(
    (one, other) =>
      (one.article.publishedAt ?? 0) - (other.article.publishedAt ?? 0) ||
      compareText(one.addressKey, other.addressKey) ||
      compareText(one.contentHash, other.contentHash),
  )
  const newest = new Map<string, RecognisedArticle>()
  const published = new Map<string, Instant>()
  for (const each of byAge) {
    newest.set(each.addressKey, each)
    const { publishedAt } = each.article
    if (publishedAt !== null && !published.has(each.addressKey)) published.set(each.addressKey, publishedAt)
  }
  return byAge
    .filter((each) => newest.get(each.addressKey) === each)
    .map((each) => ({
      ...each,
      versionAt: each.article.publishedAt,
      article: { ...each.article, publishedAt: published.get(each.addressKey) ?? null },
    }))
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

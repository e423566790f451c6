import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { IncomingArticle } from '../../../ports/article-source.ts'

/** An article to be taken in, with what it is recognised by. */
export interface RecognisedArticle {
  article: IncomingArticle
  simulated: boolean
  /** When this version was published; null where no date could be read. */
  versionAt: Instant | null
  contentHash: Id
  /** Of its address, or of what identifies it where several share one. */
  addressKey: Id
  /** Keys of its title and publisher, alone and with how its text begins. */
  titles: TitleKeys
  /** Of an item of a feed; null for any other article. */
  shared: SharedAddress | null
}

/** What an article of another address is recognised by. */
export interface TitleKeys {
  /** An article that has one of these keys already is the same. */
  sought: readonly Id[]
  /** What it is to be found by itself. */
  own: readonly Id[]
}

export const NO_TITLES: TitleKeys = { sought: [], own: [] }

/** What an item of a feed is recognised by once its address is known to be shared, and what it would be by its address. */
export interface SharedAddress {
  /** Known once the feed has shown that the address is no item's own. */
  key: Id
  own: Pick<RecognisedArticle, 'addressKey' | 'contentHash'>
  apart: Pick<RecognisedArticle, 'addressKey' | 'contentHash'> & { url: string }
}

/** An item of a feed whose address is shared. */
export type SharedArticle = RecognisedArticle & { shared: SharedAddress }

export const isByIdentifier = (each: RecognisedArticle): each is SharedArticle =>
  each.shared !== null && each.addressKey === each.shared.apart.addressKey

/** An item by its identifier in the feed. Its title does not identify it: the feed distinguishes items with the same one. */
export function byIdentifier(each: RecognisedArticle): RecognisedArticle {
  if (each.shared === null) return each
  const { url, ...apart } = each.shared.apart
  return { ...each, ...apart, titles: NO_TITLES, article: { ...each.article, url } }
}

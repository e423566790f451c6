import type { Day } from '../../kernel/time.ts'

/** The words of an article, cleaned of markup and boilerplate. */
export interface ArticleText {
  headline: string
  /** Summary or full text, paragraphs separated by line breaks; empty where there is none. */
  body: string
}

/** A mention in a text: UTF-16 offsets into one of its fields, `end` exclusive. */
export interface Mention {
  field: keyof ArticleText
  start: number
  end: number
}

/** An article as it is linked: its words and the day in UTC on which it was published, null where nobody knows. */
export interface DatedText extends ArticleText {
  day: Day | null
}

import type { ArticleRecord } from '../../ports/article-source.ts'
import type { Rejection } from './csv.ts'
import { readLines } from './read-file.ts'

/** A body of 1 MiB, escaped, and everything else. */
const MOST_LINE_BYTES = 8 * 1024 * 1024
const REQUIRED = ['headline', 'url', 'source'] as const
const OPTIONAL = ['published_at', 'summary', 'body', 'language'] as const

/** An article with the line that it stands on. */
export interface ArticleLine {
  line: number
  record: ArticleRecord
}

/**
 * The articles of a file of JSON lines `{headline, url, source, published_at, body?, summary?, language?}`, compressed or not. Invalid
 * lines are reported and left out; other keys and blank lines are ignored. `onShare` is called with the share of the file that has been
 * read, from 0 to 1. Throws `UnreadableFile`.
 */
export async function* readArticles(
  path: string,
  onRejected: (rejection: Rejection) => void,
  onShare: (share: number) => void = () => undefined,
): AsyncGenerator<ArticleLine> {
  for await (const { line, text } of readLines(path, MOST_LINE_BYTES, onShare)) {
    if (text?.trim() === '') continue
    const record =
      text === null ? `the line is longer than ${MOST_LINE_BYTES / 1024 / 1024} MB` : parseRecord(text)
    if (typeof record === 'string') onRejected({ line, reason: record })
    else yield { line, record }
  }
}

/** The record of a line, or what is wrong with it. */
function parseRecord(text: string): ArticleRecord | string {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return 'the line is not JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'the line is no JSON object'
  const fields = value as Record<string, unknown>
  for (const name of REQUIRED) {
    if (fields[name] === undefined) return `${name} is missing`
    if (typeof fields[name] !== 'string') return `${name} must be a string`
  }
  // Seconds or milliseconds since 1970, as the text of them is read.
  const published = fields['published_at']
  if (typeof published === 'number') fields['published_at'] = String(published)
  for (const name of OPTIONAL) {
    const field = fields[name]
    if (field !== undefined && field !== null && typeof field !== 'string')
      return `${name} must be a string or null`
  }
  const textOf = (name: string): string | null => (fields[name] as string | null | undefined) ?? null
  return {
    headline: textOf('headline') ?? '',
    url: textOf('url') ?? '',
    source: textOf('source') ?? '',
    published: textOf('published_at'),
    summary: textOf('summary'),
    body: textOf('body'),
    language: textOf('language'),
  }
}

import { htmlToText } from './html-text.ts'
import { singleLine } from './plain-text.ts'

/** What is left of an empty section name, a list mark, a dash. Signs and quotation marks that belong to a word stay. */
const LEADING = /^(?:[:;,|•·»›–—*]+\s*|-+\s+|[.!?]\s+)+/
const TRAILING = /(?:\s+[|–—•·»:*-]+)+$/
const SEPARATORS = [' - ', ' – ', ' — ', ' | ', ' :: ', ' · ', ' • ', ' » ']

/** Nothing longer is a headline. */
const MAX_LENGTH = 4_000

/**
 * A headline on one line, without markup, without separating punctuation at its ends, and without the name of its publication at the end if
 * that is `source`. The name of a section before a colon stays: it cannot be distinguished from a company's name.
 */
export function cleanHeadline(text: string, source: string | null = null): string {
  const line = singleLine(htmlToText(text.slice(0, MAX_LENGTH)).replaceAll('\n', ' '))
  // A headline that is nothing but what looks like a notice ("Read more") is still the headline.
  const headline = line === '' ? singleLine(text.slice(0, MAX_LENGTH).replace(/<[^<>]{0,200}>/g, ' ')) : line
  const trimmed = headline.replace(LEADING, '').replace(TRAILING, '').trim()
  return source === null ? trimmed : withoutSource(trimmed, source)
}

function withoutSource(headline: string, source: string): string {
  const name = plainName(source)
  if (name === '') return headline
  for (const separator of SEPARATORS) {
    const at = headline.lastIndexOf(separator)
    if (at > 0 && plainName(headline.slice(at + separator.length)) === name)
      return headline.slice(0, at).trimEnd()
  }
  return headline
}

/** A publication's name for comparison: "WSJ.com" and "The WSJ" are both "wsj". */
function plainName(text: string): string {
  return singleLine(text.slice(0, 200))
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/^the /, '')
    .replace(/\.(?:com|org|net|co\.uk)$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

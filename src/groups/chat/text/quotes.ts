import { formatDay, type Instant, utcDay } from '../../../kernel/time.ts'
import { termsOf } from './terms.ts'
import { ASKING } from './support.ts'

/** Not after `Inc.`, `no.` and initials. */
const SENTENCE_END =
  /(?<=[.!?]["”’)]?)(?<!\b(?:[Nn]o|Inc|Corp|Co|Ltd|vs|[A-Z])\.)\s+(?=[\p{Lu}\p{N}"“(])|\n+/u
const LONGEST_QUOTE = 400
const SHORTEST_QUOTE = 20

/**
 * Text of an article as plain words: it must not resemble a citation, a link or an image, nor contain control, invisible or bidirectional
 * characters.
 */
export function plainQuote(text: string): string {
  return text
    .replaceAll(/!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)/g, ' ')
    .replaceAll(/\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replaceAll(/\b(?:https?|ftp|javascript|data|file):\S+/gi, ' ')
    .replaceAll(/\bwww\.\S+/gi, ' ')
    .replaceAll(/[[\]【】［］<>`|]/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export const sentencesIn = (text: string): string[] => text.split(SENTENCE_END)

/** The sentences of a text with most of the question's words, in text order, at most `most`; very long ones are cut. */
export function bestSentences(question: string, text: string, most: number): string[] {
  const wanted = new Set(termsOf(question).filter((term) => !ASKING.has(term)))
  return quotable(text)
    .map((plain, at) => ({ at, text: plain, score: overlap(wanted, plain) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, most)
    .toSorted((one, other) => one.at - other.at)
    .map((sentence) => cut(sentence.text))
}

/** The first sentences of a text, at most `most`, without the `known` one; very long ones are cut. */
export const firstSentences = (text: string, most: number, known: string): string[] =>
  quotable(text)
    .filter((plain) => plain !== known)
    .slice(0, most)
    .map(cut)

/** The sentences of a text in plain words, each once, without those too short to mean anything. */
const quotable = (text: string): string[] => [
  ...new Set(
    sentencesIn(text)
      .map(plainQuote)
      .filter(({ length }) => length >= SHORTEST_QUOTE),
  ),
]

/** Never cuts within a number, which would make another one. */
const cut = (sentence: string): string =>
  sentence.length <= LONGEST_QUOTE ? sentence : `${sentence.slice(0, LONGEST_QUOTE).replace(/\s\S*$/, '')}…`

function overlap(wanted: ReadonlySet<string>, text: string): number {
  let count = 0
  for (const term of new Set(termsOf(text))) if (wanted.has(term)) count++
  return count
}

/** An article by its day, publisher if known, headline and quoted text, in plain words; without a final full stop. */
export function quotation(
  { headline, asOf }: { headline: string; asOf: Instant | null },
  sentences: readonly string[],
  source = '',
): string {
  const from = [asOf === null ? '' : formatDay(utcDay(asOf)), plainQuote(source)].filter(Boolean).join(', ')
  const quote = sentences.length === 0 ? '' : ` – “${withoutStop(sentences.join(' '))}”`
  return `${from === '' ? '' : `${from}: `}${withoutStop(plainQuote(headline))}${quote}`
}

const withoutStop = (text: string): string => text.replace(/[.\s]+$/, '')

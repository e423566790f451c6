import { termsOf } from '../retrieval/terms.ts'

const SENTENCE_END = /(?<=[.!?]["”’)]?)\s+(?=[\p{Lu}\p{N}"“(])|\n+/u
const LONGEST_QUOTE = 400
const SHORTEST_QUOTE = 20

/**
 * Text of an article as plain words: what it says must neither look like a citation, a link or an image of ours, nor carry control characters, invisible
 * or turned-around text.
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

/** The sentences of a text that have most of a question's words, in their order in the text, at most `most`; cut where they are very long. */
export function bestSentences(question: string, text: string, most: number): string[] {
  const wanted = new Set(termsOf(question))
  return text
    .split(SENTENCE_END)
    .map((raw, at) => ({ at, text: plainQuote(raw) }))
    .filter((sentence) => sentence.text.length >= SHORTEST_QUOTE)
    .map((sentence) => ({ ...sentence, score: overlap(wanted, sentence.text) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, most)
    .toSorted((one, other) => one.at - other.at)
    .map((sentence) =>
      sentence.text.length <= LONGEST_QUOTE
        ? sentence.text
        : `${sentence.text.slice(0, LONGEST_QUOTE).trimEnd()}…`,
    )
}

function overlap(wanted: ReadonlySet<string>, text: string): number {
  let count = 0
  for (const term of new Set(termsOf(text))) if (wanted.has(term)) count++
  return count
}

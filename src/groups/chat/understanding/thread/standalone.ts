import type { Turn } from '../../answer.ts'
import { termsOf } from '../../text/terms.ts'

/** Words that refer to earlier messages. */
const POINTS_BACK =
  /\b(?:it|its|they|them|their|theirs|this|that|these|those|he|she|his|her|him|there|then|same|one|ones|former|latter|both|another|else|such|others?)\b/i
/** Beginnings of a follow-up. */
const GOES_ON =
  /^\s*(?:and|but|so|or|also|what about|how about|what else|why|why not|when|where|who|how so|how much|how many|in (?:fy)?\d{4}|for (?:fy)?\d{4})\b/i
/** With fewer words of its own a question is hardly self-contained. */
const FEW_WORDS = 3
/** User turns that are considered, the newest first, and words taken from them. */
const TURNS_BACK = 3
const MOST_WORDS = 12
const WORD = /[\p{L}\p{N}]+(?:[.,&'’-][\p{L}\p{N}]+)*/gu

/** Whether a message can be understood only with those before it. */
export function pointsBack(message: string): boolean {
  return POINTS_BACK.test(message) || GOES_ON.test(message) || new Set(termsOf(message)).size < FEW_WORDS
}

/**
 * The question made self-contained: a message that refers back is followed by the new words of the user's earlier questions, from the
 * newest self-contained one on. Words only, no model: the addition decides what is found and is shown as thinking.
 */
export function standalone(message: string, history: readonly Turn[]): string {
  if (!pointsBack(message)) return message
  const had = new Set(termsOf(message))
  const added: string[] = []
  const asked = history.filter(({ role }) => role === 'user').toReversed()
  for (const { content } of asked.slice(0, TURNS_BACK)) {
    for (const [word] of content.matchAll(WORD)) {
      const terms = termsOf(word)
      // A stop word has no terms and adds none.
      if (terms.every((term) => had.has(term)) || added.length >= MOST_WORDS) continue
      for (const term of terms) had.add(term)
      added.push(word)
    }
    if (!pointsBack(content)) break
  }
  return added.length === 0 ? message : `${message.trim()} (${added.join(' ')})`
}

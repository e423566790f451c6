/** What is searched for: every word and phrase, and none of the excluded ones. */
export interface SearchTerms {
  words: readonly string[]
  phrases: readonly string[]
  excluded: readonly string[]
}

/** Reads words, "phrases" and -words; a quotation mark without an end reaches to the end. */
export function parseSearch(text: string): SearchTerms {
  const words: string[] = []
  const phrases: string[] = []
  const excluded: string[] = []
  for (const [, minus, phrase, word] of text.matchAll(/(-?)(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+))/gu)) {
    const term = (phrase ?? word ?? '').trim()
    if (term === '' || term === '-') continue
    if (minus === '-') excluded.push(term)
    else if (phrase === undefined) words.push(term)
    else phrases.push(term)
  }
  return { words, phrases, excluded }
}

import type { Metric } from './metrics.ts'

/** Metrics reported together with the content of a watchlist. */
const WITH_LIST: readonly Metric[] = ['watchlist', 'price', 'performance']

/** Whether the answer lists the watchlist, and not only another metric of it. */
export const tellsList = (metrics: readonly Metric[]): boolean =>
  metrics.every((metric) => WITH_LIST.includes(metric))

/** A named watchlist. */
interface Named {
  name: string
}

/** Names that any list may have. */
const GENERIC = /^(?:my |default |the )?(?:watch ?)?lists?$/
const CALLED =
  /\bmy (?!(?:whole|entire|own|other|first|second|default|new|current)\b)([\p{L}\p{N}&’'-]{2,30}(?: [\p{L}\p{N}&’'-]{2,30})?) watch ?lists?\b/iu

/** Lower case, with single blanks. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()

/** The list that a question names next to the word, the one with the longest name; null for none. A name may be any word: `Growth`. */
export function listIn<T extends Named>(question: string, lists: readonly T[]): T | null {
  const text = ` ${plain(question.slice(0, 4_000))} `
  const found = lists.filter(({ name }) => {
    const called = plain(name)
    const isNamed = [
      ` ${called} watchlist`,
      ` ${called} watch list`,
      ` ${called} list `,
      ` list ${called} `,
      ` watchlist ${called} `,
      ` called ${called} `,
      ` named ${called} `,
    ].some((phrase) => text.includes(phrase))
    return called !== '' && !GENERIC.test(called) && isNamed
  })
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null
}

/** The name of a watchlist in a question: `my chips watchlist`; null for none. */
export const calledList = (question: string): string | null =>
  CALLED.exec(question.slice(0, 4_000))?.[1] ?? null

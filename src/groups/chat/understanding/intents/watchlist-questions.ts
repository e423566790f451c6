import type { Metric } from './metrics.ts'

/** What is told of a watchlist beside what is on it. */
const WITH_LIST: readonly Metric[] = ['watchlist', 'price', 'performance']

/** Whether what is on a watchlist is told, and not what else is asked of it alone. */
export const tellsList = (metrics: readonly Metric[]): boolean =>
  metrics.every((metric) => WITH_LIST.includes(metric))

/** A watchlist by its name. */
interface Named {
  name: string
}

/** What any list may be called. */
const GENERIC = /^(?:my |default |the )?(?:watch ?)?lists?$/
const CALLED =
  /\bmy (?!(?:whole|entire|own|other|first|second|default|new|current)\b)([\p{L}\p{N}&’'-]{2,30}(?: [\p{L}\p{N}&’'-]{2,30})?) watch ?lists?\b/iu

/** In small letters, with one blank between words. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()

/** The list that a question names beside the word, the one with the longest name; null where it names none. A name may be any word: `Growth`. */
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

/** How a question calls a watchlist: `my chips watchlist`; null where it does not. */
export const calledList = (question: string): string | null =>
  CALLED.exec(question.slice(0, 4_000))?.[1] ?? null

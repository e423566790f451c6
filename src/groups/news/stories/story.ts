import type { Id } from '../../../kernel/ids.ts'
import { HOUR_MS, type Instant } from '../../../kernel/time.ts'
import { hashOf, numbersOf, resemblance, wordsOf } from './signature.ts'

/** Articles further apart are not one story. */
const STORY_MS = 48 * HOUR_MS
/** From this share of common shingles on two texts are one text, sent twice or edited. */
const NEAR_DUPLICATE = 0.7
/** An entity is a main subject from this relevance on. */
const MAIN = 0.5
/** Common words of headlines that make two articles about one entity one story, and fewer where they share several. */
const SAME_HEADLINE = 0.4
const SAME_HEADLINE_OF_SEVERAL = 0.3

/** The beginning of a headline that is compared; what is longer is a text in the wrong place. */
const MOST_WORDS = 60
const COMPARED_CHARACTERS = 1_000

/** What decides which articles belong together. */
export interface StoryArticle {
  docId: Id
  publishedAt: Instant
  storyId: Id
  headline: string
  signature: Uint8Array
  numbers: readonly string[]
  entities: ReadonlyArray<{ entityId: Id; relevance: number }>
}

/** What is compared of an article, computed once however many others it is compared with. */
interface Traits {
  /** Hashes of the words, ascending: numbers are compared ten times as fast as words. */
  words: Uint32Array
  /** Only where it is asked for: few texts are alike. */
  names: () => string
  headlineNumbers: ReadonlySet<string>
  entities: ReadonlySet<Id>
  sortedEntities: readonly Id[]
  main: ReadonlySet<Id>
}

const TRAITS = new WeakMap<StoryArticle, Traits>()

function traitsOf(article: StoryArticle): Traits {
  const known = TRAITS.get(article)
  if (known !== undefined) return known
  const headline = article.headline.slice(0, COMPARED_CHARACTERS)
  const ids = article.entities.map(({ entityId }) => entityId)
  const traits = {
    words: Uint32Array.from(new Set([...contentWords(headline)].map(hashOf))).sort(),
    names: once(() => namesIn(headline)),
    headlineNumbers: new Set(numbersOf(headline)),
    entities: new Set(ids),
    sortedEntities: ids.toSorted(),
    main: new Set(article.entities.flatMap((each) => (each.relevance >= MAIN ? [each.entityId] : []))),
  }
  TRAITS.set(article, traits)
  return traits
}

function once(compute: () => string): () => string {
  let value: string | undefined
  return () => (value ??= compute())
}

/**
 * True for texts that are one but for a few words. Texts whose numbers or entities differ never are: reports of two quarters, or of two
 * companies, are often written from one template.
 */
export function isNearDuplicate(one: StoryArticle, other: StoryArticle): boolean {
  return (
    resemblance(one.signature, other.signature) >= NEAR_DUPLICATE &&
    isSame(one.numbers, other.numbers) &&
    isSame(traitsOf(one).sortedEntities, traitsOf(other).sortedEntities) &&
    traitsOf(one).names() === traitsOf(other).names()
  )
}

/** True for near duplicates, and for articles within 48 hours whose main subjects and headlines say that they are about one event. */
export function isSameStory(one: StoryArticle, other: StoryArticle): boolean {
  if (Math.abs(one.publishedAt - other.publishedAt) > STORY_MS) return false
  if (isNearDuplicate(one, other)) return true
  const [first, second] = [traitsOf(one), traitsOf(other)]
  const shared = commonOf(first.main, second.main)
  if (shared === 0 || contradict(first.headlineNumbers, second.headlineNumbers)) return false
  if (hasOwn(first, second) && hasOwn(second, first)) return false
  const common = wordOverlap(first.words, second.words)
  return common >= (shared > 1 ? SAME_HEADLINE_OF_SEVERAL : SAME_HEADLINE)
}

/** A main subject that the other does not mention: a broker's views on two companies are two stories. */
const hasOwn = (one: Traits, other: Traits): boolean => [...one.main].some((id) => !other.entities.has(id))

/**
 * How similar two articles are, 0 to 1: the larger of the share of common shingles and 0.6 of the headlines' overlap plus 0.4 of that of
 * the entities; at most 0.99 where their numbers differ.
 */
export function similarity(one: StoryArticle, other: StoryArticle): number {
  const [first, second] = [traitsOf(one), traitsOf(other)]
  const byTopic =
    0.6 * wordOverlap(first.words, second.words) + 0.4 * overlap(first.entities, second.entities)
  const value = Math.max(resemblance(one.signature, other.signature), byTopic)
  return isSame(one.numbers, other.numbers) ? value : Math.min(value, 0.99)
}

/** Both state numbers, and none of them is the same. */
function contradict(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && other.size > 0 && commonOf(one, other) === 0
}

const NO_CONTENT = new Set(
  (
    'a an and are as at be by for from has have in is it its of on or says say said that the this to was were will with after amid over ' +
    'new than about into'
  ).split(' '),
)

/** The words of a headline without those that say nothing. */
function contentWords(headline: string): Set<string> {
  return new Set(
    wordsOf(headline, MOST_WORDS)
      .filter((word) => !NO_CONTENT.has(word))
      .map(stem),
  )
}

/** Plurals and forms of verbs are one word; enough for headlines, which are compared word by word. */
function stem(word: string): string {
  if (word.length < 5) return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word
  for (const ending of ['ing', 'ed', 'es', 's']) {
    if (word.endsWith(ending)) return word.slice(0, -ending.length)
  }
  return word
}

/** The words of a headline that begin with a capital and are no first word: names, where the headline is not all capitals. */
function namesIn(headline: string): string {
  const names = [...headline.matchAll(/(?<=\S\s+)\p{Lu}[\p{L}\p{N}]*/gu)].map(([name]) => name.toLowerCase())
  return [...new Set(names)].toSorted().join(' ')
}

/** Jaccard's index; nothing in common where one is empty. */
function overlap(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): number {
  const common = commonOf(one, other)
  return common === 0 ? 0 : common / (one.size + other.size - common)
}

/** The same for ascending numbers. */
function wordOverlap(one: Uint32Array, other: Uint32Array): number {
  let common = 0
  let at = 0
  for (let next = 0; next < one.length; next++) {
    const word = one[next] ?? 0
    while (at < other.length && (other[at] ?? 0) < word) at++
    if (at < other.length && other[at] === word) common++
  }
  return common === 0 ? 0 : common / (one.length + other.length - common)
}

function commonOf(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): number {
  let common = 0
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  for (const each of fewer) if (more.has(each)) common++
  return common
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at])
}

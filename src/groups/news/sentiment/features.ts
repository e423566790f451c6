import { classesOf, type WordClass } from './lexicon.ts'
import type { Passage } from './passage.ts'
import { verdicts } from './verdicts.ts'

/** Places for features of single words, then for those of word classes and rules; powers of two. */
export const WORD_FEATURES = 2 ** 16
const RULE_FEATURES = 2 ** 13
export const FEATURE_COUNT = WORD_FEATURES + RULE_FEATURES

const NEAR = 4
/** Letters by which longer words are taken for kin. */
const PREFIX = 5

/** What speaks for one sentiment or another in a passage around an entity: places of features, each once. */
export function featuresOf(passage: Passage): number[] {
  const features: number[] = []
  addWords(passage, features)
  addClasses(passage, features)
  for (const verdict of verdicts(passage)) features.push(rule(verdict))
  return [...new Set(features)]
}

/** Marks after which another clause begins. */
const DIVIDES = /^[,.;:?!…]$/

function addWords({ before, after, named }: Passage, to: number[]): void {
  addSide(before.toReversed(), 'b', to)
  addSide(after, 'a', to)
  const line = [...before, '@', ...after]
  for (let i = 0; i + 1 < line.length; i++) {
    to.push(word(`2 ${line[i]} ${line[i + 1]}`), word(`2s ${line[i]} ${line[i + 2] ?? ''}`))
    if (Math.abs(i + 1 - before.length) <= 3)
      to.push(word(`3 ${line[i]} ${line[i + 1]} ${line[i + 2] ?? ''}`))
  }
  for (const each of line) {
    if (each.length > PREFIX + 1) to.push(word(`p ${each.slice(0, PREFIX)}`))
  }
  for (const each of named) to.push(word(`n ${each}`))
  to.push(word(`N ${named.join(' ')}`))
}

/** Words of one side, nearest first. */
function addSide(words: readonly string[], side: string, to: number[]): void {
  let clause = 0
  for (const [i, each] of words.entries()) {
    to.push(word(`w ${each}`), word(`${side} ${each}`), word(`${side}${clause === 0 ? 'c' : 'o'} ${each}`))
    if (i < NEAR) to.push(word(`${side}${i} ${each}`))
    if (DIVIDES.test(each)) clause++
  }
}

/** What single classes there are on each side, and the sequence of classes with the entity in it. */
function addClasses({ before, after }: Passage, to: number[]): void {
  const sequence: string[] = []
  let at = -1
  const line = [...before, '@', ...after]
  for (const [i, token] of line.entries()) {
    if (i === before.length) {
      at = sequence.length
      sequence.push('@')
      continue
    }
    const side = i < before.length ? 'b' : 'a'
    const distance = Math.abs(i - before.length)
    const shape = shapeOf(token)
    if (shape !== '') sequence.push(shape)
    for (const each of classesOf(token)) {
      to.push(rule(`k ${each}`), rule(`k ${side} ${each}`), rule(`k ${side} ${each} ${bucket(distance)}`))
    }
  }
  for (let i = 0; i < sequence.length; i++) {
    const side = i < at ? 'b' : 'a'
    to.push(rule(`s2 ${sequence[i]} ${sequence[i + 1] ?? '$'}`))
    to.push(rule(`s2${side} ${sequence[i]} ${sequence[i + 1] ?? '$'}`))
    if (Math.abs(i + 1 - at) <= 2) {
      to.push(rule(`s3 ${sequence[i]} ${sequence[i + 1] ?? '$'} ${sequence[i + 2] ?? '$'}`))
    }
  }
}

const bucket = (distance: number) => (distance <= 1 ? 1 : distance <= 3 ? 2 : distance <= 7 ? 3 : 4)

/** The classes that say most about a token, in one word; empty where it says nothing. */
const TELLING: readonly WordClass[] = [
  'not',
  'undo',
  'blow',
  'boon',
  'up',
  'down',
  'good',
  'bad',
  'long',
  'short',
  'gauge',
  'burden',
  'flat',
  'tell',
  'voice',
  'event',
  'turn',
  'cause',
  'hedge',
]

function shapeOf(token: string): string {
  if (token === '#' || token === '%' || DIVIDES.test(token)) return token
  const classes = classesOf(token)
  let shape = ''
  let count = 0
  for (const each of TELLING) {
    if (classes.includes(each) && count++ < 2) shape += `${each}.`
  }
  return shape
}

const word = (text: string) => hash(text) & (WORD_FEATURES - 1)
const rule = (text: string) => WORD_FEATURES + (hash(text) & (RULE_FEATURES - 1))

/** FNV-1a over UTF-16 units, its upper bits folded into the lower. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    value ^= text.charCodeAt(i)
    value = Math.imul(value, 0x01000193)
  }
  value ^= value >>> 15
  return value >>> 0
}

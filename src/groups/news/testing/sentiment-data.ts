import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import papa from 'papaparse'
import type { ArticleText, Mention } from '../article-text.ts'
import type { Sentiment } from '../../../market/vocabulary.ts'
import { EVENT_HEADLINES } from './event-headlines.ts'

/** A labelled entity in its text. */
export interface Labelled {
  text: ArticleText
  mention: Mention
  label: Sentiment
  /** 0 to 4, the same for all entities of a headline. */
  fold: number
}

/** Reads `sentfin-dev.csv`: columns title and decisions, the latter a JSON object from entity to label. */
export function readSentfin(path: string): Labelled[] {
  const { data } = papa.parse<{ title: string; decisions: string }>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  return data.flatMap(({ title, decisions }) => {
    const fold = (createHash('sha256').update(title).digest()[0] ?? 0) % 5
    const text = { headline: title, body: '' }
    return Object.entries(JSON.parse(decisions) as Record<string, Sentiment>).flatMap(([name, label]) => {
      const mention = find(title, name.trim())
      return mention === null ? [] : [{ text, mention, label, fold }]
    })
  })
}

/** Invented, and each with every label, so that none of them says anything. */
const NAMES = ['Zorblat', 'Northwind', 'Initech', 'Globex', 'Vandelay', 'Umbrafoods', 'Hooli', 'Wonkatech']
/** Headlines about events, written for training: each pattern in as many variants as its longest choice is long. */
export function writtenHeadlines(): Labelled[] {
  let count = 0
  return Object.entries(EVENT_HEADLINES).flatMap(([label, patterns]) =>
    patterns.flatMap((pattern) =>
      variantsOf(pattern).map((variant): Labelled => {
        const name = NAMES[count++ % NAMES.length] ?? ''
        const start = variant.indexOf('@')
        const headline = `${variant.slice(0, start)}${name}${variant.slice(start + 1)}`
        const mention: Mention = { field: 'headline', start, end: start + name.length }
        return { text: { headline, body: '' }, mention, label: label as Sentiment, fold: NO_FOLD }
      }),
    ),
  )
}

/** Written headlines are in no fold: they are trained on and never judged. */
const NO_FOLD = -1

/** Every word of every choice once at least; all combinations would drown the real headlines. */
function variantsOf(pattern: string): string[] {
  const parts = pattern.split(/[()]/).map((part, at) => (at % 2 === 0 ? [part] : part.split('|')))
  const count = Math.max(...parts.map(({ length }) => length))
  return Array.from({ length: count }, (_, variant) =>
    parts.map((choice) => choice[variant % choice.length] ?? '').join(''),
  )
}

const LETTER = /[\p{L}\p{N}]/u

/** The first place where a name stands as words of its own, else the first where it stands at all. */
function find(title: string, name: string): Mention | null {
  const lower = title.toLowerCase()
  const wanted = name.toLowerCase()
  const first = lower.indexOf(wanted)
  if (first === -1 || wanted === '') return null
  for (let at = first; at !== -1; at = lower.indexOf(wanted, at + 1)) {
    if (!LETTER.test(lower[at - 1] ?? ' ') && !LETTER.test(lower[at + wanted.length] ?? ' ')) {
      return { field: 'headline', start: at, end: at + wanted.length }
    }
  }
  return { field: 'headline', start: first, end: first + wanted.length }
}

interface Passage {
  content: string
  annotations: { start: number; end: number; value: string; label: string }[]
}

/** Reads `finentity-dev.json`; spans whose offsets do not show their value are looked for nearby. */
export function readFinentity(path: string): Labelled[] {
  const passages = JSON.parse(readFileSync(path, 'utf8')) as Passage[]
  return passages.flatMap(({ content, annotations }) =>
    annotations.flatMap(({ start, value, label }): Labelled[] => {
      const at = content.startsWith(value, start) ? start : content.indexOf(value, Math.max(0, start - 40))
      if (at === -1) return []
      const mention: Mention = { field: 'body', start: at, end: at + value.length }
      return [
        { text: { headline: '', body: content }, mention, label: label.toLowerCase() as Sentiment, fold: 0 },
      ]
    }),
  )
}

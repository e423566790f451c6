import { sectorIn } from './market-indices.ts'
import { comparedIn, RANKED_GAINS } from './own-portfolio.ts'

/** A part of what is held, by what it is. */
export interface HeldKind {
  kind: 'sector' | 'etf' | 'crypto'
  /** As the question has it. */
  said: string
  /** Whether the name of a sector means the one that is asked for. */
  isSector: (name: string) => boolean
}

/** The part of what a portfolio has that a question is about. */
export type HeldPart = { kind: 'cash' } | { kind: 'largest'; count: number; isLeast: boolean } | HeldKind

const COUNTS: readonly string[] = 'one two three four five six seven eight nine ten'.split(' ')
const COUNT = `(?:\\d{1,2}|${COUNTS.join('|')})`
const NOUN = '(?:holding|position|investment|stock)'
const RANKED = new RegExp(
  `\\b(?:(${COUNT}) )?(largest|biggest|smallest|top(?= (?:${COUNT} )?(?:holding|position))) (?:(${COUNT}) )?(?:of my )?(?:portfolio )?(${NOUN}s?)\\b`,
  'i',
)
/** `which of my holdings is the biggest?` */
const WHICH = new RegExp(
  `\\b(?:${NOUN}s?|which) (?:is|are) (?:my |the )?(largest|biggest|smallest)(?=\\W*$)`,
  'i',
)
/** `and the smallest?` */
const OTHER_SIDE = /^\W*(?:and |or |what about )?(?:the |my )?(largest|biggest|smallest)(?: one)?\W*$/i
/** Where a question speaks of several and says no number. */
const SEVERAL = 5

const CASH =
  /\b(?:how much (?:\w+ ){0,3}(?:cash|money) (?:do i have|have i|is (?:in|left)|i have)|(?:what(?:['’]?s| is)|show me|tell me) my (?:\w+ )?cash|my cash (?:balance|position)|cash (?:do i have|in my (?:portfolio|accounts?)))\b/i
/** What is invested in something is a part of all. */
const IN_ALL = /\b(?:percent(?:age)?|share|proportion|fraction|%)/i

const ETFS = /\b(?:etfs|(?:index |mutual )?funds)\b/i
const CRYPTO = /\b(?:crypto(?:currenc(?:y|ies)|s)?|(?:digital |crypto )?coins)\b/i

/** Reads which part of the own portfolio a question is about; null for all of it. */
export function heldPartIn(question: string): HeldPart | null {
  const whole = question.slice(0, 2_000)
  // "Did my portfolio beat the tech sector?"
  const text = whole.slice(0, whole.length - (comparedIn(whole)?.length ?? 0))
  if (CASH.test(text) && !IN_ALL.test(text)) return { kind: 'cash' }
  if (RANKED_GAINS.test(text)) return null
  return rankedIn(text) ?? kindIn(text)
}

function rankedIn(text: string): HeldPart | null {
  const [, before, side, after, noun = ''] = RANKED.exec(text) ?? []
  const which = WHICH.exec(text)
  const found = side ?? which?.[1] ?? OTHER_SIDE.exec(text)?.[1]
  if (found === undefined) return null
  const said = (before ?? after)?.toLowerCase()
  const several = noun.endsWith('s') ? SEVERAL : 1
  const number = said === undefined ? several : /\d/.test(said) ? Number(said) : COUNTS.indexOf(said) + 1
  return { kind: 'largest', count: Math.max(1, number), isLeast: /^small/i.test(found) }
}

function kindIn(text: string): HeldKind | null {
  const sector = sectorIn(text)
  if (sector !== null) return { kind: 'sector', ...sector }
  const [coins] = CRYPTO.exec(text) ?? []
  if (coins !== undefined) return { kind: 'crypto', said: coins, isSector: () => false }
  const [funds] = ETFS.exec(text) ?? []
  return funds === undefined ? null : { kind: 'etf', said: funds, isSector: () => false }
}

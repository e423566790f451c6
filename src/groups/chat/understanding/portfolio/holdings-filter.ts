import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { countOf, WORD_NUMBER } from '../times/calendar-words.ts'
import { LEAVING_OUT } from '../entities/exclusions.ts'
import { sectorIn } from '../intents/market-indices.ts'
import { TURNS_BACK } from '../thread/topic.ts'
import { askedOfPortfolio, comparedIn, RANKED_GAINS } from './portfolio-questions.ts'

/** A criterion by which holdings are chosen. */
export type HeldKind = { kind: 'sector'; isSector: (name: string) => boolean } | { kind: 'etf' | 'crypto' }

/** How many of the largest, or of the smallest. */
export interface HeldRank {
  count: number
  isLeast: boolean
}

/** The part of a portfolio that a question is about. */
export interface HoldingsFilter {
  /** In the words of the question. */
  said: string
  /** Whether the part is cash, and no holding. */
  isCash: boolean
  /** Null for any kind of holding. */
  of: HeldKind | null
  /** How many of these, by size; null for all. */
  rank: HeldRank | null
  /** Instruments excluded from it. */
  without?: readonly InstrumentSummary[]
  /** Kinds of holdings excluded from it. */
  withoutKinds?: readonly HeldKind[]
}

const COUNT = `(?:\\d{1,2}|${WORD_NUMBER})`
const NOUN = '(?:holding|position|investment|stock|fund|etf)'
const SIDE = `(?:largest|biggest|smallest|top(?= (?:${COUNT} )?(?:holding|position)))`
/** Words that make it another question: `my biggest investment mistake`, `my largest holdings in Europe`. */
const NO_OTHER =
  '(?! (?:mistakes?|fees?|decisions?|regrets?|loss(?:es)?|gains?|risks?|returns?|in (?!my\\b|the portfolio\\b|(?:tech|energy)\\b)))'
const RANKED = new RegExp(
  `(?<!\\b(?:second|third|fourth|fifth|2nd|3rd|4th|5th|next) )\\b(?:(?<before>${COUNT}) )?(?<side>${SIDE}) (?:(?<after>${COUNT}) )?(?:of my )?(?:portfolio )?(?:(?!of\\b)[a-z]+ ){0,2}?(?<noun>${NOUN}s?)\\b${NO_OTHER}`,
  'i',
)
/** `which of my holdings is the biggest?` */
const WHICH = new RegExp(
  `\\b(?:${NOUN}s?|which) (?:is|are) (?:my |the )?(?<side>largest|biggest|smallest)(?=\\W*$)`,
  'i',
)
/** `and the smallest?` */
const OTHER_SIDE = /^\W*(?:and |or |what about )?(?:the |my )?(?<side>largest|biggest|smallest)(?: one)?\W*$/i
/** Number meant by a plural without a number. */
const SEVERAL = 5

const CASH = wholeWords(
  oneOf`
    how much (?:[a-z]+ ){0,3}cash (?:do i have|have i(?: got)?(?=\W*$| (?:in|left)\b)|i have|is (?:in|left))
    how much money (?:do i have (?:left|available|uninvested|in cash)|is left)
    (?:what(?:['’]?s| is| was)|show me|tell me) my (?:[a-z]+ )?cash(?! flow)
    my cash (?:balance|position|in)
    cash (?:do i have|in my (?:portfolio|accounts?))
  `,
  'i',
)
/** `what percentage is cash?` */
const CASH_SHARE =
  /^\W*(?:and |so )?(?:(?:what|which)(?:['’]s| is)? ?(?:the )?(?:percent(?:age)?|share|fraction|proportion|part|%)|how much)(?: of (?:it|the (?:total|whole)|everything))? (?:is|in|do i (?:have|hold)|am i)(?: (?:held|kept))?(?: in)? ?cash\W*$/i

/** Whether a question asks only for the share of cash. */
export const asksCashShare = (question: string): boolean => CASH_SHARE.test(question.slice(0, 2_000))

/** A share invested in something is a share of the whole portfolio. */
const IN_ALL = /\b(?:percent(?:age)?|share|proportion|fraction|%)/i

const ETFS = /\b(?:etfs?|(?:index |mutual )?funds?)\b/i
const CRYPTO = /\b(?:crypto(?:currenc(?:y|ies)|s)?|(?:digital |crypto )?coins)\b/i

/** Pronouns that refer to the part answered before: "how did they do?" */
const REFERS = /\b(?:they|them|those|these|their)\b/i

/** Pronouns that refer to the single holding answered before: "how did it do?" */
const REFERS_TO_ONE = /\b(?:it|its|that (?:one|holding|position))\b/i

/** The part that a question is about, or that of the earlier question it refers to; null for all holdings. */
export function holdingsFilterAfter(question: string, before: readonly string[]): HoldingsFilter | null {
  const own = holdingsFilterIn(question)
  const last = before.at(-1)
  if (own !== null || last === undefined) return own
  const isOfOne = !REFERS.test(question)
  if (isOfOne && !REFERS_TO_ONE.test(question)) return null
  const earlier = holdingsFilterAfter(last, before.slice(-TURNS_BACK, -1))
  return isOfOne && earlier?.rank?.count !== 1 ? null : earlier
}

/** What a question excludes from the holdings. */
export interface HeldOut {
  instruments: readonly InstrumentSummary[]
  kinds: KindsOut | null
}

/** The same with exclusions applied; null for all holdings. */
export function holdingsFilterWithout(
  part: HoldingsFilter | null,
  { instruments, kinds }: HeldOut,
): HoldingsFilter | null {
  if ((instruments.length === 0 && kinds === null) || part?.isCash === true) return part
  const names = instruments.map(({ ticker }) => ticker)
  const said = `without ${[...names, ...(kinds === null ? [] : [kinds.said])].join(', ')}`
  return {
    ...(part ?? { isCash: false, of: null, rank: null }),
    said: part === null ? said : `${part.said} ${said}`,
    without: instruments,
    withoutKinds: kinds?.kinds ?? [],
  }
}

/** Kinds of holdings that a question excludes, and the question before that clause. */
export interface KindsOut {
  kinds: readonly HeldKind[]
  said: string
  before: string
}

/** `my holdings except funds`; null when it excludes no known kind. */
export function kindsLeftOut(question: string): KindsOut | null {
  const text = question.slice(0, 2_000)
  const match = LEFT_OUT.exec(text)
  if (match === null) return null
  const after = text.slice(match.index + match[0].length)
  // A sector is recognised only after a verb.
  const found = kindsIn(`are${after}`)
  return found.length === 0
    ? null
    : {
        kinds: found.map(({ of }) => of),
        said: found.map(({ said }) => said).join(', '),
        before: text.slice(0, match.index),
      }
}

/** The words by which a question excludes something from the holdings, `except the losers`; null for none. */
export const leftOutSaid = (question: string): string | null =>
  LEFT_OUT_SAID.exec(question.slice(0, 2_000))?.[0] ?? null

const LEFT_OUT_SAID = new RegExp(`\\b(?:${LEAVING_OUT})\\.?(?: [\\p{L}\\p{N}’'&-]{1,30}){1,5}`, 'iu')

/** Reads which part of the user's portfolio a question is about; null for all of it. */
export function holdingsFilterIn(question: string): HoldingsFilter | null {
  const whole = question.slice(0, 2_000)
  // "Did my portfolio beat the tech sector?"
  const text = whole.slice(0, whole.length - (comparedIn(whole)?.length ?? 0))
  const [cash] = (asksCashShare(text) ? [text] : CASH.exec(text)) ?? []
  const { returns, income, costs } = askedOfPortfolio(text)
  if (cash !== undefined && (!IN_ALL.test(text) || asksCashShare(text)) && !(returns || income || costs))
    return { said: cash, isCash: true, of: null, rank: null }
  if (RANKED_GAINS.test(text)) return null
  // The rest after an exclusion is none of these parts.
  if (LEFT_OUT.test(text)) return null
  const [kind = null, ...others] = kindsIn(text)
  const ranked = rankedIn(text)
  // Several kinds cannot be combined.
  if (others.length > 0 || (kind === null && ranked === null)) return null
  return {
    said: ranked?.said ?? kind?.said ?? '',
    isCash: false,
    of: kind?.of ?? null,
    rank: ranked?.rank ?? null,
  }
}

const LEFT_OUT = new RegExp(`\\b(?:${LEAVING_OUT}|(?:is|are) (?:not|no)|(?:is|are)n['’]t)\\b`, 'i')

function rankedIn(text: string): { said: string; rank: HeldRank } | null {
  const match = RANKED.exec(text) ?? WHICH.exec(text) ?? OTHER_SIDE.exec(text)
  const { side, before, after, noun = '' } = match?.groups ?? {}
  if (match === null || side === undefined) return null
  const said = before ?? after
  const several = noun.endsWith('s') ? SEVERAL : 1
  const count = said === undefined ? several : countOf(said)
  return { said: match[0], rank: { count, isLeast: /^small/i.test(side) } }
}

function kindsIn(text: string): Array<{ said: string; of: HeldKind }> {
  const sector = sectorIn(text)
  const [coins] = CRYPTO.exec(text) ?? []
  const [funds] = ETFS.exec(text) ?? []
  return [
    ...(sector === null
      ? []
      : [{ said: sector.said, of: { kind: 'sector' as const, isSector: sector.isSector } }]),
    ...(coins === undefined ? [] : [{ said: coins, of: { kind: 'crypto' as const } }]),
    ...(funds === undefined ? [] : [{ said: funds, of: { kind: 'etf' as const } }]),
  ]
}

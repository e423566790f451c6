import type { Mention } from '../article-text.ts'

/** Where the texts of an article mention an entity, and how long they are. */
export interface Coverage {
  mentions: readonly Mention[]
  /** Mentions of every entity together. */
  total: number
  headlineLength: number
  bodyLength: number
}

const HEADLINE = 0.65
const BODY_TOP = 0.5
const BODY_END = 0.15
const SHARE = 0.25
const PLACE = 0.1
/** Entities in a headline that share it without any of them being less what the article is about. */
const SHARED_BY = 2

/**
 * How much an article is about an entity, 0 to 1: 0.65 for standing in the headline, otherwise from 0.5 at the beginning of the body
 * down to 0.15 at its end; up to 0.25 for its share of all mentions, full from a half; up to 0.1 for how early in the headline (or
 * the body) it first comes. From 0.75 on the article is about it.
 */
export function relevanceOf({ mentions, total, headlineLength, bodyLength }: Coverage): number {
  const inHeadline = mentions.find(({ field }) => field === 'headline')
  const first = inHeadline ?? mentions[0]
  if (first === undefined) return 0
  const length = Math.max(1, inHeadline === undefined ? bodyLength : headlineLength)
  const early = 1 - first.start / length
  const place = inHeadline === undefined ? BODY_END + (BODY_TOP - BODY_END) * early : HEADLINE
  const share = Math.min(1, (SHARED_BY * mentions.length) / Math.max(1, total))
  return Math.round((place + SHARE * share + PLACE * early) * 1000) / 1000
}

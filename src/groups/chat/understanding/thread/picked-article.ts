import { oneOf } from '../../../../kernel/patterns.ts'
import type { CitedBefore, Turn } from '../../answer.ts'
import { COUNTED } from '../entities/ordinals.ts'

const ARTICLE = '(?:news )?(?:article|headline|story|item|piece)'
const ASKING = oneOf`
  (?:summari[sz]e|sum up|expand on|elaborate on|explain|open|quote|read(?: me)?|show(?: me)?)
  (?:(?:tell|show|give) me )?(?:(?:a |the )?(?:more|summary|(?:some |the )?(?:more )?details?)(?: info(?:rmation)?)? )?(?:about|on|of|from|behind)
  (?:tell|show|give) me
  what(?: does|(?:['’]?s| is)(?: in| behind)?| about)|how about|and
  (?:a |the )?(?:link|url|address) (?:to|of|for)|(?:when|where) (?:was|is)|who (?:wrote|published)
`
const HOW = oneOf`
  (?:all )?about|say|tell(?: us| me)?|mean
  more|in (?:more )?(?:detail|full)|briefly|shortly|for me|published|written|from
  in (?:a|an|one|two|three|\d) (?:few |short )?(?:words?|sentences?|lines?|paragraph)
`
const WHICH = oneOf`
  (?:the )?(?<ordinal>${COUNTED.join('|')}|last)(?<noun> (?:one|${ARTICLE}))?
  (?<named>${ARTICLE}) (?:#|no\.? ?|number )?(?<number>[1-9]\d?)
  (?:#|number |(?<=[a-z] ))(?<place>[1-9]\d?)
  (?<only>(?:this|that|the) ${ARTICLE})
`
const PICKS = new RegExp(
  String.raw`^\W*(?:and |ok(?:ay)?,? )?(?:${ASKING} )?${WHICH}(?: ${HOW}){0,2}\W*$`,
  'i',
)
const LONGEST = 120

/** A reference to one of the articles that an answer cites. */
interface Pointer {
  /** Position from 0, -1 for the last; null for the only one. */
  at: number | null
  /** Whether it says "article" or the like: otherwise a company may be meant. */
  isNamed: boolean
}

/** `summarize the second one`, `what does the last article say?`; null without such a reference. */
function pointerIn(message: string): Pointer | null {
  const groups = message.length > LONGEST ? undefined : PICKS.exec(message)?.groups
  if (groups === undefined) return null
  const { ordinal, noun = '', named, number, place, only } = groups
  if (only !== undefined) return { at: null, isNamed: true }
  const counted = number ?? place
  if (counted !== undefined) return { at: Number(counted) - 1, isNamed: named !== undefined }
  const said = ordinal?.toLowerCase() ?? ''
  const at = said === 'last' ? -1 : COUNTED.findIndex((words) => words.split('|').includes(said))
  return { at, isNamed: !/^(?: one)?$/i.test(noun) }
}

/**
 * The article that a message picks from the citations of the previous answer, as `summarize the second one` does; the number of citations
 * when there is none in that place; null when it picks none. After a picked article the next one is picked from the same answer.
 */
export function pickedArticle(
  message: string,
  before: readonly Turn[],
): { article: CitedBefore } | { of: number } | null {
  const pointer = pointerIn(message)
  if (pointer === null) return null
  const { at, isNamed } = pointer
  const cited = at === null ? citedLast(before) : citedIn(before)
  const articles = cited.filter(({ kind }) => kind === 'article')
  if (articles.length === 0 || (!isNamed && articles.length < cited.length)) return null
  if (at === null) return articles[0] !== undefined && articles.length === 1 ? { article: articles[0] } : null
  const article = articles.at(at)
  return article === undefined ? { of: articles.length } : { article }
}

const citedLast = (before: readonly Turn[]): readonly CitedBefore[] =>
  before.findLast(({ role }) => role === 'assistant')?.cited ?? []

/** The citations of the last answer that was not about a picked article. */
function citedIn(before: readonly Turn[]): readonly CitedBefore[] {
  const at = before.findLastIndex(({ role }) => role === 'assistant')
  const asked = before[at - 1]
  const cited = before[at]?.cited ?? []
  if (asked?.role !== 'user' || cited.length !== 1 || pointerIn(asked.content) === null) return cited
  const earlier = citedIn(before.slice(0, at - 1))
  return earlier.length > 0 ? earlier : cited
}

import { oneOf } from '../../../../kernel/patterns.ts'
import { blanked } from './message-words.ts'

/** Words before a name that compare it with the topic of the thread. */
const COMPARING = new RegExp(
  String.raw`\b${oneOf`
    compar(?:e[ds]?|ing|ison)(?: [\w.&'’-]+){0,4}? (?:to|with|against)
    versus|vs\.?|relative to
    (?:stacks? up|hold up|fares?|did|does|do|measures? up|performed|performs?) against
    (?<!\b(?:other|rather) )than
    beat(?:en|ing|s)?
    (?:out|under)perform(?:ed|ing|s)?
  `}(?= )`,
  'gi',
)
/** The same at the beginning of a message. */
const BEGINS_ADDING =
  /^\W*(?:(?:and|but|now|then|please|also|so|can you|could you|let['’]?s) ){0,3}(?:against|with|add(?: in)?|include)(?: also)?(?= )/i
const BEGINS_COMPARING =
  /^\W*(?:(?:and|but|now|then|please|also|so|can you|could you|let['’]?s) ){0,3}compare(?= )/i
/** Words between these and the name. */
const ARTICLES = /^ (?:(?:the|that of|those of|what|both|also|its peers?|its rivals?|its competitors?) )*/i
/** `that or Microsoft's`: a pronoun for the topic of the thread. */
const POINTS =
  /\b(?:it|that|this|they|theirs?|them|these|those)(?:['’]s)?,? (?:or|and|vs\.?|versus) (?:the )?$/i
/** `AMD or that`, `AMD cheaper than it`. */
const POINTED =
  /\b(?:than|or|vs\.?|versus|against|compared (?:to|with)) (?:it|that|this|them|theirs|these|those)\W*$/i
/** `is AMD cheaper?`, `did it pay more?`: cheaper or more than the topic of the thread. */
const MORE_OR_LESS = new RegExp(
  String.raw`^\W*(?:(?:and|but|so|then) )?(?:is|are|was|were|does|do|did|has|have|had)\b.*\b${oneOf`
    cheaper|pricier|bigger|larger|smaller|higher|lower|better|worse|faster|slower|safer|riskier|stronger|weaker
    (?:more|less)(?: \w+)?
  `}\W*$`,
  'i',
)
/** `is its debt getting smaller?` compares with earlier times. */
const OVER_TIME =
  /\b(?:get(?:s|ting)?|got|grow(?:s|ing|n)?|grew|becom(?:e|es|ing)|became|been|go(?:es|ing|ne)?|went)\b/i
const VERBS = /\b(?:do|does|did|is|are|was|were|has|have|had|made|makes?)\b/i
/** Words that ask for a change over time, unless an instrument follows. */
const AGAINST_TIME = /\b(?:compared? (?:to|with)|versus|vs\.?)(?= )/gi

/** A message, and the same with names blanked out. */
interface Named {
  text: string
  unnamed: string
}

/**
 * Whether a message compares what it names with the topic of the thread: `than AMD?`, `compared to the S&P 500`, `now add Google`,
 * `that or Microsoft's?` Not when it names both sides itself.
 */
export function comparesWithTopic({ text, unnamed }: Named): boolean {
  if (text.length !== unnamed.length || text === unnamed) return false
  const begins = BEGINS_ADDING.exec(text) ?? (isOneName(text, unnamed) ? BEGINS_COMPARING.exec(text) : null)
  const places = [...(begins === null ? [] : [begins]), ...text.matchAll(COMPARING)].map(
    ({ index, 0: words }) => index + words.length,
  )
  const isNamedAfter = places.some(
    (at) =>
      isName({ text, unnamed }, nameAfter(text, at)) &&
      text.slice(0, at) === unnamed.slice(0, at) &&
      // "Compared to Microsoft, how did Apple do?" names both.
      (!VERBS.test(unnamed.slice(at)) || isOneName(text.slice(at), unnamed.slice(at))),
  )
  const isMoreOrLess = MORE_OR_LESS.test(unnamed) && !OVER_TIME.test(unnamed) && isOneName(text, unnamed)
  return isNamedAfter || isMoreOrLess || pointsToTopic({ text, unnamed })
}

function pointsToTopic({ text, unnamed }: Named): boolean {
  const stretches = namesIn({ text, unnamed })
  const [first, last] = [stretches[0], stretches.at(-1)]
  return (
    first !== undefined &&
    last !== undefined &&
    (POINTS.test(unnamed.slice(0, first.from)) || POINTED.test(unnamed.slice(last.to)))
  )
}

/** The positions of names in a text. */
const namesIn = ({ text, unnamed }: Named): Array<{ from: number; to: number }> =>
  [
    ...text
      .replaceAll(/\S/g, (letter, at: number) => (unnamed[at] === ' ' ? BLANKED : letter))
      .matchAll(STRETCH),
  ].map(({ index, 0: stretch }) => ({ from: index, to: index + stretch.length }))

/** A character that no message contains. */
const BLANKED = '\uE000'
const STRETCH = /\uE000+/g

const isOneName = (text: string, unnamed: string): boolean => {
  const all = namesIn({ text, unnamed })
  return all.every(({ from }, at) => at === 0 || text.slice(all[at - 1]?.to, from).trim() === '')
}

const nameAfter = (text: string, at: number): number => at + (ARTICLES.exec(text.slice(at))?.[0].length ?? 0)

const isName = ({ text, unnamed }: Named, at: number): boolean =>
  text[at] !== undefined && text[at] !== ' ' && unnamed[at] === ' '

/** The text with words of comparison blanked out when an instrument follows, so that they do not ask for a change over time. */
export function withoutComparing({ text, unnamed }: Named): string {
  if (text.length !== unnamed.length) return text
  let rest = text
  for (const { index, 0: words } of text.matchAll(AGAINST_TIME)) {
    const end = index + words.length
    if (isName({ text, unnamed }, nameAfter(text, end))) rest = blanked(rest, index, end)
  }
  return rest
}

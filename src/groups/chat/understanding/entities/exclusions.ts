import { beforeOf, type Word, words } from './message-words.ts'

/** Words before an excluded name: `without Apple`. */
const LEAVES_OUT = words('without except excluding excl besides sans')
/** The same of two words. */
const LEAVES_OUT_BY_TWO: ReadonlySet<string> = new Set([
  'other than',
  'except for',
  'apart from',
  'aside from',
  'not counting',
  'not including',
  'leaving out',
  'everything but',
  'all but',
  'anything but',
])
/** The source of a pattern of such words. */
export const LEAVING_OUT = [...LEAVES_OUT_BY_TWO, ...LEAVES_OUT].join('|')
const OWNERS = words('my the our any')
/** Words that continue a list of exclusions. */
const GOES_ON = words('and or nor')

/** A stretch of words. */
interface Place {
  at: number
  end: number
}

/** The position of the word that opens an exclusion before a name; null when there is none. */
function opening(all: readonly Word[], at: number): number | null {
  const name = OWNERS.has(beforeOf(all, at)) ? at - 1 : at
  const before = beforeOf(all, name)
  if (LEAVES_OUT.has(before)) return name - 1
  return LEAVES_OUT_BY_TWO.has(`${beforeOf(all, name - 1)} ${before}`) ? name - 2 : null
}

/** The excluded names of a question, with the words that exclude them; a list as a whole. */
export function leftOutOf<T extends Place>(all: readonly Word[], names: readonly T[]): Map<T, Place> {
  const found = new Map<T, Place>()
  let last: T | null = null
  for (const name of names) {
    const begins = opening(all, name.at)
    if (begins !== null) found.set(name, { at: begins, end: name.end })
    else if (last !== null && goesOn(all, last, name)) found.set(name, { at: last.end, end: name.end })
    last = found.has(name) ? name : null
  }
  return found
}

function goesOn(all: readonly Word[], last: Place, next: Place): boolean {
  const between = all.slice(last.end, next.at)
  const gaps = all.slice(last.end, next.at + 1).map(({ gap }) => gap)
  if (gaps.some((gap) => /[?!.;\n]/.test(gap))) return false
  return between.length === 0
    ? gaps.some((gap) => gap.includes(','))
    : between.every(({ folded }) => GOES_ON.has(folded))
}

const POINTS = new RegExp(
  String.raw`\b(?:${LEAVING_OUT}) (?:it|them|th(?:at|is) one|the (?<which>first|second|third|last|other|former|latter)(?: (?:one|company|stock))?)(?=\W*$|[,;?])`,
  'i',
)
const LONGEST = 2_000

/** An exclusion by reference to the thread: `it`, or `the last one`; null for none. */
export function pointedOutIn(text: string): string | null {
  const match = POINTS.exec(text.slice(0, LONGEST))
  const which = match?.groups?.['which']
  return match === null ? null : which === undefined ? 'it' : `the ${which} one`
}

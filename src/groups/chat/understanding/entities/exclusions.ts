import { beforeOf, type Word, words } from './message-words.ts'

/** What stands before what a question leaves out: `without Apple`. */
const LEAVES_OUT = words('without except excluding excl besides sans')
/** The same in two words. */
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
/** The source of a pattern of what stands before it. */
export const LEAVING_OUT = [...LEAVES_OUT_BY_TWO, ...LEAVES_OUT].join('|')
const OWNERS = words('my the our any')
/** What joins more to what is left out. */
const GOES_ON = words('and or nor')

/** Where a stretch of words stands. */
interface Place {
  at: number
  end: number
}

/** The word with which that begins by which a name is left out; null where it is not. */
function opening(all: readonly Word[], at: number): number | null {
  const name = OWNERS.has(beforeOf(all, at)) ? at - 1 : at
  const before = beforeOf(all, name)
  if (LEAVES_OUT.has(before)) return name - 1
  return LEAVES_OUT_BY_TWO.has(`${beforeOf(all, name - 1)} ${before}`) ? name - 2 : null
}

/** Those of the names of a question that it leaves out, with the words by which it does; a list of them as a whole. */
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

/** What a question leaves out of what was spoken of before without its name: `it`, or `the last one`; null for nothing. */
export function pointedOutIn(text: string): string | null {
  const match = POINTS.exec(text.slice(0, LONGEST))
  const which = match?.groups?.['which']
  return match === null ? null : which === undefined ? 'it' : `the ${which} one`
}

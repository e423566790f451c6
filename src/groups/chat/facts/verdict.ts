import { oneOf, wholeWords } from '../../../kernel/patterns.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import type { Finding } from '../answer.ts'
import type { Fact, Measure } from './facts.ts'
import { DAY_CHANGE } from './prices/price-facts.ts'
import { nameOf, percent } from './number-format.ts'

const COMPARES = wholeWords(
  oneOf`
    which|who|whose|higher|lower|highest|lowest|bigger|larger|smaller|biggest|largest|smallest|better|worse|best
    worst|cheaper|cheapest|pric(?:i)?er|faster|slower|fastest|slowest|greater|more|less|most|least|than
    compar(?:e[ds]?|ing|ison)|vs\.?|versus|between|(?:out|under)perform\w*|beat(?:s|en|ing)?|by how much
    differ(?:s|ence)?|rank(?:ed|ing)?|sort(?:ed)?|exceed(?:s|ed)?|cover(?:s|ed)?
  `,
  'i',
)
const OF_CHANGES =
  /\b(?:grow\w*|grew|increas\w*|decreas\w*|declin\w*|fast\w*|slow\w*|rose|ris\w+|fell|fall\w*|improv\w*)\b/i
/** Two lines of one company are compared only with these words: a question for more about both compares nothing. */
const COMPARES_LINES =
  /\b(?:than|vs\.?|versus|compar\w*|higher|lower|bigger|larger|smaller|greater|exceed\w*|cover(?:s|ed)?|difference|between|which)\b/i
const MOST_VERDICTS = 4

interface Placed extends Measure {
  /** Position of its record. */
  source: number
}

/**
 * Which of the compared numbers is higher, citing each; none when the question compares nothing in its own words or, with `isFollowUp`, as a
 * follow-up: `now add Google`.
 */
export function verdicts(question: string, facts: readonly Fact[], isFollowUp = false): Finding[] {
  const isOfRatio = OF_RATIO.test(question)
  if (!isFollowUp && !isOfRatio && !COMPARES.test(question)) return []
  const all = facts.flatMap(({ measures = [] }, source) =>
    measures.map((each): Placed => ({ ...each, source })),
  )
  const changes = OF_CHANGES.test(question) ? all.filter(({ isChange }) => isChange) : []
  const isOfBoth = isOfRatio || COMPARES_LINES.test(question)
  const ofLines = isOfBoth ? lineVerdicts(changes.length > 0 ? changes : all, isOfRatio ? question : '') : []
  if (ofLines.length > 0) return ofLines.slice(0, MOST_VERDICTS)
  return [...Map.groupBy(changes.length > 0 ? changes : all, ({ what, unit }) => `${what} ${unit}`).values()]
    .flatMap((measured) => {
      const text = (isOfRatio ? timesOf(measured) : null) ?? verdictOf(measured)
      return text === null ? [] : [{ text, sources: [...new Set(measured.map(({ source }) => source))] }]
    })
    .slice(0, MOST_VERDICTS)
}

/** An amount in millions, as statement lines are written. */
const LINE = /^[A-Z]{3} −?[\d,.]+ million$/

/** Moves of the price, which are not changes of the compared numbers. */
const MOVES: ReadonlySet<string> = new Set(['return', DAY_CHANGE])

/**
 * Which of two lines of one company is higher, in each period that has both: `does it have more cash than debt?`
 * @param ofRatio The question when it asks for the ratio of the two; empty otherwise.
 */
function lineVerdicts(placed: readonly Placed[], ofRatio: string): Finding[] {
  const all = placed.filter(({ what, isChange, said }) => (isChange ? !MOVES.has(what) : LINE.test(said)))
  const [names, of] = [new Set(all.map(({ what }) => what)), new Set(all.map((each) => each.of))]
  const changes = all.filter(({ isChange }) => isChange)
  // A line reported with its change is compared with another time.
  const isOfOneKind = changes.length === 0 || changes.length === all.length
  if (names.size !== 2 || of.size > 1 || !isOfOneKind) return []
  return [...Map.groupBy(all, ({ when }) => when).values()].flatMap(([one, other, ...others]) => {
    if (one === undefined || other === undefined || others.length > 0 || one.what === other.what) return []
    const [line, base] = IS_SECOND.test(ofRatio) ? [other, one] : [one, other]
    const text = (ofRatio === '' ? null : timesOfLine(line, base)) ?? higherOf(one, other)
    return [{ text, sources: [...new Set([one.source, other.source])] }]
  })
}

const during = ({ when }: Placed): string => (when === '' ? '' : ` ${beforeTime(when)} ${when}`)

function higherOf(one: Placed, other: Placed): string {
  const [high, low] = one.value >= other.value ? [one, other] : [other, one]
  const name = `The ${high.what} of ${high.of}${during(high)}`
  if (high.said === low.said) return `${name} is as high as the ${low.what}: ${high.said}.`
  const by = differenceOf(high, low)
  return `${name}, ${high.said}, is higher than the ${low.what}, ${low.said}${by === null ? '' : `, by ${by}`}.`
}

/** `how many times its cash is its debt`: the second line as a multiple of the first. */
const IS_SECOND =
  /\bhow many times (?!(?:as|more|bigger|larger|higher|greater|smaller|less|over)\b)[\w.&'’ -]{1,40} (?:is|are|was|were|does|do)\b/i

function timesOfLine(line: Placed, base: Placed): string | null {
  if (line.isChange || line.value <= 0 || base.value <= 0) return null
  const ratio = (line.value / base.value).toFixed(2)
  return `The ${line.what} of ${line.of}${during(line)}, ${line.said}, is ${ratio} times the ${base.what}, ${base.said}.`
}

/** Metrics that are known for some of the named instruments and not for others. */
export function unknownAmong(instruments: readonly InstrumentSummary[], facts: readonly Fact[]): string[] {
  if (instruments.length < 2) return []
  const known = Map.groupBy(
    facts.flatMap(({ measures = [] }) => measures.filter(({ isChange }) => !isChange)),
    ({ what }) => what,
  )
  // A benchmark needs no number of its own.
  const isAgainst = (name: string): boolean => known.keys().some((what) => what.includes(name))
  const named = instruments.map(nameOf).filter((name) => !isAgainst(name))
  return [...known].flatMap(([what, measured]) => {
    const names = new Set(measured.map(({ of }) => of))
    const others = named.filter((name) => !names.has(name))
    return others.length === 0 ? [] : [`No ${what} of ${others.join(', ')} is known.`]
  })
}

function verdictOf(measured: readonly Placed[]): string | null {
  const [first] = measured
  if (first === undefined || measured.length < 2) return null
  const names = new Set(measured.map(({ of }) => of))
  const times = new Set(measured.map(({ when }) => when))
  // Several times of several companies are a table, and no comparison.
  if (names.size > 1 && names.size < measured.length) return null
  if (names.size === 1 && times.size < measured.length) return null
  const called = ({ of, when }: Measure): string =>
    names.size === 1 ? `${beforeTime(when)} ${when}` : times.size === 1 ? `of ${of}` : `of ${of} (${when})`
  const sorted = measured.toSorted((one, other) => other.value - one.value)
  const [high, low] = [sorted[0] ?? first, sorted.at(-1) ?? first]
  const whose = names.size === 1 ? ` of ${first.of}` : ''
  if (sorted.length > 2)
    return `From the highest to the lowest ${first.what}${whose}: ${sorted.map((each) => `${called(each).replace(/^(?:of|in|on|from) /, '')}, ${each.said}`).join('; ')}.`
  if (high.said === low.said)
    return `The ${first.what}${whose} is the same ${called(high)} and ${called(low)}: ${high.said}.`
  const by = differenceOf(high, low)
  return `The ${first.what}${whose} ${called(high)}, ${high.said}, is higher than ${names.size === 1 ? '' : 'that '}${called(low)}, ${low.said}${by === null ? '' : `, by ${by}`}.`
}

/** `how many times bigger`, `as a percentage of Microsoft's`, and no `as a percentage of revenue`. */
const OF_RATIO = new RegExp(
  oneOf`
    \bhow many times\b
    \btimes (?:as|more|bigger|larger|higher|greater|smaller)\b
    \bas an? (?:percent(?:age)?|share|fraction|multiple) of (?:that of )?(?!.*\b(?:revenues?|sales|income|profits?|earnings|assets|equity|debt|capitali[sz]ation|cap|cash|total)\b)[\w.&'’ -]{1,40}\W*$
  `,
  'i',
)

/** How many times the second number the first is, in the order of the question; null where they are none of two of one kind. */
function timesOf(measured: readonly Placed[]): string | null {
  const [first, second, ...others] = measured
  if (first === undefined || second === undefined || others.length > 0 || first.of === second.of) return null
  if (first.isChange || first.value <= 0 || second.value <= 0) return null
  const ratio = first.value / second.value
  const called = ({ of, when }: Measure): string => (first.when === second.when ? of : `${of} (${when})`)
  return `The ${first.what} of ${called(first)}, ${first.said}, is ${ratio.toFixed(2)} times that of ${called(second)}, ${second.said}, which is ${percent(ratio)} of it.`
}

/** What stands before a day, days, or a period. */
const beforeTime = (when: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(when) ? 'on' : / to /.test(when) ? 'from' : 'in'

/** A number as it is said, and what stands around it. */
const SAID = /^(?<before>\D*?)(?<sign>−?)(?<digits>\d[\d,]*(?:\.(?<decimals>\d+))?)(?<behind>\D*)$/

/** By how much one number is more than another, of what is said of both, so that a reader finds the same; null where they are said in different units. */
function differenceOf(high: Measure, low: Measure): string | null {
  const [more, less] = [SAID.exec(high.said)?.groups, SAID.exec(low.said)?.groups]
  if (more === undefined || less === undefined) return null
  if (more['before'] !== less['before'] || more['behind'] !== less['behind']) return null
  const valueOf = ({ sign, digits = '' }: Record<string, string | undefined>): number =>
    Number(digits.replaceAll(',', '')) * (sign === '' ? 1 : -1)
  const [one, other] = [valueOf(more), valueOf(less)]
  const places = Math.max(more['decimals']?.length ?? 0, less['decimals']?.length ?? 0)
  if (more['behind'] === ' %') return `${(one - other).toFixed(places)} percentage points`
  const said = (one - other).toLocaleString('en-US', { maximumFractionDigits: places })
  const share = other > 0 && !high.isChange ? ` (${percent((one - other) / other)})` : ''
  return `${more['before']}${said}${more['behind']}${share}`
}

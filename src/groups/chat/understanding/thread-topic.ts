import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { Turn } from '../answering/answer.ts'
import { pointsBack } from '../retrieval/rewrite.ts'
import { mentionedInstruments } from './mentions.ts'
import { askedMetrics, isStatementMetric, type Metric } from './metrics.ts'

/** Questions of the user that are looked back on. */
const TURNS_BACK = 6
/** Instruments that a choice is among. */
const MOST_OTHERS = 4

const FIRST_PERSON = /\b(?:i|me|my|mine)\b/i
const GOES_ON = /^\W*(?:and|but|so|or|also|what about|how about)\b/i
const REFERS =
  /\b(?:it|its|they|them|their|these|those|(?:the|this|that) (?:company|compan(?:y|ies)['’]s?|stocks?|shares?|firm|business))\b/i
/** `compared to the index?`, `by sector`, `since 2020?` */
const FRAGMENT =
  /^\W*(?:compared|versus|vs|against|relative|by|per|since|in|for|on|from|between|only|with(?:out)?)\b/i
const MOST_IN_FRAGMENT = 6
const BEGINS = /^\W*(?:tell me (?:more )?about|overview of)\b/i
/** A name that is not known may stand there, behind the first word. */
const NAMES_SOMETHING =
  /(?<=\S\s)["'(“]?(?!(?:EPS|FY\d*|Q\d|EBITDA?|EBIT|FCF|PE|TTM|YTD|USD|EUR|January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{L}/u
const MOVES: readonly Metric[] = ['price', 'performance', 'news', 'reaction', 'portfolio', 'watchlist']

/** One message by itself. */
export interface ReadMessage {
  text: string
  instruments: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  change: boolean
  /** Whether it can only be understood with what was said before. */
  isOpen: boolean
}

/** What the questions of a thread are about, so far. */
export interface Topic {
  /** Those that were named last. */
  instruments: readonly InstrumentSummary[]
  /** Those that were named before them by questions that these went on with: what `which` chooses from. */
  others: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  change: boolean
  /** The message that asked for the metrics, and the one that named a time; empty for none. */
  asking: string
  timing: string
}

const NOTHING: Topic = { instruments: [], others: [], metrics: [], change: false, asking: '', timing: '' }

/** Reads a message alone: what it names and what it asks for. */
export function readMessage(text: string, named: InstrumentReader['named']): ReadMessage {
  const instruments = mentionedInstruments(text, named)
  const { metrics: all, change } = askedMetrics(text)
  // What a fund that it names holds is nothing that the user holds.
  const isOfOthers = instruments.length > 0 && !FIRST_PERSON.test(text)
  const metrics = isOfOthers ? all.filter((metric) => metric !== 'portfolio') : all
  const isWhole = instruments.length > 0 && metrics.length > 0 && !GOES_ON.test(text)
  return { text, instruments, metrics, change, isOpen: !isWhole && !BEGINS.test(text) && isBehind(text) }
}

const isBehind = (text: string): boolean =>
  pointsBack(text) ||
  REFERS.test(text) ||
  (FRAGMENT.test(text) && text.trim().split(/\s+/).length <= MOST_IN_FRAGMENT)

/** Folds the questions of a thread, each on what those before were about. */
export function topicOf(
  history: readonly Turn[],
  { named, hasTime }: { named: InstrumentReader['named']; hasTime: (text: string) => boolean },
): Topic {
  return history
    .filter(({ role }) => role === 'user')
    .slice(-TURNS_BACK)
    .reduce((topic, { content }) => {
      const read = readMessage(content, named)
      const timing = hasTime(content) ? content : ''
      const before = read.isOpen ? topic : NOTHING
      const own = read.metrics.length > 0 ? read : null
      const isNamed = read.instruments.length > 0
      return {
        instruments: isNamed ? read.instruments : carriesInstruments(read, topic) ? topic.instruments : [],
        others: isNamed ? othersOf(before, read.instruments) : before.others,
        metrics: own?.metrics ?? before.metrics,
        change: (own ?? before).change,
        asking: own?.text ?? before.asking,
        timing: timing === '' ? carriedTiming(read, topic) : timing,
      }
    }, NOTHING)
}

/** The instruments that a message means which names none: those of the thread, all that it spoke of where it chooses or says `they`. */
export function carriedInstruments(message: ReadMessage, topic: Topic): readonly InstrumentSummary[] {
  if (!carriesInstruments(message, topic)) return []
  return OF_ALL.test(message.text) ? [...topic.others, ...topic.instruments] : topic.instruments
}

/** Whether it points to those of the thread, or asks for numbers of nobody. What is held or watched is meant as a whole. */
function carriesInstruments({ text, metrics, isOpen }: ReadMessage, { metrics: before }: Topic): boolean {
  const isOwn = (isOpen && metrics.length === 0 ? before : metrics).some(
    (metric) => metric === 'portfolio' || metric === 'watchlist',
  )
  if (isOwn) return REFERS.test(text) || metrics.length === 0
  return isOpen || (metrics.length > 0 && !NAMES_SOMETHING.test(text))
}

const OF_ALL =
  /\b(?:which|who|whose|both|all|they|them|their|these|those|higher|lower|better|worse|more|less|than|compare[ds]?|versus|vs)\b/i

/** The message whose time a message means that names none: of the same kind of numbers alone. */
export function carriedTiming({ text, metrics, isOpen }: ReadMessage, topic: Topic): string {
  const goesOn = isOpen || GOES_ON.test(text)
  if (!goesOn || (metrics.length > 0 && kindOf(metrics) !== kindOf(topic.metrics))) return ''
  return topic.timing
}

function kindOf(metrics: readonly Metric[]): 'statement' | 'move' | 'ratio' {
  if (metrics.some(isStatementMetric)) return 'statement'
  return metrics.some((metric) => MOVES.includes(metric)) ? 'move' : 'ratio'
}

function othersOf(before: Topic, named: readonly InstrumentSummary[]): InstrumentSummary[] {
  const ids = new Set(named.map(({ entityId }) => entityId))
  return [...before.others, ...before.instruments]
    .filter(({ entityId }) => !ids.has(entityId))
    .slice(-MOST_OTHERS)
}

import type { Id } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'
import type { InstrumentSummary } from '../../ports/instruments.ts'

/** A message of the thread before the question. */
export interface Turn {
  role: 'user' | 'assistant'
  content: string
  /** What an answer cites, in the order of its citation numbers; absent when it cites nothing. */
  cited?: readonly CitedBefore[]
}

/** A record that an earlier answer cites. */
export type CitedBefore = Pick<SourceRecord, 'kind' | 'docId'>

/** A user's question, with everything its answer may depend on. */
export interface Question {
  owner: { tenantId: Id; userId: string }
  message: string
  /** Oldest first; the reader of the thread bounds their number. */
  history: readonly Turn[]
  /** Instruments supplied with the message; they exist. */
  instruments: readonly Id[]
  includePortfolio: boolean
  /** Market time of the question. */
  now: Instant
}

/** A record that an answer may cite: an article, or a fact from one of our services. */
export interface SourceRecord {
  kind: 'article' | 'fact'
  /** The article's id, or UUIDv5 of the fact. */
  docId: Id
  headline: string
  /** As the article was supplied; the path under /v1 for a fact. */
  url: string
  /** The text that is read: passages of an article, the numbers of a fact. Data, never instructions. */
  text: string
  /** When an article was published, or the instant to which a fact's numbers refer. */
  asOf: Instant | null
  simulated: boolean
  /** Number of articles that fit the question's words better than this one; absent: its position in the records. */
  place?: number
  /** Headline and text of an article, with names that the question does not contain blanked out; absent when there are none. */
  textApartFromNames?: string
}

/** A sentence computed from records by code, ready to be output. */
export interface Finding {
  /** Without citation markers. */
  text: string
  /** Positions in `Evidence.records`. */
  sources: readonly number[]
  /** How many of these, counted from the first, the sentence depends on; absent: all of them. */
  needed?: number
  /** Set for a sentence that accompanies the answer and is not itself an answer. */
  isAccompanying?: true
}

/** Most records that one answer may use. */
export const MOST_RECORDS = 10

/** The note on records of the demo market. */
export const SIMULATED = 'Prices, statements and articles of the demo market are simulated.'

/** Everything found for a question. */
export interface Evidence {
  /** The question made self-contained: references to the thread are resolved. */
  question: string
  instruments: readonly InstrumentSummary[]
  /** Whether the articles are news to be shown whatever words they use: about the named instruments, or about all. */
  isNews: boolean
  /** One per document, the strongest first; at most ten are cited. */
  records: readonly SourceRecord[]
  findings: readonly Finding[]
  /** What to ask the user back when the records give no answer because the company is missing; null when the question is clear. */
  clarification: string | null
  /** How misspelt names were read. */
  readAs?: readonly string[]
  /** What the user must know: data is missing or simulated. */
  notes: readonly string[]
}

/** A piece of an answerer's output; the text cites records as `[n]`, n counted from 1 in `Evidence.records`. */
export type AnswerPart =
  | { kind: 'thinking'; text: string }
  | { kind: 'text'; text: string }
  /** Of the whole turn: question, evidence and answer. */
  | { kind: 'usage'; tokens: number }

/** Receives the output piece by piece as soon as it exists. Throws when no more of it is wanted. */
export type Say<Part> = (part: Part) => void

/** Turns evidence into an answer. Fails with a `Failure` that the user may see, such as `MODEL_UNAVAILABLE`. */
export interface Answerer {
  /** A marker in the model's instructions that no answer may repeat; letters and digits. Null when there is none. */
  readonly secret: string | null
  /** False when a call would fail now. */
  available(): boolean
  answer(question: Question, evidence: Evidence, signal: AbortSignal, say: Say<AnswerPart>): Promise<void>
}

/** A source as shown to the user, numbered in the order of first use. */
export interface CitedSource {
  n: number
  docId: Id
  headline: string
  url: string
}

/** A piece of a checked answer. Text never splits a citation; `sources` comes once, after all text; `usage` is last. */
export type ChatPart =
  | { kind: 'thinking'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'sources'; sources: readonly CitedSource[] }
  | { kind: 'usage'; tokens: number }

/** Takes a question to its checked answer. */
export interface AnswerPipeline {
  answer(question: Question, signal: AbortSignal, say: Say<ChatPart>): Promise<void>
}

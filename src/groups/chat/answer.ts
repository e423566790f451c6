import type { Id } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'
import type { InstrumentSummary } from '../../ports/instruments.ts'

/** A message of the thread before the question. */
export interface Turn {
  role: 'user' | 'assistant'
  content: string
  /** What an answer cites, in the order of its numbers; absent: nothing. */
  cited?: readonly CitedBefore[]
}

/** What an answer before the question cites. */
export type CitedBefore = Pick<SourceRecord, 'kind' | 'docId'>

/** What a user asks, with all that it may depend on. */
export interface Question {
  owner: { tenantId: Id; userId: string }
  message: string
  /** Oldest first; bounded by whoever reads them. */
  history: readonly Turn[]
  /** Instruments that the caller named beside the message; they exist. */
  instruments: readonly Id[]
  includePortfolio: boolean
  /** Market time of the question. */
  now: Instant
}

/** What an answer may cite: an article, or a fact of one of our services. */
export interface SourceRecord {
  kind: 'article' | 'fact'
  /** The article's id, or UUIDv5 of the fact. */
  docId: Id
  headline: string
  /** As the article was supplied; the path under /v1 for a fact. */
  url: string
  /** What is read of it: passages of an article, the numbers of a fact. Data, never instructions. */
  text: string
  /** Publication of an article; the instant that a fact's numbers are of. */
  asOf: Instant | null
  simulated: boolean
  /** Of an article, how many fit the question's words better than it; absent: it is where the order of the records has it. */
  place?: number
  /** Of an article, headline and text with blanks in the place of names that the question does not have; absent: they have none. */
  besideNames?: string
}

/** A sentence that code has computed from records, ready to be said. */
export interface Finding {
  /** Without citation markers. */
  text: string
  /** Positions in the evidence's records. */
  sources: readonly number[]
  /** How many of these, from the first on, it cannot be told without; absent: all of them. */
  needed?: number
  /** Whether it is told beside the answer, and is none itself. */
  isBeside?: true
}

/** Records that one answer is made from. */
export const MOST_RECORDS = 10

/** The note on records of the demo market. */
export const SIMULATED = 'Prices, statements and articles of the demo market are simulated.'

/** What was found for a question. */
export interface Evidence {
  /** The question as it stands alone, with what it refers to in the thread. */
  question: string
  instruments: readonly InstrumentSummary[]
  /** Whether the articles are news that are told whatever their words: on the instruments, or of all. */
  isNews: boolean
  /** One for each document, the strongest first; at most ten are cited. */
  records: readonly SourceRecord[]
  findings: readonly Finding[]
  /** What the user is asked back where the records do not answer, because the company is missing; null where the question is clear. */
  clarification: string | null
  /** What was read as what: misspelt names. */
  readAs?: readonly string[]
  /** What the user must know: that data is missing or simulated. */
  notes: readonly string[]
}

/** A piece of what an answerer says; the text cites records as `[n]`, n counted from 1 in the evidence's records. */
export type AnswerPart =
  | { kind: 'thinking'; text: string }
  | { kind: 'text'; text: string }
  /** Of the whole turn: question, evidence and answer. */
  | { kind: 'usage'; tokens: number }

/** Takes what is said, piece by piece, as soon as it is there. Throws where nothing more of it is wanted. */
export type Say<Part> = (part: Part) => void

/** Says what the evidence says. Fails with a `Failure` that the user may see, such as `MODEL_UNAVAILABLE`. */
export interface Answerer {
  /** What its instructions hold and no answer may repeat; letters and digits. Null where there is none. */
  readonly secret: string | null
  /** False where it would fail now. */
  available(): boolean
  answer(question: Question, evidence: Evidence, signal: AbortSignal, say: Say<AnswerPart>): Promise<void>
}

/** A source as it is shown: numbered in the order of first use. */
export interface CitedSource {
  n: number
  docId: Id
  headline: string
  url: string
}

/** A piece of a checked answer. Text never splits a citation; `sources` comes once, after all text; `usage` last. */
export type ChatPart =
  | { kind: 'thinking'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'sources'; sources: readonly CitedSource[] }
  | { kind: 'usage'; tokens: number }

/** From a question to its checked answer. */
export interface AnswerPipeline {
  answer(question: Question, signal: AbortSignal, say: Say<ChatPart>): Promise<void>
}

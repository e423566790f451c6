import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { Metric } from '../intents/metrics.ts'
import type { Together } from '../intents/period-questions.ts'
import type { SessionAsk } from '../intents/session-questions.ts'
import type { Timing } from './carried-time.ts'
import { type Scaling, UNSCALED } from './scaling.ts'

/** What the questions of a thread are about, so far. */
export interface Topic {
  /** Those that were named last. */
  instruments: readonly InstrumentSummary[]
  /** Those that were named before them by questions that these went on with: what `which` chooses from. */
  others: readonly InstrumentSummary[]
  /** What the answer to one of them listed, in its order: what `the first one` is. */
  listed: readonly InstrumentSummary[]
  /** What is left out of what they are asked of. */
  excluded: readonly InstrumentSummary[]
  /** What the portfolio was set against last. */
  against: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  change: boolean
  /** To which part of what it asks for it was narrowed. */
  scope: readonly string[]
  /** The message that asked for the metrics; empty for none. */
  asking: string
  /** What was asked of single sessions. */
  sessions: readonly SessionAsk[]
  /** What was asked of several periods of statements together. */
  together: readonly Together[]
  /** In which currencies numbers are wanted, ISO 4217; empty where that was not said. */
  currencies: readonly string[]
  /** For how much of it numbers are wanted. */
  scaling: Scaling
  /** The times of which it was asked; null for none. */
  timing: Timing | null
}

/** The topic of a thread without questions. */
export const NO_TOPIC: Topic = {
  instruments: [],
  others: [],
  listed: [],
  excluded: [],
  against: [],
  metrics: [],
  change: false,
  scope: [],
  asking: '',
  sessions: [],
  together: [],
  currencies: [],
  scaling: UNSCALED,
  timing: null,
}

/** What is asked for. */
export type Asked = Pick<Topic, 'metrics' | 'change' | 'scope' | 'asking' | 'sessions' | 'together'>
export type AskedLines = Omit<Asked, 'sessions' | 'together'>
/** What was asked before, and of what. */
export type AskedBefore = Asked & Pick<Topic, 'instruments'>

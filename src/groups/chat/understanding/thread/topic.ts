import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { Metric } from '../intents/metrics.ts'
import type { Together } from '../intents/period-questions.ts'
import type { SessionAsk } from '../intents/session-questions.ts'
import type { Timing } from './carried-time.ts'
import { type Scaling, UNSCALED } from './scaling.ts'

/** Questions of the user that are considered when a thread is read, the newest. */
export const TURNS_BACK = 6

/** What the questions of a thread are about, so far. */
export interface Topic {
  /** The instruments named last. */
  instruments: readonly InstrumentSummary[]
  /** The instruments named before those, from which `which` chooses. */
  others: readonly InstrumentSummary[]
  /** The instruments that the last list in an answer contains, in its order, for `the first one`. */
  listed: readonly InstrumentSummary[]
  /** Instruments that were excluded. */
  excluded: readonly InstrumentSummary[]
  /** The last benchmark of the portfolio. */
  against: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  change: boolean
  /** Words that narrowed the last question. */
  scope: readonly string[]
  /** The message that asked for the metrics; empty for none. */
  asking: string
  /** Session metrics asked for. */
  sessions: readonly SessionAsk[]
  /** Aggregations over several fiscal periods asked for. */
  together: readonly Together[]
  /** Currencies of the answers, ISO 4217; empty when none was asked for. */
  currencies: readonly string[]
  /** Scaling of the answers. */
  scaling: Scaling
  /** The times asked for; null for none. */
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

/** What a question asks for. */
export type Asked = Pick<Topic, 'metrics' | 'change' | 'scope' | 'asking' | 'sessions' | 'together'>
export type AskedLines = Omit<Asked, 'sessions' | 'together'>
/** What was asked before, and of which instruments. */
export type AskedBefore = Asked & Pick<Topic, 'instruments'>

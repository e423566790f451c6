import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { ArticleSource } from '../../../ports/article-source.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { WorkerTurn } from '../../group.ts'
import type { FeedStore } from './feed-store.ts'
import type { Intake } from './intake.ts'
import type { IntakeStore } from './intake-store.ts'

/** What is read of a source at once. */
const STRETCH_MS = 6 * HOUR_MS
/** What has been published since is read when it is older than this. */
const NEW_MS = 15 * SECOND_MS
/** While more than so many articles wait, history can wait too. */
const MOST_WAITING = 300
/** While the process is busy with requests, a stretch of history is read this often. */
const BUSY_EVERY_MS = 10 * SECOND_MS

/** What has been read of a source: everything from one moment to another. */
interface ReadState {
  version: string
  from: Instant
  to: Instant
}

export interface SourceReaderDeps {
  sources: readonly ArticleSource[]
  feeds: Pick<FeedStore, 'state' | 'save'>
  intake: Pick<Intake, 'receive'>
  waiting: Pick<IntakeStore, 'backlog'>
  clock: Pick<Clock, 'now' | 'market'>
  /** Whether the process has its hands full. */
  isBusy: () => boolean
}

/**
 * Takes in the articles of sources: first the newest day, then new ones, and in between their history, backwards, as far as
 * the queue is short, and slowly while the process is busy. Progress is stored, so a restart continues where the process before ended.
 */
export function createSourceReader({ sources, feeds, intake, waiting, clock, isBusy }: SourceReaderDeps) {
  /** Real time of the last stretch of history. */
  let historyAt = Number.NEGATIVE_INFINITY

  async function take(source: ArticleSource, range: InstantRange, signal: AbortSignal): Promise<void> {
    await intake.receive(await source.articles(range, signal), { simulated: source.simulated, signal })
  }

  /** Whether anything else comes first: requests, or articles that are here already. */
  async function historyWaits(): Promise<boolean> {
    if (isBusy() && clock.now() - historyAt < BUSY_EVERY_MS) return true
    return (await waiting.backlog()) > MOST_WAITING
  }

  /** One stretch; whether there is another one to be read at once. */
  async function step(source: ArticleSource, signal: AbortSignal): Promise<boolean> {
    const now = clock.market()
    const key = `source:${source.name}`
    const known = (await feeds.state(key)) as ReadState | null
    const begin = now - source.historyDays * DAY_MS
    const isContinued =
      known !== null && known.version === source.version && known.to >= begin && known.to <= now
    const state = isContinued ? known : { version: source.version, from: now, to: now }
    const save = (changed: Partial<ReadState>): Promise<void> =>
      feeds.save(key, { ...state, ...changed }, now)
    if (now - state.to >= NEW_MS) {
      const to = Math.min(now, state.to + STRETCH_MS)
      await take(source, { from: state.to, to }, signal)
      await save({ to })
      return true
    }
    const isHistory = now - state.from >= DAY_MS
    if (state.from <= begin || (isHistory && (await historyWaits()))) return false
    if (isHistory) historyAt = clock.now()
    const from = Math.max(begin, state.from - STRETCH_MS)
    await take(source, { from, to: state.from }, signal)
    await save({ from })
    return true
  }

  return async ({ signal }: Pick<WorkerTurn, 'signal'>): Promise<void> => {
    for (const source of sources) {
      while (await step(source, signal)) signal.throwIfAborted()
    }
  }
}

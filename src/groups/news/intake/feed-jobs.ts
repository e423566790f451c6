import type { JobDefinition } from '../../../ports/jobs.ts'
import { describeError, type Logger } from '../../../kernel/logger.ts'
import { waited } from '../../../kernel/worker.ts'
import { type Instant, SECOND_MS } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FeedOrigin, ParsedFeed } from '../../../ports/news-feed.ts'
import type { FetchOutside } from '../../../ports/outside.ts'
import { fromFeed } from './feed-items.ts'
import { type FeedState, hostOf, newFeed, pollFeed, restOfHosts, takeDue } from './feed-poller.ts'
import type { FeedConfig } from './feeds-file.ts'
import type { FeedStore } from './feed-store.ts'
import type { Intake } from './intake.ts'

/** How often it is looked which feeds are due; each says itself how often it is visited. */
const LOOK_SECONDS = 15
/** Visits at a time, how long one round of them may go on, and after how long it begins no more. */
const AT_ONCE = 4
const ROUND_SECONDS = 240
const BEGIN_MS = 180 * SECOND_MS
const USER_AGENT = 'Tidemark (news feeds)'

/** What feeds are read with. */
export interface FeedTools {
  fetch: FetchOutside
  /** Rejects with `UnreadableFeed`. */
  parse: (bytes: Uint8Array, origin: FeedOrigin, signal?: AbortSignal) => Promise<ParsedFeed>
}

export interface FeedJobDeps extends FeedTools {
  feeds: readonly FeedConfig[]
  store: FeedStore
  intake: Intake
  clock: Clock
  logger: Logger
}

/** The job that visits feeds that are due, one round at a time whatever the number of processes. */
export function feedJob(deps: FeedJobDeps): JobDefinition {
  const { feeds, store } = deps
  const visits = new Map<string, Instant>()
  return {
    name: 'news.feeds',
    schedule: { everySeconds: LOOK_SECONDS },
    retryLimit: 0,
    retryDelaySeconds: 0,
    timeoutSeconds: ROUND_SECONDS,
    oneAtATime: true,
    run: async (_data, { signal }) => {
      const states = await store.states(feeds.map(({ url }) => url))
      await visitDue(
        feeds.map((config) => withState(config, states.get(config.url))),
        { deps, visits, signal },
      )
    },
  }
}

interface Round {
  deps: FeedJobDeps
  /** When each host was visited last; without end while it is being visited. */
  visits: Map<string, Instant>
  signal: AbortSignal
}

/**
 * Visits the feeds that are due until none is, or the round has no time to begin another. A feed that hangs takes one of the places at a
 * time and keeps the other feeds of its host waiting; those of other hosts are visited in the other places meanwhile.
 */
async function visitDue(states: readonly FeedState[], { deps, visits, signal }: Round): Promise<void> {
  const { clock, logger } = deps
  const waiting = new Set(states)
  const running = new Set<Promise<void>>()
  const start = (feed: FeedState, now: Instant): void => {
    const host = hostOf(feed)
    waiting.delete(feed)
    visits.set(host, Infinity)
    const visited = visit(feed, deps, signal)
      .then(
        (state) => void waiting.add(state),
        // It stays out until the next round.
        (error) => {
          if (signal.aborted) return
          logger.warn({ feed: feed.config.url, ...describeError(error) }, 'a feed could not be taken in')
        },
      )
      .finally(() => {
        visits.set(host, now)
        running.delete(visited)
      })
    running.add(visited)
  }
  const end = clock.now() + BEGIN_MS
  while (!signal.aborted) {
    const now = clock.now()
    if (now < end)
      for (const feed of takeDue([...waiting], visits, now, AT_ONCE - running.size)) start(feed, now)
    const rest = running.size < AT_ONCE ? restOfHosts([...waiting], visits, now) : null
    const isMore = rest !== null && now + rest < end
    if (!isMore && running.size === 0) break
    await anyOrRest([...running], isMore ? rest : null, signal)
  }
  await Promise.all(running)
  signal.throwIfAborted()
}

/** Resolves when a visit ends, or when the host of a feed that is due may be visited again. */
async function anyOrRest(
  running: readonly Promise<void>[],
  rest: number | null,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController()
  const timer = rest === null ? [] : [waited(rest, AbortSignal.any([signal, stop.signal]))]
  await Promise.race([...running, ...timer])
  stop.abort()
}

/** What the operator's file says of a feed, with what is remembered of it. */
function withState(config: FeedConfig, state: unknown): FeedState {
  return { ...newFeed(config), ...(state as Partial<FeedState> | undefined), config }
}

/** One visit; what it brought is taken in before it is remembered, so that nothing is lost between the two. */
async function visit(feed: FeedState, deps: FeedJobDeps, signal: AbortSignal): Promise<FeedState> {
  const { store, intake, clock, logger } = deps
  const { config } = feed
  const {
    state,
    items,
    feed: document,
  } = await pollFeed(feed, {
    fetch: deps.fetch,
    parse: deps.parse,
    now: () => clock.now(),
    random: Math.random,
    userAgent: USER_AGENT,
    signal,
  })
  if (document !== null) {
    const context = { ...config, seenAt: clock.market() }
    const articles = await fromFeed(document, context, signal)
    const receipts = await intake.receive(articles, { simulated: false, signal })
    const fresh = receipts.filter(({ outcome }) => outcome === 'created').length
    const { repaired } = document
    logger.info(
      { feed: config.url, items: items.length, fresh, ...(repaired ? { repaired } : {}) },
      'a feed was read',
    )
  }
  if (state.problem !== null && state.problem !== feed.problem) {
    logger.warn(
      { feed: config.url, failures: state.failures, reason: state.problem },
      'a feed could not be read',
    )
  }
  if (state.movedTo !== null && state.movedTo !== feed.movedTo) {
    logger.warn(
      { feed: config.url, movedTo: state.movedTo },
      'a feed has moved for good: change its url in the feeds file',
    )
  }
  await store.save(config.url, state, state.nextAt)
  return state
}

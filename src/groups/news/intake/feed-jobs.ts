import type { JobDefinition } from '../../../ports/jobs.ts'
import { describeError, type Logger } from '../../../kernel/logger.ts'
import { waited } from '../../../kernel/worker.ts'
import { type Instant, SECOND_MS } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FeedOrigin, ParsedFeed } from '../../../ports/news-feed.ts'
import type { FetchOutside } from '../../../ports/outside.ts'
import { fromFeed } from './feed-items.ts'
import { type FeedState, newFeed, pollFeed, restOfHosts, takeDue } from './feed-poller.ts'
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
  const { feeds, store, clock, logger } = deps
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
      const known = feeds.map((config) => withState(config, states.get(config.url)))
      const end = clock.now() + BEGIN_MS
      for (;;) {
        signal.throwIfAborted()
        const now = clock.now()
        const due = now < end ? takeDue(known, visits, now, AT_ONCE) : []
        if (due.length === 0) {
          // Feeds of one host wait for each other, and not for the next round.
          const rest = restOfHosts(known, visits, now)
          if (rest === null || now + rest >= end) return
          await waited(rest, signal)
          continue
        }
        const visited = await Promise.allSettled(due.map((feed) => visit(feed, deps, signal)))
        signal.throwIfAborted()
        for (const [at, result] of visited.entries()) {
          const feed = due[at]
          if (feed === undefined) continue
          if (result.status === 'fulfilled') known.splice(known.indexOf(feed), 1, result.value)
          else {
            // It is visited again in the next round, and holds up no other feed in this one.
            known.splice(known.indexOf(feed), 1)
            logger.warn(
              { feed: feed.config.url, ...describeError(result.reason) },
              'a feed could not be taken in',
            )
          }
        }
      }
    },
  }
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

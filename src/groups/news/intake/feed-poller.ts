import type { Instant } from '../../../kernel/time.ts'
import { DAY_MS, SECOND_MS } from '../../../kernel/time.ts'
import { UnreadableFeed, type FeedItem, type FeedOrigin, type ParsedFeed } from '../../../ports/news-feed.ts'
import { OutsideFailure, type FetchOutside, type OutsideReply } from '../../../ports/outside.ts'
import { parsePublished } from './dates.ts'
import type { FeedConfig } from './feeds-file.ts'

/** What is remembered of a feed between two visits. */
export interface FeedState {
  config: FeedConfig
  /** Not to be visited before. */
  nextAt: Instant
  /** Validators of the last document that was read, sent with the next request. */
  etag: string | null
  lastModified: string | null
  /** Visits in a row that brought nothing. */
  failures: number
  /** How long the feed asks to be left alone. */
  refreshSeconds: number | null
  /** Where it says that it has moved for good: for the operator, whose file is still what counts. */
  movedTo: string | null
  /** Why it is not visited any more; null while it is. */
  disabled: string | null
  /** What went wrong last, as a sentence; null after a visit that went well. */
  problem: string | null
  /** The last visit that went well. */
  readAt: Instant | null
}

export interface PollDeps {
  fetch: FetchOutside
  /** @throws {UnreadableFeed} */
  parse: (bytes: Uint8Array, origin: FeedOrigin, signal?: AbortSignal) => ParsedFeed | Promise<ParsedFeed>
  now: () => Instant
  /** From 0 up to 1. */
  random: () => number
  userAgent: string
  signal?: AbortSignal
}

export interface Poll {
  state: FeedState
  items: readonly FeedItem[]
  /** The document, where there was a new one. */
  feed: ParsedFeed | null
}

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 20_000
const REDIRECTS = 3
const DEFAULT_SECONDS = 300
const MIN_SECONDS = 60
/** What a feed may ask for where the operator has not said how often. */
const MAX_WISH_SECONDS = 3_600
const MAX_BACKOFF_MS = DAY_MS
/** A server may ask for more patience than we would have, but not for ever. */
const MAX_RETRY_AFTER_MS = 7 * DAY_MS
const MAX_VALIDATOR = 512
const JITTER = 0.1
/** Two visits to one host are at least so far apart. */
const HOST_SPACING_MS = 2 * SECOND_MS

/** A feed that was never visited: due at once. */
export function newFeed(config: FeedConfig): FeedState {
  return {
    config,
    nextAt: 0,
    etag: null,
    lastModified: null,
    failures: 0,
    refreshSeconds: null,
    movedTo: null,
    disabled: null,
    problem: null,
    readAt: null,
  }
}

/**
 * Up to `limit` feeds to visit now, those that have waited longest first, one for each host and none of a host visited in the last two
 * seconds. `visits` is when each host was visited last, `Infinity` while it is being visited; the hosts chosen are entered there, and those
 * of long ago removed.
 */
export function takeDue(
  feeds: readonly FeedState[],
  visits: Map<string, Instant>,
  now: Instant,
  limit: number,
): FeedState[] {
  for (const [host, at] of visits) if (at + HOST_SPACING_MS <= now) visits.delete(host)
  const due = feeds.filter((feed) => isDue(feed, now)).toSorted((a, b) => a.nextAt - b.nextAt)
  const taken: FeedState[] = []
  for (const feed of due) {
    if (taken.length >= limit) break
    const host = hostOf(feed)
    if (visits.has(host)) continue
    visits.set(host, now)
    taken.push(feed)
  }
  return taken
}

/** How many milliseconds until a feed that is due may be polled, because its host was a moment ago; null where none is due. */
export function restOfHosts(
  feeds: readonly FeedState[],
  visits: ReadonlyMap<string, Instant>,
  now: Instant,
): number | null {
  let least: number | null = null
  for (const feed of feeds) {
    if (!isDue(feed, now)) continue
    const rest = Math.max(0, (visits.get(hostOf(feed)) ?? 0) + HOST_SPACING_MS - now)
    least = Math.min(least ?? rest, rest)
  }
  return least
}

const isDue = ({ disabled, nextAt }: FeedState, now: Instant): boolean => disabled === null && nextAt <= now

/** The host that a feed is configured with, of which no two feeds are visited at once. */
export const hostOf = ({ config }: FeedState): string => URL.parse(config.url)?.hostname ?? ''

/**
 * Visits a feed once. Whatever happens is in the state that comes back: it is never rejected, but for a fault in `deps` itself. A document is asked for only if it has changed; 304 brings no items. 410 ends the visits,
 * anything else that brings nothing doubles the wait, up to a day, and `Retry-After` is waited for up to a week.
 */
export async function pollFeed(feed: FeedState, deps: PollDeps): Promise<Poll> {
  try {
    const reply = await deps.fetch(feed.config.url, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: REDIRECTS,
      allowedNetworks: feed.config.allowedNetworks,
      headers: requestHeaders(feed, deps.userAgent),
      ...(deps.signal === undefined ? {} : { signal: deps.signal }),
    })
    return await take(feed, reply, deps)
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    // A visit that we gave up says nothing about the feed.
    if (error.fault === 'aborted') return nothing(feed)
    return nothing(failed(feed, explained(error), null, deps))
  }
}

const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{2,60}$/

/** What went wrong, with the code that the system gives it: a name that is not found asks for another remedy than a certificate that has expired. */
function explained({ fault, message, cause }: OutsideFailure): string {
  if (fault !== 'unreachable') return message
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && SYSTEM_CODE.test(code)
    ? `${message.replace(/\.$/, '')} (${code}).`
    : message
}

const nothing = (state: FeedState): Poll => ({ state, items: [], feed: null })

function requestHeaders(feed: FeedState, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept:
      'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5',
    ...(feed.etag === null ? {} : { 'if-none-match': feed.etag }),
    ...(feed.lastModified === null ? {} : { 'if-modified-since': feed.lastModified }),
  }
}

async function take(feed: FeedState, reply: OutsideReply, deps: PollDeps): Promise<Poll> {
  const { status } = reply
  const moved = { ...feed, movedTo: reply.movedTo }
  if (status === 304) return nothing(succeeded(moved, deps))
  if (status === 410) {
    const reason = 'The server says that the feed is gone for good (410).'
    return nothing({ ...moved, disabled: reason, problem: reason })
  }
  if (status !== 200 && status !== 203 && status !== 226) {
    const retryAt = retryAfter(reply.headers.get('retry-after'), deps.now())
    return nothing(failed(moved, `The server answered ${status}.`, retryAt, deps))
  }
  return read(moved, reply, deps)
}

async function read(feed: FeedState, reply: OutsideReply, deps: PollDeps): Promise<Poll> {
  try {
    const contentType = reply.headers.get('content-type') ?? null
    const document = await deps.parse(reply.body, { contentType, url: reply.url }, deps.signal)
    const validated = {
      ...feed,
      etag: validator(reply, 'etag'),
      lastModified: validator(reply, 'last-modified'),
      refreshSeconds: document.refreshSeconds,
    }
    return { state: succeeded(validated, deps), items: document.items, feed: document }
  } catch (error) {
    if (!(error instanceof UnreadableFeed)) throw error
    return nothing(failed(feed, error.message, null, deps))
  }
}

function validator(reply: OutsideReply, name: string): string | null {
  const value = reply.headers.get(name)
  return value === undefined || value.length > MAX_VALIDATOR ? null : value
}

function succeeded(feed: FeedState, { now, random }: PollDeps): FeedState {
  const at = now()
  const wait = intervalMs(feed) * (1 + JITTER * random())
  return { ...feed, failures: 0, problem: null, readAt: at, nextAt: Math.round(at + wait) }
}

/** The wait doubles each time and is spread over its upper half, so that feeds that failed together do not come back together. */
function failed(
  feed: FeedState,
  problem: string,
  retryAt: Instant | null,
  { now, random }: PollDeps,
): FeedState {
  const failures = feed.failures + 1
  const longest = Math.min(MAX_BACKOFF_MS, intervalMs(feed) * 2 ** Math.min(failures, 20))
  const nextAt = Math.round(now() + longest * (0.5 + 0.5 * random()))
  return { ...feed, failures, problem, nextAt: Math.max(nextAt, retryAt ?? 0) }
}

/** The operator's interval; without one what the feed wishes, from a minute to an hour. */
function intervalMs({ config, refreshSeconds }: FeedState): number {
  const wish = Math.min(refreshSeconds ?? 0, MAX_WISH_SECONDS)
  const seconds = config.intervalSeconds ?? Math.max(DEFAULT_SECONDS, wish)
  return Math.max(seconds, MIN_SECONDS) * SECOND_MS
}

/** `Retry-After` in seconds or as a date, a week ahead at most. */
function retryAfter(value: string | undefined, now: Instant): Instant | null {
  if (value === undefined) return null
  const text = value.trim()
  const at = /^\d{1,9}$/.test(text)
    ? now + Number(text) * SECOND_MS
    : (parsePublished(text, now + MAX_RETRY_AFTER_MS)?.at ?? null)
  return at === null ? null : Math.min(at, now + MAX_RETRY_AFTER_MS)
}

import { Failure } from '../kernel/fail.ts'
import type { Instant } from '../kernel/time.ts'
import type { Clock } from '../ports/clock.ts'
import type { Access, Requester, Session } from './access.ts'

/** What outlives the request that opened it, and so perhaps the token of its caller. */
export interface Watched {
  /** Who opened it, and the header that said so; null when nobody is known. */
  caller: { session: Session; authorization: string } | null
  from: Requester
  /** What it does at each look. */
  look?(now: Instant): void
  /** Ends it. Called again at every look for as long as it goes on. */
  stop(failure: Failure): void
}

/** Callers who may be asked about at once, where the cache does not know them: the database has others to serve as well. */
const MAX_ASKED = 200

const EXPIRED = new Failure('TOKEN_EXPIRED', 'The access token has expired.')

/**
 * Looks again and again whether the callers of open streams and sockets may still have them: a token that has expired, was
 * logged out or has lost its key ends them. It asks as a request would, so mostly the cache of verified tokens answers.
 */
export class CallerWatch {
  private readonly access: Access
  private readonly clock: Clock
  private readonly everyMs: number
  private readonly watched = new Set<Watched>()
  private readonly asked = new Set<Watched>()
  private timer: NodeJS.Timeout | undefined

  constructor(access: Access, clock: Clock, everyMs: number) {
    this.access = access
    this.clock = clock
    this.everyMs = everyMs
  }

  /** Watches until the function that it returns is called. */
  add(watched: Watched): () => void {
    this.watched.add(watched)
    this.timer ??= setInterval(() => this.look(), this.everyMs).unref()
    return () => {
      this.watched.delete(watched)
      if (this.watched.size > 0) return
      clearInterval(this.timer)
      this.timer = undefined
    }
  }

  /** Ends everything that is open. */
  stopAll(failure: Failure): void {
    for (const each of this.watched) each.stop(failure)
  }

  private look(): void {
    const now = this.clock.now()
    for (const each of this.watched) {
      each.look?.(now)
      const { caller } = each
      if (caller === null) continue
      if (now >= caller.session.caller.token.expiresAt) each.stop(EXPIRED)
      else this.askAgain(each, caller.authorization)
    }
  }

  private askAgain(watched: Watched, authorization: string): void {
    if (this.asked.has(watched) || this.asked.size >= MAX_ASKED) return
    const outcome = this.access.authenticate(authorization, watched, watched.from)
    if (!(outcome instanceof Promise)) {
      judge(watched, authorization, outcome)
      return
    }
    this.asked.add(watched)
    // Whatever fails here says nothing of the token: the next look asks again.
    void outcome
      .then((each) => judge(watched, authorization, each))
      .catch(() => undefined)
      .finally(() => this.asked.delete(watched))
  }
}

/** An outage, or too many strangers at the same address, say nothing of a token. */
function judge(watched: Watched, authorization: string, outcome: Session | Failure): void {
  if (!(outcome instanceof Failure)) return
  const refused = outcome.code === 'TOKEN_INVALID' || outcome.code === 'TOKEN_EXPIRED'
  // A renewed token is another.
  if (refused && watched.caller?.authorization === authorization) watched.stop(outcome)
}

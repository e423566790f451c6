import { type RecentlyUsed, recentlyUsed } from '../../kernel/recently-used.ts'
import { type Instant, MINUTE_MS } from '../../kernel/time.ts'
import type { Clock } from '../../ports/clock.ts'
import { fetchJson, UnexpectedStatus } from './fetch-json.ts'

const MAX_SUBJECTS = 10_000
const TTL_MS = 60 * MINUTE_MS

/** An address, and whether the provider vouches for it. */
export interface ProviderEmail {
  email: string
  proved: boolean
}

/** E-mail addresses that the provider's access tokens leave out: asked once for each subject and kept for an hour. */
export class UserinfoEmails {
  private readonly clock: Clock
  private readonly timeoutMs: number | undefined
  private known = emptyCache()
  /** By token, because another token of the same subject may be allowed what this one is not. */
  private readonly asking = new Map<string, Promise<ProviderEmail | null>>()

  constructor(clock: Clock, timeoutMs?: number) {
    this.clock = clock
    this.timeoutMs = timeoutMs
  }

  /** Null when the provider returns none. Rejects when it is unreachable. */
  async emailOf(subject: string, endpoint: string, token: string): Promise<ProviderEmail | null> {
    const known = this.known.get(subject)
    if (known !== undefined && this.clock.now() < known.until)
      return { email: known.email, proved: known.proved }
    let asked = this.asking.get(token)
    if (asked === undefined) {
      asked = this.ask(subject, endpoint, token).finally(() => {
        if (this.asking.get(token) === asked) this.asking.delete(token)
      })
      this.asking.set(token, asked)
    }
    const { known: cache } = this
    const found = await asked
    // What was asked before `forget` must not outlive it.
    if (found !== null && cache === this.known) {
      cache.set(subject, { ...found, until: this.clock.now() + TTL_MS })
    }
    return found
  }

  /** Asks anew for everybody. */
  forget(): void {
    this.known = emptyCache()
    this.asking.clear()
  }

  private async ask(subject: string, endpoint: string, token: string): Promise<ProviderEmail | null> {
    const answer = await this.userinfo(endpoint, token)
    const email = answer?.['email']
    // OpenID Connect Core 5.3.2: a response about another subject must not be used.
    if (answer?.['sub'] !== subject || typeof email !== 'string' || !email.includes('@')) return null
    return { email, proved: answer['email_verified'] === true }
  }

  private async userinfo(endpoint: string, token: string): Promise<Record<string, unknown> | null> {
    try {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetchJson(endpoint, { headers, timeoutMs: this.timeoutMs })
      return answer as Record<string, unknown> | null
    } catch (error) {
      // The provider is well and refuses this token, for want of the scope openid: no outage, and no use in waiting.
      if (error instanceof UnexpectedStatus && [401, 403].includes(error.status)) return null
      throw error
    }
  }
}

function emptyCache(): RecentlyUsed<ProviderEmail & { until: Instant }> {
  return recentlyUsed(MAX_SUBJECTS)
}

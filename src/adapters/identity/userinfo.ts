import { LRUCache } from 'lru-cache'
import { type Instant, MINUTE_MS } from '../../kernel/time.ts'
import type { Clock } from '../../ports/clock.ts'
import { fetchJson, UnexpectedStatus } from './fetch-json.ts'

const MAX_SUBJECTS = 10_000
const TTL_MS = 60 * MINUTE_MS

/** E-mail addresses that the provider's access tokens leave out: asked once for each subject and kept for an hour. */
export class UserinfoEmails {
  private readonly clock: Clock
  private readonly timeoutMs: number | undefined
  private readonly known = new LRUCache<string, { email: string; until: Instant }>({ max: MAX_SUBJECTS })
  /** By token, because another token of the same subject may be allowed what this one is not. */
  private readonly asking = new Map<string, Promise<string | null>>()

  constructor(clock: Clock, timeoutMs?: number) {
    this.clock = clock
    this.timeoutMs = timeoutMs
  }

  /** Null when the provider tells none. Rejects when it is out of reach. */
  async emailOf(subject: string, endpoint: string, token: string): Promise<string | null> {
    const known = this.known.get(subject)
    if (known !== undefined && this.clock.now() < known.until) return known.email
    let asked = this.asking.get(token)
    if (asked === undefined) {
      asked = this.ask(subject, endpoint, token).finally(() => this.asking.delete(token))
      this.asking.set(token, asked)
    }
    const email = await asked
    if (email !== null) this.known.set(subject, { email, until: this.clock.now() + TTL_MS })
    return email
  }

  private async ask(subject: string, endpoint: string, token: string): Promise<string | null> {
    const answer = await this.userinfo(endpoint, token)
    const email = answer?.['email']
    // OpenID Connect Core 5.3.2: an answer about another subject must not be used.
    return answer?.['sub'] === subject && typeof email === 'string' && email.includes('@') ? email : null
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

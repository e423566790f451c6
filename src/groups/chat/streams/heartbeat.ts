import type { RowOwner } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import { describeError, type Logger } from '../../../kernel/logger.ts'
import type { ThreadStore } from '../threads/thread-store.ts'

/** An answer written by this process. */
interface Written {
  owner: RowOwner
  /** Called when the answer was deleted, or given up by another process. */
  onLost: () => void
}

export interface HeartbeatDeps {
  store: Pick<ThreadStore, 'alive'>
  logger: Logger
  everyMs: number
}

/**
 * Regularly confirms that this process is still writing its answers; unconfirmed ones are given up. All answers of a user take one
 * statement, because hundreds may be written at once.
 */
export class Heartbeat {
  private readonly deps: HeartbeatDeps
  private readonly written = new Map<Id, Written>()
  /** Users with a statement under way, so that a slow database does not accumulate them. */
  private readonly confirming = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor(deps: HeartbeatDeps) {
    this.deps = deps
  }

  add(messageId: Id, answer: Written): void {
    this.written.set(messageId, answer)
    this.timer ??= setInterval(() => this.beat(), this.deps.everyMs)
  }

  remove(messageId: Id): void {
    this.written.delete(messageId)
    if (this.written.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  private beat(): void {
    const users = Map.groupBy(this.written, ([, { owner }]) => `${owner.tenantId} ${owner.userId}`)
    for (const [user, answers] of users) {
      if (this.confirming.has(user)) continue
      this.confirming.add(user)
      void this.confirm(answers).finally(() => this.confirming.delete(user))
    }
  }

  /** @param answers Of one user. */
  private async confirm(answers: ReadonlyArray<[Id, Written]>): Promise<void> {
    const [first] = answers
    if (first === undefined) return
    try {
      const [, { owner }] = first
      const alive = await this.deps.store.alive(
        owner,
        answers.map(([messageId]) => messageId),
      )
      for (const [messageId, { onLost }] of answers) if (!alive.has(messageId)) onLost()
    } catch (error) {
      this.deps.logger.warn(describeError(error), 'answers could not be kept alive')
    }
  }
}

import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import { SECOND_MS } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { KeptRecord, LoginState } from '../../../ports/login-state.ts'
import { endGrant } from './grants.ts'

/** The provider makes all its ids of these characters; whatever else is asked for does not exist. */
const ID = /^[\w-]{1,128}$/

/** The provider's records in our store. A store that fails is reported as 503, as in RFC 6749 section 4.1.2.1. */
export function createStateAdapter(
  state: LoginState,
  clock: Clock,
  report: (error: unknown) => void,
): AdapterFactory {
  async function stored<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      report(error)
      throw unavailable()
    }
  }

  /** Ends a log-in whose code or token two have used at the same moment: one of them has stolen it. */
  async function endGrantOf(kind: string, id: string): Promise<void> {
    const { grantId } = payloadOf(await state.find(kind, id)) ?? {}
    if (grantId !== undefined) await endGrant(state, grantId)
  }

  return (kind): Adapter => ({
    upsert: (id, payload, expiresIn = 0) =>
      stored(
        state.put(kind, id, {
          payload,
          grantId: payload.grantId ?? null,
          sessionUid: payload.uid ?? null,
          expiresAt: clock.now() + expiresIn * SECOND_MS,
        }),
      ),
    find: async (id) => (ID.test(id) ? payloadOf(await stored(state.find(kind, id))) : undefined),
    findByUid: async (uid) => payloadOf(await stored(state.findBySessionUid(kind, uid))),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      if (await stored(state.consume(kind, id))) return
      await stored(endGrantOf(kind, id))
      throw new errors.InvalidGrant('used by another request at the same moment')
    },
    destroy: (id) => stored(state.remove(kind, id)),
    revokeByGrantId: (grantId) => stored(state.removeGrant(kind, grantId)),
  })
}

function payloadOf(record: KeptRecord | null): AdapterPayload | undefined {
  if (record === null) return undefined
  const { consumedAt } = record
  const payload = record.payload as AdapterPayload
  return consumedAt === null ? payload : { ...payload, consumed: Math.floor(consumedAt / SECOND_MS) }
}

function unavailable(): Error {
  const error = new errors.TemporarilyUnavailable('the server cannot reach its database')
  return Object.assign(error, { status: 503, statusCode: 503 })
}

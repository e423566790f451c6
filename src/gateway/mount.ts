import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Counter } from '../ports/counter.ts'
import { httpExchangeOf } from './http-exchange.ts'
import { countAddress, rateExceeded } from './rate-limit.ts'
import { notFound } from './route-failures.ts'

/** Paths that somebody else's handler serves, with bodies, responses and errors of its own. No token; counted by address. */
export interface Mount {
  /** `:name` stands for any one segment. */
  paths: ReadonlyArray<{ method: 'GET' | 'POST'; path: string }>
  /** Reads the body, which nobody has touched, and writes the response. What it throws becomes the gateway's error. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Serves a mount. Only the request's target has been checked before. */
export function bindMount(app: FastifyInstance, mount: Mount, counter: Counter): void {
  for (const { method, path } of mount.paths) {
    app.route({
      method,
      url: path,
      // Here, because the body is parsed before the handler.
      onRequest: async (request, reply) => {
        reply.hijack()
        const exchange = httpExchangeOf(request)
        try {
          // The router lets a parameter be nothing at all.
          if (Object.values(request.params as Record<string, string>).includes('')) throw notFound()
          const rate = await countAddress(counter, request.ip)
          if (!rate.admission.admitted) throw rateExceeded(rate)
          await exchange.handOver(mount.handle)
        } catch (error) {
          exchange.sendError(error)
        }
      },
      handler: () => undefined,
    })
  }
}

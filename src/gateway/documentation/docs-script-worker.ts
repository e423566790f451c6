import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import scalar from '@scalar/fastify-api-reference'

/**
 * Scalar's package holds its script as one string of 4 MB inside a module and gives it out as a Fastify plugin alone. This thread
 * asks the plugin for it, hands it over plain and compressed, and ends, so that nothing of the module stays in the server.
 */
const app = Fastify()
await app.register(scalar, { routePrefix: '/docs', configuration: { content: {} } })
const { rawPayload } = await app.inject('/docs/js/scalar.js')
parentPort?.postMessage({ bytes: rawPayload, gzip: gzipSync(rawPayload, { level: 6 }) })
await app.close()

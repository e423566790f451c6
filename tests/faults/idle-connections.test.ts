import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { endpoint, handleSocket, handleStream } from '../../src/contract/endpoint.ts'
import { eventStream, socketMessages } from '../../src/contract/events.ts'
import { measured } from '../support/measured.ts'
import { startProcess } from '../support/processes.ts'
import { startStreamGateway } from '../support/stream-gateway.ts'

const CONNECTIONS = 10_000
const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 10 * 60)
/** Files that this process has open beside the connections. */
const OTHER_FILES = 200
const MOST_MIB = 1_024
const MOST_CPU_PERCENT = 5

const streaming = endpoint({
  id: 'test.idle-stream',
  method: 'GET',
  path: '/v1/test/idle',
  auth: 'user',
  summary: 'Idle',
  description: 'A stream in which nothing happens.',
  stream: eventStream({ tick: Type.Object({}) }),
  errors: [],
})
const talking = endpoint({
  id: 'test.idle-socket',
  method: 'GET',
  path: '/v1/test/idle/ws',
  auth: 'user',
  summary: 'Idle',
  description: 'A WebSocket on which nothing is said.',
  socket: socketMessages({ received: { say: Type.Object({}) }, sent: { said: Type.Object({}) } }),
  errors: [],
})
const routes = [
  handleStream(streaming, async ({ signal }) => ({ events: nothingUntil(signal), headers: {} })),
  handleSocket(talking, () => ({ message: async () => undefined })),
]

async function* nothingUntil(signal: AbortSignal): AsyncGenerator<{ event: 'tick'; data: object }> {
  if (!signal.aborted) await once(signal, 'abort')
  yield* []
}

/** How many files this process may have open. */
const fileLimit = Number(
  /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.NaN,
)
const here = fileLimit >= CONNECTIONS + OTHER_FILES ? describe : describe.skip

here(`idle: ${CONNECTIONS} connections of one process`, { timeout: (SECONDS + 240) * 1_000 }, () => {
  let base: number | null = null
  test.each([
    { kind: 'stream', path: '/v1/test/idle', pingSeconds: 10 },
    { kind: 'websocket', path: '/v1/test/idle/ws', pingSeconds: 20 },
  ] as const)(
    '$kind: memory and processor time are bounded, and nobody is lost',
    async ({ kind, path, pingSeconds }) => {
      const { url, openStreams } = await startStreamGateway({ routes, timeouts: { lookMs: 1_000 } })
      // What a first connection loads is no part of what 10,000 cost.
      const warm = startProcess('idle-clients-process.ts', [kind, url + path, '50'])
      await warm.line()
      warm.kill('SIGTERM')
      await expect.poll(() => openStreams.total(kind), { timeout: 5_000 }).toBe(0)
      // What the kind before has left behind is still held: the base is that of both.
      base ??= process.memoryUsage.rss()

      const began = performance.now()
      const clients = startProcess('idle-clients-process.ts', [kind, url + path, String(CONNECTIONS)])
      expect(await clients.line()).toBe('open')
      const opening = (performance.now() - began) / 1_000
      expect(openStreams.total(kind)).toBe(CONNECTIONS)
      const loop = monitorEventLoopDelay({ resolution: 5 })
      loop.enable()
      const cpu = process.cpuUsage()
      await delay(SECONDS * 1_000)
      const { user, system } = process.cpuUsage(cpu)
      const held = (process.memoryUsage.rss() - base) / 2 ** 20
      const percent = ((user + system) / 1e6 / SECONDS) * 100
      expect(openStreams.total(kind)).toBe(CONNECTIONS)
      clients.kill('SIGTERM')
      const { pings, closed } = JSON.parse(await clients.line()) as { pings: number; closed: number }
      await expect.poll(() => openStreams.total(kind), { timeout: 20_000 }).toBe(0)

      measured('idle', `${kind}: ${CONNECTIONS} opened in`, `${opening.toFixed(1)} s`)
      measured('idle', `${kind}: memory over base`, `${held.toFixed(0)} MiB`)
      measured('idle', `${kind}: processor time for ${SECONDS} s`, `${percent.toFixed(1)} %`)
      measured('idle', `${kind}: event loop delay p99`, `${(loop.percentile(99) / 1e6).toFixed(1)} ms`)
      expect(closed).toBe(0)
      expect(pings).toBeGreaterThan(CONNECTIONS * (Math.floor(SECONDS / pingSeconds) - 1))
      expect(held).toBeLessThan(MOST_MIB)
      expect(percent).toBeLessThan(MOST_CPU_PERCENT)
    },
  )
})

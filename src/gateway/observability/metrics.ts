import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { HttpExchange } from '../http-exchange.ts'
import { RequestDurations } from './request-durations.ts'

const LOOPBACK = '127.0.0.1'

/** Prometheus metrics of this process. */
export interface Metrics {
  registry: Registry
  observe(exchange: HttpExchange, status: number, seconds: number): void
  /** A gauge that is read whenever the metrics are. */
  gauge(name: string, help: string, read: () => number): void
  /** A counter whose total is read whenever the metrics are. */
  counter(name: string, help: string, read: () => number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new RequestDurations()
  registry.registerMetric(durations)
  return {
    registry,
    observe: ({ endpoint }, status, seconds) => durations.count(endpoint?.id ?? 'other', status, seconds),
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
    },
    counter: (name, help, read) => {
      const collect = (): void => {
        counter.reset()
        counter.inc(read())
      }
      const counter: Counter = new Counter({ name, help, registers: [registry], collect })
    },
  }
}

/** Serves `/metrics` on the loopback interface alone. Rejects when the port is taken. */
export async function serveMetrics(registry: Registry, port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

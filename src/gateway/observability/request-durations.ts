import { Histogram } from 'prom-client'

const NAME = 'tidemark_http_request_duration_seconds'
const HELP = 'Time from a request to its response, by endpoint id and status.'
/** Upper bounds of the buckets in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Value = { metricName: string; labels: Record<string, string | number>; value: number }

/** Requests of one endpoint with one status. */
class Durations {
  /** Requests in each bucket alone; the last one is for those beyond all bounds. */
  readonly counts = new Float64Array(BOUNDS.length + 1)
  seconds = 0

  add(seconds: number): void {
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket++
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.seconds += seconds
  }

  values(labels: Record<string, string | number>): Value[] {
    let total = 0
    const buckets = [...BOUNDS, '+Inf'].map((bound, index): Value => {
      total += this.counts[index] ?? 0
      return { metricName: `${NAME}_bucket`, labels: { le: bound, ...labels }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${NAME}_sum`, labels, value: this.seconds },
      { metricName: `${NAME}_count`, labels, value: total },
    ]
  }
}

/**
 * A histogram in Prometheus' eyes that counts in plain arrays and makes its report when it is asked: the library's own
 * `observe` costs as much as everything else that is done for a cached answer.
 */
export class RequestDurations extends Histogram {
  private readonly byEndpoint = new Map<string, Map<number, Durations>>()

  constructor() {
    super({ name: NAME, help: HELP, registers: [] })
  }

  /** Both labels come from closed sets: endpoint ids and statuses. */
  count(endpoint: string, status: number, seconds: number): void {
    let byStatus = this.byEndpoint.get(endpoint)
    if (byStatus === undefined) this.byEndpoint.set(endpoint, (byStatus = new Map()))
    let durations = byStatus.get(status)
    if (durations === undefined) byStatus.set(status, (durations = new Durations()))
    durations.add(seconds)
  }

  /** What the registry prints, and what `get` returns too; the library's types leave the method out. */
  async getForPromString(): Promise<object> {
    const values = [...this.byEndpoint].flatMap(([endpoint, byStatus]) =>
      [...byStatus].flatMap(([status, durations]) => durations.values({ endpoint, status })),
    )
    return { name: NAME, help: HELP, type: 'histogram', values, aggregator: 'sum' }
  }
}

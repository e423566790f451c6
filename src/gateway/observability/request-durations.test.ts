import fc from 'fast-check'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { RequestDurations } from './request-durations.ts'

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The text format 0.0.4, as strictly as a scraper reads it. */
function parseText(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = /^([a-z_]+)(?:\{(.*)\})? ([^ ]+)$/.exec(line)
      if (match === null) throw new Error(`not a sample: ${line}`)
      const [, name = '', labels = '', value = ''] = match
      const pairs = [...labels.matchAll(/([a-z]+)="([^"\\]*)"(?:,|$)/g)]
      if (pairs.map(([whole]) => whole).join('') !== labels) throw new Error(`not labels: ${labels}`)
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])),
        value: Number(value),
      }
    })
}

async function samplesOf(durations: RequestDurations): Promise<Sample[]> {
  const registry = new Registry()
  registry.registerMetric(durations)
  return parseText(await registry.metrics())
}

const NAME = 'tidemark_http_request_duration_seconds'

describe('RequestDurations', () => {
  test('says what it is before its first request', async () => {
    const registry = new Registry()
    registry.registerMetric(new RequestDurations())
    expect(await registry.metrics()).toContain(`# TYPE ${NAME} histogram`)
  })

  test('counts a duration in its own bucket and all above it, the bound included', async () => {
    const durations = new RequestDurations()
    for (const seconds of [0, 0.001, 0.0010001, 5, 6]) durations.count('a.b', 200, seconds)
    const buckets = (await samplesOf(durations)).filter(({ name }) => name === `${NAME}_bucket`)
    const of = (bound: string) => buckets.find(({ labels }) => labels['le'] === bound)?.value
    expect(of('0.001')).toBe(2)
    expect(of('0.0025')).toBe(3)
    expect(of('2.5')).toBe(3)
    expect(of('5')).toBe(4)
    expect(of('+Inf')).toBe(5)
  })

  test('keeps endpoints and statuses apart', async () => {
    const durations = new RequestDurations()
    durations.count('instruments.overview', 200, 0.1)
    durations.count('instruments.overview', 404, 0.1)
    durations.count('other', 404, 0.1)
    durations.count('other', 404, 0.1)
    const counts = (await samplesOf(durations)).filter(({ name }) => name === `${NAME}_count`)
    expect(counts.map(({ labels, value }) => [labels['endpoint'], labels['status'], value])).toEqual([
      ['instruments.overview', '200', 1],
      ['instruments.overview', '404', 1],
      ['other', '404', 2],
    ])
  })

  test('buckets never decrease and end at the count; the sum is the sum', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 40 }),
        async (all) => {
          const durations = new RequestDurations()
          for (const seconds of all) durations.count('x', 200, seconds)
          const samples = await samplesOf(durations)
          const buckets = samples.filter(({ name }) => name === `${NAME}_bucket`)
          for (const { labels, value } of buckets) {
            const bound = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le'])
            expect(value).toBe(all.filter((seconds) => seconds <= bound).length)
          }
          expect(samples.find(({ name }) => name === `${NAME}_count`)?.value).toBe(all.length)
          expect(samples.find(({ name }) => name === `${NAME}_sum`)?.value).toBeCloseTo(
            all.reduce((a, b) => a + b, 0),
            6,
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})

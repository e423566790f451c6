import { describe, expect, it } from 'vitest'
import { singleFlight } from './single-flight.ts'

describe('single flight', () => {
  it('shares one run between calls that overlap, and starts anew after its end', async () => {
    const finish: Array<(value: number) => void> = []
    const call = singleFlight(() => new Promise<number>((resolve) => finish.push(resolve)))
    const together = Promise.all([call(), call(), call()])
    expect(finish).toHaveLength(1)
    finish[0]?.(7)
    expect(await together).toEqual([7, 7, 7])
    const next = call()
    expect(finish).toHaveLength(2)
    finish[1]?.(8)
    expect(await next).toBe(8)
  })

  it('gives a failure to everyone who waits and keeps none of it', async () => {
    let runs = 0
    const call = singleFlight(async () => {
      runs += 1
      if (runs === 1) throw new Error('first')
      return runs
    })
    expect(await Promise.allSettled([call(), call()])).toMatchObject([
      { reason: { message: 'first' } },
      { reason: { message: 'first' } },
    ])
    expect(await call()).toBe(2)
  })
})

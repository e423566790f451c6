import { describe, expect, it } from 'vitest'
import { Breaker, BreakerOpen } from './breaker.ts'

function bench() {
  let now = 0
  const changes: boolean[] = []
  const breaker = new Breaker({
    threshold: 2,
    openMs: 1_000,
    now: () => now,
    onChange: (open) => changes.push(open),
  })
  let tried = 0
  return {
    breaker,
    changes,
    tried: () => tried,
    pass: (milliseconds: number) => (now += milliseconds),
    succeed: () => breaker.run(async () => ++tried),
    fail: () =>
      breaker.run(async () => {
        tried += 1
        throw new Error('down')
      }),
  }
}

/** A bench whose breaker has just opened. */
async function opened() {
  const run = bench()
  await expect(run.fail()).rejects.toThrow('down')
  await expect(run.fail()).rejects.toThrow('down')
  return run
}

describe('a closed breaker', () => {
  it('hands on results and errors', async () => {
    const { succeed, fail, breaker } = bench()
    expect(await succeed()).toBe(1)
    await expect(fail()).rejects.toThrow('down')
    expect(breaker.open).toBe(false)
  })

  it('stays closed when failures are not in a row', async () => {
    const { succeed, fail, breaker, changes } = bench()
    for (let round = 0; round < 3; round += 1) {
      await expect(fail()).rejects.toThrow('down')
      await succeed()
    }
    expect(breaker.open).toBe(false)
    expect(changes).toEqual([])
  })

  it('opens after as many failures in a row as it was told, and says so once', async () => {
    const { breaker, changes } = await opened()
    expect(breaker.open).toBe(true)
    expect(changes).toEqual([true])
  })

  it('counts an error that is thrown before there is a promise', async () => {
    const { breaker } = bench()
    const throwing = (): Promise<never> => {
      throw new Error('at once')
    }
    for (let round = 0; round < 2; round += 1) await expect(breaker.run(throwing)).rejects.toThrow('at once')
    expect(breaker.open).toBe(true)
  })
})

describe('an open breaker', () => {
  it('tries nothing until its time is over', async () => {
    const { succeed, pass, tried } = await opened()
    pass(999)
    await expect(succeed()).rejects.toThrow(BreakerOpen)
    expect(tried()).toBe(2)
    pass(1)
    expect(await succeed()).toBe(3)
  })

  it('lets one call find out, and closes when that one succeeds', async () => {
    const { breaker, pass, succeed, changes } = await opened()
    pass(1_000)
    const { promise, resolve } = Promise.withResolvers<void>()
    const probe = breaker.run(() => promise)
    await expect(succeed()).rejects.toThrow(BreakerOpen)
    resolve()
    await probe
    expect(await succeed()).toBe(3)
    expect(changes).toEqual([true, false])
  })

  it('stays open as long again when that one fails, and does not repeat itself', async () => {
    const { fail, succeed, pass, changes } = await opened()
    pass(1_000)
    await expect(fail()).rejects.toThrow('down')
    pass(999)
    await expect(succeed()).rejects.toThrow(BreakerOpen)
    pass(1)
    expect(await succeed()).toBe(4)
    expect(changes).toEqual([true, false])
  })

  it('takes the late success of a call from before for a response', async () => {
    const { breaker, fail } = bench()
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = breaker.run(() => promise)
    for (let round = 0; round < 2; round += 1) await expect(fail()).rejects.toThrow('down')
    expect(breaker.open).toBe(true)
    resolve()
    await slow
    expect(breaker.open).toBe(false)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeOwnTimers } from '../../tests/support/own-timers.ts'
import { repeat } from './worker.ts'

describe('repeat', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const unexpected = (error: unknown): void => expect.fail(String(error))

  it('does the work every so often, from the first wait on', async () => {
    fakeOwnTimers()
    const closing = new AbortController()
    const run = vi.fn<() => void>()
    const ended = repeat({ everyMs: 1_000, signal: closing.signal, run, onError: unexpected })
    await vi.advanceTimersByTimeAsync(999)
    expect(run).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledTimes(6)
    closing.abort()
    await ended
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledTimes(6)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins at once where it is told to', async () => {
    const closing = new AbortController()
    const run = vi.fn<() => void>()
    void repeat({ everyMs: 1_000, signal: closing.signal, run, onError: unexpected, atOnce: true })
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run).toHaveBeenCalledTimes(2)
    closing.abort()
  })

  it('never does it twice at once, and keeps its rhythm', async () => {
    const closing = new AbortController()
    const began: number[] = []
    const start = performance.now()
    let running = 0
    const run = async (): Promise<void> => {
      began.push(performance.now() - start)
      expect(++running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      running--
    }
    void repeat({ everyMs: 1_000, signal: closing.signal, run, onError: unexpected })
    await vi.advanceTimersByTimeAsync(8_000)
    expect(began).toEqual([1_000, 4_000, 7_000])
    closing.abort()
  })

  it('says what failed, and the next turn makes up for it', async () => {
    const closing = new AbortController()
    const errors: unknown[] = []
    const run = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('first'))
      .mockImplementationOnce(() => {
        throw new Error('second')
      })
      .mockResolvedValue(undefined)
    void repeat({ everyMs: 10, signal: closing.signal, run, onError: (error) => errors.push(error) })
    await vi.advanceTimersByTimeAsync(30)
    expect(errors).toEqual([new Error('first'), new Error('second')])
    expect(run).toHaveBeenCalledTimes(3)
    closing.abort()
  })

  it('has ended once the turn under way has, which is told by the signal', async () => {
    const closing = new AbortController()
    let [aborted, ended] = [false, false]
    const run = async (signal: AbortSignal): Promise<void> => {
      signal.addEventListener('abort', () => (aborted = true))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const loop = repeat({ everyMs: 10, signal: closing.signal, run, onError: unexpected })
    void loop.then(() => (ended = true))
    await vi.advanceTimersByTimeAsync(10)
    closing.abort()
    await vi.advanceTimersByTimeAsync(499)
    expect([aborted, ended]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toBe(true)
  })

  it('does nothing for a signal that is aborted already', async () => {
    const run = vi.fn<() => void>()
    await repeat({ everyMs: 10, signal: AbortSignal.abort(), run, onError: unexpected, atOnce: true })
    expect(run).not.toHaveBeenCalled()
  })
})

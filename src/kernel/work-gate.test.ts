import { expect, test } from 'vitest'
import { WORK_OVERLOADED, WorkGate } from './work-gate.ts'

/** Work that ends when it is told to. */
function piece() {
  const { promise, resolve } = Promise.withResolvers<string>()
  let begun = false
  return {
    work: async (): Promise<string> => {
      begun = true
      return promise
    },
    end: resolve,
    begun: () => begun,
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('two pieces run at once, the third begins when one ends', async () => {
  const gate = new WorkGate()
  const pieces = [piece(), piece(), piece()]
  const runs = pieces.map(({ work }) => gate.run({ key: 'a' }, work))
  await turn()
  expect(pieces.map(({ begun }) => begun())).toEqual([true, true, false])
  pieces[0]?.end('first')
  expect(await runs[0]).toBe('first')
  await turn()
  expect(pieces[2]?.begun()).toBe(true)
  pieces[1]?.end('second')
  pieces[2]?.end('third')
  expect(await Promise.all(runs)).toEqual(['first', 'second', 'third'])
  expect([gate.running, gate.waiting]).toEqual([0, 0])
})

test('tenants take turns: who asks once does not wait for all that another has asked before', async () => {
  const gate = new WorkGate({ running: 1 })
  const order: string[] = []
  const first = piece()
  const holding = gate.run({ key: 'many' }, first.work)
  const many = [1, 2, 3].map((n) => gate.run({ key: 'many' }, async () => void order.push(`many ${n}`)))
  const one = gate.run({ key: 'one' }, async () => void order.push('one'))
  await turn()
  first.end('')
  await Promise.all([holding, one, ...many])
  expect(order).toEqual(['many 1', 'one', 'many 2', 'many 3'])
})

test('what cannot wait is refused at once, and other tenants still find a place', async () => {
  const gate = new WorkGate({ running: 1, waiting: 3, waitingOfOne: 2 })
  const held = piece()
  const runs = [1, 2, 3].map(() => gate.run({ key: 'many' }, held.work))
  await expect(gate.run({ key: 'many' }, held.work)).rejects.toBe(WORK_OVERLOADED)
  const other = gate.run({ key: 'other' }, held.work)
  await expect(gate.run({ key: 'third' }, held.work)).rejects.toBe(WORK_OVERLOADED)
  expect(gate.refused).toBe(2)
  held.end('done')
  await Promise.all([...runs, other])
})

test('a caller who leaves while waiting gives the place up and its work never begins', async () => {
  const gate = new WorkGate({ running: 1 })
  const [first, second] = [piece(), piece()]
  const leaving = new AbortController()
  const running = gate.run({ key: 'a' }, first.work)
  const waiting = gate.run({ key: 'a', signal: leaving.signal }, second.work)
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  expect(gate.waiting).toBe(0)
  first.end('')
  await running
  await turn()
  expect([second.begun(), gate.running]).toEqual([false, 0])
})

test('a caller who leaves while the work runs aborts it, and the place is free only when it has ended', async () => {
  const gate = new WorkGate({ running: 1 })
  const leaving = new AbortController()
  let aborted = false
  const ended = Promise.withResolvers<void>()
  const running = gate.run({ key: 'a', signal: leaving.signal }, async (signal) => {
    signal.addEventListener('abort', () => (aborted = true))
    await ended.promise
  })
  await turn()
  leaving.abort(new Error('gone'))
  await expect(running).rejects.toThrow('gone')
  expect([aborted, gate.running]).toEqual([true, 1])
  ended.resolve()
  await turn()
  expect(gate.running).toBe(0)
})

test('work that does not end in time is a 503 with Retry-After, and so is what waits for it', async () => {
  const gate = new WorkGate({ running: 1, deadlineMs: 20 })
  const held = piece()
  const both = [gate.run({ key: 'a' }, held.work), gate.run({ key: 'b' }, held.work)]
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map((each) => each.status === 'rejected' && each.reason === WORK_OVERLOADED)).toEqual([
    true,
    true,
  ])
  expect(WORK_OVERLOADED.headers).toMatchObject({ 'Retry-After': '3' })
  held.end('late')
})

test('work that is finishing is waited for beyond the deadline, with its outcome or its failure', async () => {
  const gate = new WorkGate({ running: 2, deadlineMs: 20 })
  const [stored, broken] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const passed = Promise.withResolvers<void>()
  const runs = [stored, broken].map(({ promise }) =>
    gate.run({ key: 'a' }, async (signal, finish) => {
      finish()
      signal.addEventListener('abort', () => passed.resolve())
      return promise
    }),
  )
  await passed.promise
  stored.resolve('stored')
  broken.reject(new Error('broken'))
  expect(await runs[0]).toBe('stored')
  await expect(runs[1]).rejects.toThrow('broken')
})

test('work does not begin to finish behind the deadline, nor after its caller has left', async () => {
  const gate = new WorkGate({ running: 2, deadlineMs: 20 })
  let isStored = false
  const late = async (signal: AbortSignal, finish: () => void): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    finish()
    isStored = true
  }
  await expect(gate.run({ key: 'a' }, late)).rejects.toBe(WORK_OVERLOADED)
  const caller = new AbortController()
  const left = gate.run({ key: 'a', signal: caller.signal }, late)
  await turn()
  caller.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await turn()
  expect([isStored, gate.running]).toEqual([false, 0])
})

test('a failure of the work reaches its caller and frees the place', async () => {
  const gate = new WorkGate({ running: 1 })
  await expect(gate.run({ key: 'a' }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await turn()
  expect(gate.running).toBe(0)
})

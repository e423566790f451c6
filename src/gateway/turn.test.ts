import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEndOfTurn } from './turn.ts'

test('what is given in one turn is done together, in its order, after the turn', async () => {
  const done: string[] = []
  atEndOfTurn(() => done.push('a'))
  await Promise.resolve()
  atEndOfTurn(() => done.push('b'))
  process.nextTick(() => done.push('turn'))
  expect(done).toEqual([])
  await turn()
  expect(done).toEqual(['turn', 'a', 'b'])
})

test('what is given meanwhile is done in the next turn', async () => {
  const done: string[] = []
  atEndOfTurn(() => {
    done.push('a')
    atEndOfTurn(() => done.push('b'))
  })
  await turn()
  expect(done).toEqual(['a'])
  await turn()
  expect(done).toEqual(['a', 'b'])
})

test('one that throws keeps none of the others from being done, and its error is not lost', async () => {
  const done: string[] = []
  // The runner's own listeners would take the error for a failure of the test.
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  try {
    const thrown = once(process, 'uncaughtException')
    atEndOfTurn(() => {
      throw new Error('broken')
    })
    atEndOfTurn(() => done.push('b'))
    expect(String((await thrown)[0])).toContain('broken')
    expect(done).toEqual(['b'])
  } finally {
    for (const each of others) process.on('uncaughtException', each)
  }
})

import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

const burn = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a pause lets others have their turn after some milliseconds, and not after every little piece', async () => {
  const pause = createPause()
  let turns = 0
  const ticking = setImmediate().then(() => turns++)
  await pause()
  expect(turns).toBe(0)
  burn(6)
  await pause()
  expect(turns).toBe(1)
  await ticking
})

test('a pause ends work whose caller has left', async () => {
  const leaving = new AbortController()
  const pause = createPause(leaving.signal)
  burn(6)
  leaving.abort(new Error('gone'))
  await expect(pause()).rejects.toThrow('gone')
})

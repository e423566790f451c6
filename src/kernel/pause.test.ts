import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPause, createTurns, mapInPieces } from './pause.ts'

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

test('items are mapped in their order, and others have their turns in between', async () => {
  let turns = 0
  const ticking = (async () => {
    while (turns < 3) {
      await setImmediate()
      turns++
    }
  })()
  const made = await mapInPieces(['a', 'b', 'c', 'd'], (item, index) => {
    burn(6)
    return [item, index, turns]
  })
  expect(made.map(([item, index]) => [item, index])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['d', 3],
  ])
  expect(made.at(-1)?.[2]).toBeGreaterThan(0)
  await ticking
})

test('mapping ends with what the work throws, and when the caller leaves', async () => {
  const broken = mapInPieces([1], () => {
    throw new Error('no')
  })
  await expect(broken).rejects.toThrow('no')
  const seen: number[] = []
  const leaving = new AbortController()
  const left = mapInPieces(
    [1, 2, 3],
    (item) => {
      seen.push(item)
      burn(6)
      leaving.abort(new Error('gone'))
    },
    leaving.signal,
  )
  await expect(left).rejects.toThrow('gone')
  expect(seen).toEqual([1])
})

test('turns of many callers come one after another, and let others in between after some milliseconds', async () => {
  const turn = createTurns()
  const seen: string[] = []
  const work = (name: string) => turn(() => (burn(4), seen.push(name)))
  const ticking = (async () => {
    for (let tick = 0; tick < 3; tick++) {
      await setImmediate()
      seen.push('tick')
    }
  })()
  await Promise.all([...['a', 'b', 'c', 'd', 'e', 'f'].map(work), ticking])
  expect(seen.filter((each) => each !== 'tick')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(seen.indexOf('tick')).toBeLessThan(3)
})

test('a turn that fails is the failure of its caller alone', async () => {
  const turn = createTurns()
  const failing = turn(() => {
    throw new Error('mine')
  })
  const next = turn(() => 7)
  await expect(failing).rejects.toThrow('mine')
  await expect(next).resolves.toBe(7)
})

import { expect, it } from 'vitest'
import { passageOf } from './passage.ts'

const TABLE = Array.from({ length: 400 }, (_, row) => `| Row ${row} | ${row} |`).join('\n')

it('has whole sections as long as they fit, the best first', () => {
  const long = 'x'.repeat(3_000)
  expect(passageOf(['best', long, 'y'.repeat(2_000), 'last'], 0)).toBe(`best\n\n${long}\n\nlast`)
  expect(passageOf([], 0)).toBe('')
})

it('has a long table whole where the document stands among the first, else whole rows of it', () => {
  expect(TABLE.length).toBeGreaterThan(4_000)
  expect(passageOf([TABLE, 'more'], 2)).toBe(TABLE)
  const part = passageOf([TABLE], 3)
  expect(part.length).toBeLessThanOrEqual(4_000)
  expect(part.length).toBeGreaterThan(3_900)
  expect(TABLE.startsWith(`${part}\n`)).toBe(true)
})

it('is bounded where a section has no lines', () => {
  expect(passageOf(['z'.repeat(100_000)], 0)).toHaveLength(14_000)
})

import { isSame, isSumOf } from './reconcile.ts'

/** What a line is to a number. */
export type LineUse = 'added' | 'subtracted' | 'divides' | 'total' | 'not added'

/** The lines of one filing that a number is made of: those that add up to it, the total that they make, and the others. */
export function accountFor(value: number, amounts: readonly number[]): LineUse[] {
  const others = amounts.filter((amount) => !isExact(amount, value))
  const parts = isSumOf(value, others, isExact)
  if (parts.length > 0) return usesOf(amounts, { value, parts, subtracted: null })
  const isStated = amounts.some((amount) => isSame(amount, value))
  if (isStated) return usesOf(amounts, { value, parts: [value], subtracted: null })
  for (const subtracted of others) {
    const rest = others.filter((amount) => amount !== subtracted)
    const whole = rest.find((amount) => isExact(amount, value + subtracted))
    const sum = whole === undefined ? isSumOf(value + subtracted, rest, isExact) : [whole]
    if (sum.length > 0) return usesOf(amounts, { value, parts: sum, subtracted })
  }
  const nearly = isSumOf(value, others)
  return usesOf(amounts, { value, parts: nearly, subtracted: null })
}

/** The number is a sum of the lines themselves: nothing but float noise lies between. */
function isExact(sum: number, value: number): boolean {
  return Math.abs(sum - value) <= Math.abs(value) * 1e-12
}

interface Account {
  value: number
  parts: readonly number[]
  subtracted: number | null
}

/** One amount under several tags counts once. */
function usesOf(amounts: readonly number[], { value, parts, subtracted }: Account): LineUse[] {
  const left = [...parts]
  const isTotalSeparate = !parts.includes(value)
  return amounts.map((amount) => {
    if (amount === subtracted) return 'subtracted'
    const at = left.findIndex((part) => isSame(part, amount))
    if (at === -1) return isTotalSeparate && isSame(amount, value) ? 'total' : 'not added'
    left.splice(at, 1)
    return 'added'
  })
}

import { FACTORS } from '../factors.ts'
import type { Loading } from '../factors.ts'

/** Reads `US 1.1, Energy 0.5`; empty text and `-` are no loadings. */
export function readLoadings(text: string): Loading[] {
  if (text === '' || text === '-') return []
  return text.split(',').map((part) => {
    const at = part.lastIndexOf(' ')
    const name = part.slice(0, at).trim()
    const weight = Number(part.slice(at + 1))
    const factor = FACTORS.find((known) => known === name)
    if (factor === undefined || !Number.isFinite(weight)) throw new TypeError(`no loading: "${part}"`)
    return [factor, weight]
  })
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

interface Budget {
  min?: number
  max?: number
}

const BUDGETS = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<
  string,
  Budget
>

/** One measured value, with what was measured beside it. */
export interface Figure {
  name: string
  value: number
  note: string
}

const figures: Figure[] = []

/** Notes a figure and shows it at once, against its budget when it has one. */
export function record(name: string, value: number, note = ''): void {
  figures.push({ name, value, note })
  const verdict = judge(name, value)
  console.log(`${name.padEnd(40)} ${format(value).padStart(10)}  ${verdict.padEnd(22)} ${note}`)
}

function judge(name: string, value: number): string {
  const { min, max } = BUDGETS[name] ?? {}
  if (min !== undefined) return `${value >= min ? 'ok' : 'MISSED'} (at least ${min})`
  if (max !== undefined) return `${value <= max ? 'ok' : 'MISSED'} (at most ${max})`
  return ''
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 3)
}

/** Writes what was measured and returns the names of the budgets that were missed. */
export function finish(): string[] {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    new URL('latest.json', folder),
    `${JSON.stringify({ node: process.version, figures }, null, 2)}\n`,
  )
  return figures.filter(({ name, value }) => judge(name, value).startsWith('MISSED')).map(({ name }) => name)
}

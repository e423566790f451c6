import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMON_ERRORS, ERRORS, TOKEN_ERRORS } from '../../src/contract/errors.ts'
import { ENDPOINTS } from '../../src/contract/index.ts'
import { routes as authRoutes } from '../../src/groups/auth/routes.ts'
import type { Auth } from '../../src/groups/auth/service.ts'
import { routes as instrumentRoutes, type Services } from '../../src/groups/instruments/routes.ts'
import type { ErrorCode } from '../../src/kernel/fail.ts'

const ROOT = join(import.meta.dirname, '../..')

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Case names of a test file, which begin with a status, each with the title of the outermost `describe` around it. */
function casesOf(path: string): Array<{ block: string; title: string }> {
  return read(path)
    .split(/^(?=describe)/m)
    .flatMap((part) => {
      const block = /^describe\(['"`](.*?)['"`],/.exec(part)?.[1] ?? ''
      return [...part.matchAll(/(['"`])(\d{3}\b.*?)\1,/g)].map(([, , title = '']) => ({ block, title }))
    })
}

const cases = globSync('tests/endpoints/**/*.test.ts', { cwd: ROOT }).flatMap(casesOf)

const under = (address: string): string[] =>
  cases.filter(({ block }) => block === address).map(({ title }) => title)

const names = (titles: readonly string[], code: ErrorCode): boolean =>
  titles.some((title) => new RegExp(`\\b${code}\\b`).test(title))

describe('the contract', () => {
  test('every endpoint is bound exactly once, and nothing else is', () => {
    const bound = [...authRoutes({} as Auth), ...instrumentRoutes({} as Services)].map(
      ({ endpoint }) => endpoint,
    )
    expect(bound).toHaveLength(ENDPOINTS.length)
    expect(new Set(bound)).toEqual(new Set(ENDPOINTS))
  })

  test('ids and addresses of endpoints are unique', () => {
    expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length)
    expect(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).size).toBe(ENDPOINTS.length)
  })
})

describe('the cases of tests/endpoints', () => {
  test('are found', () => {
    expect(cases.length).toBeGreaterThan(80)
    expect(under('GET /v1/instruments/search').length).toBeGreaterThan(10)
  })

  test.each(ENDPOINTS)('$method $path: a success and every code that it declares', (endpoint) => {
    const titles = under(`${endpoint.method} ${endpoint.path}`)
    expect(titles.some((title) => title.startsWith(String(endpoint.status ?? 200)))).toBe(true)
    expect(endpoint.errors.filter((code) => !names(titles, code))).toEqual([])
  })

  test('every code there is has its case', () => {
    const titles = cases.map(({ title }) => title)
    const all = Object.keys(ERRORS) as ErrorCode[]
    expect(all.filter((code) => !names(titles, code))).toEqual([])
  })
})

describe('docs/errors.md', () => {
  const page = read('docs/errors.md')

  test('describes every code with its status, and no other', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ])
    expect(new Map(rows as Array<[string, number]>)).toEqual(
      new Map(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    )
  })

  test('every code has a meaning and a remedy for people', () => {
    const bare = Object.entries(ERRORS).filter(
      ([, { meaning, remedy }]) => !meaning.endsWith('.') || !remedy.endsWith('.'),
    )
    expect(bare).toEqual([])
  })

  test('an endpoint does not repeat what every endpoint may answer', () => {
    const common = new Set<ErrorCode>([...COMMON_ERRORS, ...TOKEN_ERRORS])
    expect(
      ENDPOINTS.flatMap(({ id, errors }) =>
        errors.filter((code) => common.has(code)).map((code) => `${id} ${code}`),
      ),
    ).toEqual([])
  })
})

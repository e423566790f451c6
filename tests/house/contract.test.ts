import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  COMMON_ERRORS,
  errorCodesOf,
  ERRORS,
  impliedErrors,
  TOKEN_ERRORS,
} from '../../src/contract/errors.ts'
import { ENDPOINTS, openGroups, type Parts } from '../../src/wiring/groups.ts'
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

/** Whatever is read of it or called on it: groups do nothing with it before they are started. */
const nothing: object = new Proxy(() => nothing, { get: () => nothing })
const KEYS = ['db', 'background', 'bus', 'cache', 'clock', 'logger', 'gate', 'workers'] as const
const UNUSED = {
  platform: Object.fromEntries(KEYS.map((key) => [key, nothing])),
  sources: { upstreams: [], fundamentals: [], listings: [], hiddenSources: [] },
  news: { servesSimulated: false, articleSources: [], feeds: [], feedTools: {} },
  auth: {},
} as unknown as Parts

describe('the contract', () => {
  test('every endpoint is bound exactly once, and nothing else is', () => {
    const bound = openGroups(UNUSED).routes.map(({ endpoint }) => endpoint)
    expect(bound).toHaveLength(ENDPOINTS.length)
    expect(new Set(bound)).toEqual(new Set(ENDPOINTS))
  })

  test('ids and addresses of endpoints are unique', () => {
    expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length)
    expect(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).size).toBe(ENDPOINTS.length)
  })
})

describe('the bodies of the contract', () => {
  /** Objects of a schema that take fields which no schema describes, and so no rule checks. */
  function openObjects(schema: unknown, path: string): string[] {
    if (typeof schema !== 'object' || schema === null) return []
    const { type, additionalProperties: more, patternProperties } = schema as Record<string, unknown>
    // What may be there beside is closed as well where it has a type of its own.
    const isClosed = more === false || (typeof more === 'object' && more !== null && 'type' in more)
    const isOpen = type === 'object' && !isClosed && patternProperties === undefined
    return [
      ...(isOpen ? [path] : []),
      ...Object.entries(schema).flatMap(([name, each]) =>
        name === 'examples' ? [] : openObjects(each, `${path}/${name}`),
      ),
    ]
  }

  test.each(ENDPOINTS.filter(({ body }) => body !== undefined))(
    '$method $path: every text, number and date in it has a schema, and with it the rules for input',
    ({ body }) => {
      expect(openObjects(body, '')).toEqual([])
    },
  )

  test('an open object would be found (positive control)', () => {
    expect(openObjects({ type: 'object', properties: { a: { type: 'object' } } }, '')).toHaveLength(2)
    expect(openObjects({ type: 'object', additionalProperties: {} }, '')).toHaveLength(1)
    expect(openObjects({ type: 'object', additionalProperties: { type: 'string' } }, '')).toEqual([])
  })
})

describe('the cases of tests/endpoints', () => {
  test('are found', () => {
    expect(cases.length).toBeGreaterThan(80)
    expect(under('GET /v1/instruments/search').length).toBeGreaterThan(10)
  })

  test.each(ENDPOINTS)('$method $path: a success and every code of its own', (endpoint) => {
    const titles = under(`${endpoint.method} ${endpoint.path}`)
    const ofSchemas = impliedErrors(endpoint).filter((code) => {
      if (code === 'INVALID_PARAMETER') return endpoint.query !== undefined
      // What is no body anywhere is refused by tests/endpoints/gateway/bodies.test.ts.
      if (code === 'VALIDATION_ERROR') return endpoint.body !== undefined
      return code === 'DUPLICATE'
    })
    expect(titles.some((title) => title.startsWith(String(endpoint.status ?? 200)))).toBe(true)
    expect([...endpoint.errors, ...ofSchemas].filter((code) => !names(titles, code))).toEqual([])
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

  test('names for every code the endpoints that can answer with it', () => {
    const everywhere = new Set<ErrorCode>([...COMMON_ERRORS, ...TOKEN_ERRORS])
    const described = [...page.matchAll(/^\| `(\w+)` .*\| ([^|]*) \|$/gm)].flatMap(([, code, where = '']) =>
      [...where.matchAll(/`([\w.]+)`/g)].map(([, id]) => `${id} ${code}`),
    )
    const reachable = ENDPOINTS.flatMap((each) =>
      errorCodesOf(each).flatMap((code) => (everywhere.has(code) ? [] : [`${each.id} ${code}`])),
    )
    expect(new Set(described)).toEqual(new Set(reachable))
  })

  test('an endpoint does not repeat what follows from it or what every endpoint may answer', () => {
    const repeated = ENDPOINTS.flatMap((each) => {
      const implied = new Set<ErrorCode>([...COMMON_ERRORS, ...impliedErrors(each)])
      return each.errors.filter((code) => implied.has(code)).map((code) => `${each.id} ${code}`)
    })
    expect(repeated).toEqual([])
  })
})

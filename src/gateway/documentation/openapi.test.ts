import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { errorCodesOf, isConditional, ERRORS } from '../../contract/errors.ts'
import { DATE_RULE, NUMBER_RULE, TEXT_RULE } from '../../contract/common.ts'
import { ABOUT, ENDPOINTS } from '../../wiring/groups.ts'
import { parseDay, parseInstant } from '../../kernel/time.ts'
import { openApiDocument } from './openapi.ts'

type Json = Record<string, any>

const ROOT = new URL('../../../', import.meta.url)
const readJson = (path: string): Json => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Json

const { version } = readJson('package.json')
const document: Json = openApiDocument(ENDPOINTS, { version: String(version), simulated: false, tags: ABOUT })
const schemas: Record<string, Json> = document['components']['schemas']
const operations = ENDPOINTS.map((endpoint) => ({
  endpoint,
  operation: document['paths'][endpoint.path][endpoint.method.toLowerCase()] as Json,
}))

/** Every object of a tree with the keys that lead to it. */
function* walk(node: unknown, path: string[] = []): Generator<[Json, string[]]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield [node, path]
  for (const [key, child] of Object.entries(node)) yield* walk(child, [...path, key])
}

/** Every property of every schema, and every parameter, by name. */
function* properties(): Generator<[name: string, schema: Json]> {
  for (const [node, path] of walk(schemas)) {
    if (path.includes('examples')) continue
    for (const [name, property] of Object.entries((node['properties'] ?? {}) as Json)) {
      yield [`${path.join('.')}.${name}`, property as Json]
    }
  }
  for (const { endpoint, operation } of operations) {
    for (const parameter of operation['parameters'] ?? []) {
      yield [`${endpoint.id}?${parameter.name}`, { ...parameter.schema, description: parameter.description }]
    }
  }
}

const resolve = (ref: string): Json | undefined =>
  ref
    .slice(2)
    .split('/')
    .reduce<any>((node, key) => node?.[key], document)

describe('the OpenAPI document', () => {
  test('is the one in openapi.json', () => {
    expect(readJson('openapi.json')).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('has one operation for each endpoint and no other', () => {
    const found = Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
      Object.keys(methods as Json).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(found).toHaveLength(ENDPOINTS.length)
    expect(new Set(found)).toEqual(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)))
    const ids = operations.map(({ operation }) => operation['operationId'])
    expect(new Set(ids).size).toBe(ENDPOINTS.length)
  })

  test('every $ref leads somewhere', () => {
    const refs = [...walk(document)].flatMap(([node]) =>
      typeof node['$ref'] === 'string' ? [node['$ref']] : [],
    )
    expect(refs.length).toBeGreaterThan(20)
    expect(refs.filter((ref) => typeof resolve(ref) !== 'object')).toEqual([])
    expect([...walk(document)].filter(([node]) => '$id' in node)).toEqual([])
  })

  test('a component name stands for one schema alone', () => {
    const byId = new Map<string, Set<string>>()
    for (const { params, query, body, reply, stream } of ENDPOINTS) {
      for (const [node] of walk([params, query, body, reply, stream])) {
        if (typeof node['$id'] !== 'string') continue
        byId.set(node['$id'], (byId.get(node['$id']) ?? new Set()).add(JSON.stringify(node)))
      }
    }
    expect([...byId].filter(([, variants]) => variants.size > 1)).toEqual([])
    expect(new Set(Object.keys(schemas))).toEqual(new Set([...byId.keys(), 'Error']))
  })

  test('every schema is described and has an example that fits it', () => {
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      keywords: ['components', TEXT_RULE, NUMBER_RULE, DATE_RULE],
      formats: {
        date: (text: string) => parseDay(text) !== null,
        'date-time': (text: string) => parseInstant(text) !== null,
      },
    })
    ajv.addSchema({ $id: 'doc', components: { schemas } })
    const faults = Object.entries(schemas).flatMap(([name, { description, examples = [] }]) => {
      const validate = ajv.compile({ $ref: `doc#/components/schemas/${name}` })
      const unfit = examples.filter((example: unknown) => !validate(example))
      return [
        ...(String(description).endsWith('.') ? [] : [`${name} is not described`]),
        ...(examples.length > 0 ? [] : [`${name} has no example`]),
        ...unfit.map(() => `${name}: an example does not fit`),
      ]
    })
    expect(faults).toEqual([])
  })

  test('every property and parameter is described, by itself or by what it refers to', () => {
    const all = [...properties()]
    expect(all.length).toBeGreaterThan(60)
    const silent = all.filter(([, property]) => {
      const text = property['description'] ?? resolve(String(property['$ref'] ?? '#/'))?.['description']
      return !/\S.*\S/.test(String(text ?? ''))
    })
    expect(silent).toEqual([])
  })

  test('every number says what it counts', () => {
    const unit =
      /currency|dollar|percent|fraction|seconds|shares|coins|HTTP status|how many|price over|value over|capitalisation over|P\/E over|payments|position|page|days|ratio|bars\b/i
    const numbers = [...properties()].filter(([, { type }]) =>
      ['number', 'integer'].some((each) => [type].flat().includes(each)),
    )
    expect(numbers.length).toBeGreaterThan(30)
    expect(numbers.filter(([, { description }]) => !unit.test(description))).toEqual([])
  })

  test('answers hold exactly what is specified: every key is there, and no other', () => {
    // What is sent, and echoed, may leave out what it does not need.
    const answers = Object.entries(schemas).filter(([name]) => !/(Input|ResolveItem)$/.test(name))
    const loose = answers.filter(
      ([, { type, additionalProperties, required, properties: known }]) =>
        type === 'object' &&
        (additionalProperties !== false || new Set(required).size !== Object.keys(known).length),
    )
    expect(loose).toEqual([])
  })

  test.each(operations)(
    '$endpoint.id lists every code it can answer with under its status',
    ({ endpoint, operation }) => {
      const codes = errorCodesOf(endpoint)
      const {
        [String(endpoint.status ?? 200)]: success,
        304: unchanged,
        ...failures
      } = Object.fromEntries(
        Object.entries(operation['responses'] as Record<string, Json>).map(([status, each]) => [
          status,
          document['components'].responses[each['$ref']?.split('/').at(-1)] ?? each,
        ]),
      ) as Record<string, Json>
      expect(unchanged !== undefined).toBe(isConditional(endpoint))
      const { stream } = endpoint
      const ofStream = stream?.kind === 'attachment' ? stream.mediaTypes : ['text/event-stream']
      const types = stream === undefined ? ['application/json'] : ofStream
      expect(Object.keys(success?.['content'])).toEqual(types)
      for (const type of types) expect(success?.['content'][type].schema).toBeDefined()
      const created = endpoint.creates === true ? ['201'] : []
      expect(new Set(Object.keys(failures))).toEqual(
        new Set([...created, ...codes.map((code) => String(ERRORS[code].status))]),
      )
      for (const code of codes) {
        const response = failures[String(ERRORS[code].status)]
        expect(response?.['description']).toContain(`\`${code}\``)
        expect(response?.['content']['application/json'].schema).toEqual({
          $ref: '#/components/schemas/Error',
        })
      }
      for (const status of ['429', '503']) expect(failures[status]?.['headers']['Retry-After']).toBeDefined()
    },
  )

  test('a file is text, or an array of its items where it is JSON', () => {
    const { content } = document['paths']['/v1/portfolio/transactions/export'].get.responses['200']
    expect(content['text/csv'].schema).toEqual({ type: 'string' })
    expect(content['application/json'].schema).toEqual({
      type: 'array',
      description: 'The items of the file.',
      items: { $ref: '#/components/schemas/Transaction' },
    })
  })

  test.each(operations)(
    '$endpoint.id says whether it needs a token, and what each part of its path is',
    ({ endpoint, operation }) => {
      expect(operation['security']).toEqual(endpoint.auth === 'public' ? [] : undefined)
      const inPath: Json[] = (operation['parameters'] ?? []).filter((each: Json) => each['in'] === 'path')
      expect(inPath.map((each) => each['name'])).toEqual(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      )
      expect(inPath.every((each) => each['required'] === true)).toBe(true)
      expect(document['tags'].map((tag: Json) => tag['name'])).toEqual(
        expect.arrayContaining(operation['tags']),
      )
      expect(operation['requestBody'] !== undefined).toBe(endpoint.body !== undefined)
    },
  )

  test('a parameter with a default is not required', () => {
    const search = operations.find(({ endpoint }) => endpoint.id === 'instruments.search')?.operation
    const required = (search?.['parameters'] ?? []).map((each: Json) => [each['name'], each['required']])
    expect(Object.fromEntries(required)).toEqual({ q: true, limit: false, asset_class: false })
  })

  test('says that the numbers are simulated when they are, and only then', () => {
    const simulated: Json = openApiDocument(ENDPOINTS, { version: '1', simulated: true, tags: ABOUT })
    expect(simulated['info'].description).toMatch(/simulated/i)
    expect(document['info'].description).not.toMatch(/simulated/i)
  })
})

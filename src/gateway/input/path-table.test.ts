import { describe, expect, test } from 'vitest'
import { PathTable } from './path-table.ts'

const table = new PathTable()
table.add('/', 'GET')
table.add('/v1/things/search', 'GET')
table.add('/v1/things/{id}', 'GET')
table.add('/v1/things/{id}', 'DELETE')
table.add('/v1/things/:other', 'PATCH')
table.add('/v1/things/{id}/parts', 'POST')
table.add('/v1/login', 'POST')

describe('the methods of a path', () => {
  test.each([
    ['/', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/login', ['OPTIONS', 'POST']],
    ['/v1/things/42/parts', ['OPTIONS', 'POST']],
    ['/v1/things/search', ['GET', 'HEAD', 'OPTIONS']],
  ])('%s takes %j', (path, methods) => {
    expect(table.allowed(path)).toEqual(methods)
  })

  test('a fixed segment wins over a parameter', () => {
    expect(table.allowed('/v1/things/search')).not.toContain('DELETE')
    expect(table.allowed('/v1/things/searching')).toContain('DELETE')
  })

  test.each([
    '',
    '/v1',
    '/v1/things',
    '/v1/things/',
    '/v1/things/a/',
    '/v1/things/a/b',
    '/v1/Login',
    '//',
    '/v1/login/',
  ])('%j is unknown', (path) => {
    expect(table.allowed(path)).toBeNull()
  })

  test('asking does not change the response', () => {
    expect(table.allowed('/v1/login')).toEqual(table.allowed('/v1/login'))
    expect(table.allowed('/')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })
})

test('a static path refuses the methods that only a more general one takes', () => {
  const table = new PathTable()
  table.add('/things', 'POST')
  table.add('/things/{id}', 'GET')
  table.add('/things/{id}', 'DELETE')
  table.add('/things/find', 'POST')
  table.add('/things/all', 'GET')
  table.add('/things/{id}/parts', 'GET')
  expect(table.shadowed()).toEqual([
    { path: '/things/find', methods: ['GET', 'DELETE'], allowed: ['OPTIONS', 'POST'] },
    { path: '/things/all', methods: ['DELETE'], allowed: ['GET', 'HEAD', 'OPTIONS'] },
  ])
})

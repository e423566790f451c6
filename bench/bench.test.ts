import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { autocannonOptions } from './autocannon-options.ts'
import { selectParts } from './parts.ts'

describe('a load by autocannon', () => {
  const seen: Array<Record<string, unknown>> = []
  const server = createServer(({ url, headers }, response) => {
    seen.push({ url, token: headers.authorization, forwarded: headers['x-forwarded-for'] })
    response.end('{}')
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path`
  })
  afterAll(() => server.close())

  const run = async (addresses?: number): Promise<unknown[]> => {
    seen.length = 0
    const options = autocannonOptions({
      url,
      headers: { authorization: 'Bearer x' },
      addresses,
      connections: 1,
      seconds: 5,
    })
    const { requests } = await autocannon({ ...options, amount: 4 })
    expect(requests.total).toBe(4)
    return seen
  }

  test('sends the path and its headers where no addresses are asked for', async () => {
    expect(await run()).toEqual(Array(4).fill({ url: '/path', token: 'Bearer x', forwarded: undefined }))
  })

  test('sends from the addresses in turn', async () => {
    const forwarded = (await run(3)).map((each) => (each as { forwarded: string }).forwarded)
    expect(forwarded.toSorted()).toEqual(['10.0.0.0', '10.0.0.0', '10.0.0.1', '10.0.0.2'])
  })
})

describe('the parts of a benchmark', () => {
  const NAMES = ['startup', 'search', 'http']

  test('are those that were asked for, and all when none was', () => {
    expect(selectParts(NAMES, ['http', 'startup'])).toEqual(['startup', 'http'])
    expect(selectParts(NAMES, [])).toEqual(NAMES)
  })

  test('an unknown name is refused with the list of names', () => {
    expect(() => selectParts(NAMES, ['http', 'htpp'])).toThrow(
      'There is no benchmark htpp: choose from startup, search, http.',
    )
  })
})

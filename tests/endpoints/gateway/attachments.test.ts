import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { endpoint, handleStream } from '../../../src/contract/endpoint.ts'
import { type AttachmentResult, attachment } from '../../../src/contract/events.ts'
import { openApiDocument } from '../../../src/gateway/documentation/openapi.ts'
import { fail } from '../../../src/kernel/fail.ts'
import { startStreamGateway, type StreamGatewayOptions } from '../../support/stream-gateway.ts'

const about = {
  method: 'GET',
  auth: 'user',
  summary: 'A file',
  description: 'A file as the test wants it.',
  params: Type.Object({ kind: Type.String() }),
  errors: ['INSTRUMENT_NOT_FOUND'],
} as const

const csv = endpoint({
  ...about,
  id: 'test.csv',
  path: '/v1/test/csv/{kind}',
  stream: attachment('text/csv'),
})
const json = endpoint({
  ...about,
  id: 'test.json',
  path: '/v1/test/json/{kind}',
  stream: attachment('application/json'),
})

const ALICE = { authorization: 'Bearer alice.t1.a' }
const PAD = 'x'.repeat(4_000)

async function start(options: Partial<StreamGatewayOptions> = {}) {
  const seen = { made: 0, ended: 0 }
  async function* many(count: number): AsyncGenerator<[number, string]> {
    try {
      for (let n = 1; n <= count; n++) {
        seen.made++
        yield [n, PAD]
      }
    } finally {
      seen.ended++
    }
  }
  async function* dying(after: number): AsyncGenerator<[number, string]> {
    yield* many(after)
    throw new Error('secret')
  }
  function open({ params: { kind } }: { params: { kind: string } }): AttachmentResult {
    const filename = kind === 'odd-name' ? 'a"\r\nSet-Cookie: b=ü.csv' : 'export.csv'
    if (kind === 'refused') fail('INSTRUMENT_NOT_FOUND', 'There is nothing to export.')
    if (kind === 'nothing') return { filename, rows: [] }
    if (kind === 'text') return { filename, text: ['one,', Buffer.from('two'), '\r\nthree'] }
    if (kind === 'many') return { filename, rows: many(5_000) }
    if (kind === 'endless') return { filename, rows: many(10_000_000) }
    if (kind === 'dies-first') return { filename, rows: dying(0) }
    if (kind === 'dies') return { filename, rows: dying(5_000) }
    return {
      filename,
      rows: [
        ['name', 'value'],
        ['a,b', 1.5],
        ['say "hi"\nthere', null],
        [' edge ', true],
      ],
    }
  }
  const gateway = await startStreamGateway({
    ...options,
    routes: [handleStream(csv, open), handleStream(json, open)],
  })
  return {
    ...gateway,
    seen,
    get: (path: string) => fetch(`${gateway.url}/v1/test/${path}`, { headers: ALICE }),
  }
}

describe('an attachment', () => {
  test('200: rows of CSV, quoted where they must be', async () => {
    const { get } = await start()
    const response = await get('csv/plain')
    expect(await response.text()).toBe('name,value\r\n"a,b",1.5\r\n"say ""hi""\nthere",\r\n" edge ",true\r\n')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="export.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('200: one JSON array, also of nothing', async () => {
    const { get } = await start()
    expect(await (await get('json/plain')).json()).toHaveLength(4)
    expect(await (await get('json/nothing')).json()).toEqual([])
  })

  test('200: text and bytes as they are, and a file of nothing', async () => {
    const { get } = await start()
    expect(await (await get('csv/text')).text()).toBe('one,two\r\nthree')
    const nothing = await get('csv/nothing')
    expect([nothing.status, await nothing.text()]).toEqual([200, ''])
  })

  test('has a name that cannot leave its header', async () => {
    const { get } = await start()
    const { headers } = await get('csv/odd-name')
    expect(headers.get('content-disposition')).toBe('attachment; filename="a___Set-Cookie_ b__.csv"')
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('of 20 MB arrives whole, to the last row', async () => {
    const { get, seen, openStreams } = await start()
    const lines = (await (await get('csv/many')).text()).split('\r\n')
    expect(lines).toHaveLength(5_001)
    expect(lines[4_999]).toBe(`5000,${PAD}`)
    await expect.poll(() => [seen.ended, openStreams.total('stream')]).toEqual([1, 0])
  })

  test('is described in OpenAPI by its type', () => {
    const document = openApiDocument([csv, json], { version: '1', simulated: false, tags: [] }) as any
    const types = Object.values(document.paths).map((path: any) =>
      Object.keys(path.get.responses['200'].content),
    )
    expect(types).toEqual([['text/csv'], ['application/json']])
  })
})

describe('a failure of an attachment', () => {
  test.each([
    ['refused', 404, 'INSTRUMENT_NOT_FOUND'],
    ['dies-first', 500, 'INTERNAL_ERROR'],
  ])('before its first byte (%s) is an ordinary response: %i %s', async (kind, status, code) => {
    const { get, openStreams } = await start()
    const response = await get(`csv/${kind}`)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
    expect(openStreams.total('stream')).toBe(0)
  })

  test('after its first byte cuts the connection, so that half a file is not taken for a whole one', async () => {
    const { get, reported, openStreams } = await start()
    const response = await get('csv/dies')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(reported).toHaveLength(1)
    await expect.poll(() => openStreams.total('stream')).toBe(0)
  })
})

describe('a reader of an attachment that stops', () => {
  test('pauses what makes it, and is cut off once it has been blocked for too long', async () => {
    const { port, seen, openStreams } = await start({ timeouts: { stallMs: 2_000 } })
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.pause()
    socket.write(
      `GET /v1/test/csv/endless HTTP/1.1\r\nHost: x\r\nAuthorization: ${ALICE.authorization}\r\n\r\n`,
    )
    for (let before = -1; before !== seen.made || seen.made === 0;) {
      before = seen.made
      await delay(200)
    }
    expect(seen.made * PAD.length).toBeLessThan(64 * 1024 * 1024)
    await expect.poll(() => openStreams.total('stream'), { timeout: 10_000 }).toBe(0)
    expect(seen.ended).toBe(1)
    socket.destroy()
  })
})

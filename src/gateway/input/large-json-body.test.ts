import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './json-body.ts'
import { parseLargeJsonBody } from './large-json-body.ts'

type Outcome = { value: unknown } | { code: unknown }

/** What becomes of a body, read in turns of so few bytes that small ones have many. */
const inTurns = (bytes: Buffer, pieceBytes = 1): Promise<Outcome> =>
  parseLargeJsonBody(bytes, pieceBytes).then(
    (value) => ({ value }),
    (error: { code?: unknown }) => ({ code: error.code }),
  )

function atOnce(bytes: Buffer): Outcome {
  try {
    return { value: parseJsonBody(bytes) }
  } catch (error) {
    return { code: (error as { code?: unknown }).code }
  }
}

/** Texts that are JSON or nearly so. */
const token = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '"',
  '\\',
  '"a"',
  '"a":',
  '1',
  'null',
  '[1,2]',
  '{"b":[[1],{}]}',
  '\uFEFF',
  '\u00a0',
  'é',
  '"é,["',
  '"__proto__":1',
)
const nearly = fc.array(token, { maxLength: 16 }).map((tokens) => tokens.join(''))
const wrapped = fc
  .tuple(
    fc.constantFrom('{"items":[', '[[', '{"a":{"b":['),
    nearly,
    fc.constantFrom(']}', ']]', ']}}', ',]}', ']'),
  )
  .map((parts) => parts.join(''))

describe('a body that is read in turns', () => {
  test('is what it is when it is read at once', async () => {
    const body = fc.oneof(fc.json(), nearly, wrapped)
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(1, 3, 10), async (text, pieceBytes) => {
        const bytes = Buffer.from(text)
        expect(await inTurns(bytes, pieceBytes)).toEqual(atOnce(bytes))
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['{"items":[[1],[2,3],[]],"more":[4]}'],
    ['{"items":[1,2],"items":["x,]"]}'],
    ['[[1,2,3],[],{"a":[1,2,3]}]'],
    ['\uFEFF{"items":[ 1 , 2 ]}'],
    ['{"items":[1,2,]}'],
    ['{"items":[,1]}'],
    ['{"items":[1,,2]}'],
    ['{"items":[1 2,3]}'],
    ['{"items":[1,2}'],
    ['{"items":[{"__proto__":1},2]}'],
    ['{"items":[1,{"constructor":{"prototype":1}}]}'],
    ['{"items":[1,\uFEFF2]}'],
    ['{"items":["\\\\",",","\\"]"]}'],
  ])('%s too', async (text) => {
    const bytes = Buffer.from(text)
    for (const pieceBytes of [1, 2, 5, 100]) expect(await inTurns(bytes, pieceBytes)).toEqual(atOnce(bytes))
  })

  test.each([
    ['bytes that are no UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'MALFORMED_REQUEST'],
    ['65 levels', Buffer.from('['.repeat(65) + ']'.repeat(65)), 'MALFORMED_REQUEST'],
    ['more than a million values', Buffer.from(`[[0${',0'.repeat(1_000_000)}]]`), 'PAYLOAD_TOO_LARGE'],
  ])('%s are refused', async (_, bytes, code) => {
    expect(await inTurns(bytes, 65_536)).toEqual({ code })
  })

  test('lets what else waits have its turn', async () => {
    const items = Array.from({ length: 30 }, (_, at) => ({
      at,
      body: 'Revenue rose by 4 percent. '.repeat(10_000),
    }))
    const bytes = Buffer.from(JSON.stringify({ items }))
    let isDone = false
    let turns = 0
    const parsing = parseLargeJsonBody(bytes).finally(() => (isDone = true))
    while (!isDone) {
      await setImmediate()
      turns++
    }
    expect(await parsing).toEqual({ items })
    expect(turns).toBeGreaterThan(3)
  })
})

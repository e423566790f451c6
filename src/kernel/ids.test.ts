import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUuid, nameId, randomId } from './ids.ts'

const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

/** RFC 9562 section 5.5, from SHA-1 up. */
function uuidV5(name: string, namespace: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

describe('name-based ids', () => {
  it('are UUIDv5 of their parts under the namespace of Tidemark, and stay what they are', () => {
    const namespace = uuidV5('tidemark', URL_NAMESPACE)
    expect(nameId('listing', 'XNAS', 'AAPL')).toBe(uuidV5('7:listing|4:XNAS|4:AAPL', namespace))
    expect(nameId('user', 'zoë@demo.test')).toBe(uuidV5('4:user|13:zoë@demo.test', namespace))
  })

  it('differ whenever the parts differ, however these are cut', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '|', ':', '1') }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [first = '', ...rest] = one
        const [second = '', ...others] = other
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(nameId(first, ...rest) === nameId(second, ...others)).toBe(same)
      }),
    )
    expect(nameId('a', 'bc')).not.toBe(nameId('ab', 'c'))
  })

  it('exist for any text, a lone surrogate included', () => {
    expect(nameId('user', '\ud800@x')).toBe(nameId('user', '\ufffd@x'))
  })
})

describe('fresh ids', () => {
  it('are canonical UUIDs of version 4, each another one', () => {
    const fresh = Array.from({ length: 1_000 }, () => randomId())
    expect(new Set(fresh).size).toBe(1_000)
    for (const id of fresh)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('isUuid', () => {
  it.each(['6ba7b811-9dad-11d1-80b4-00c04fd430c8', '6BA7B811-9DAD-11D1-80B4-00C04FD430C8'])(
    'knows %s',
    (text) => {
      expect(isUuid(text)).toBe(true)
    },
  )

  it.each([
    '',
    'urn:uuid:6ba7b811-9dad-11d1-80b4-00c04fd430c8',
    '{6ba7b811-9dad-11d1-80b4-00c04fd430c8}',
    '6ba7b8119dad11d180b400c04fd430c8',
    '6ba7b811-9dad-11d1-80b4-00c04fd430c8\n',
    ' 6ba7b811-9dad-11d1-80b4-00c04fd430c8',
    '6ba7b811-9dad-11d1-80b4-00c04fd430cg',
    '6ba7b811-9dad-11d1-80b4-00c04fd430c',
    '6ba7b81-19dad-11d1-80b4-00c04fd430c8',
  ])('refuses %j', (text) => {
    expect(isUuid(text)).toBe(false)
  })
})

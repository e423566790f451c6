import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { DamagedZip, isZip, unzip } from './zip.ts'

const TEXT = 'Date,USD\n2024-01-02,1.0956\n'.repeat(50)
const DIRECTORY_MAGIC = Buffer.of(0x50, 0x4b, 0x01, 0x02)

function archive(level: 0 | 9): Buffer {
  return Buffer.from(zipSync({ 'a/rates.csv': [strToU8(TEXT), { level }], 'ü.txt': strToU8('€') }))
}

describe('unzip', () => {
  test.each([0, 9] as const)('reads members packed at level %i, without their folders', (level) => {
    expect(unzip(archive(level))).toEqual([
      { name: 'rates.csv', text: TEXT },
      { name: 'ü.txt', text: '€' },
    ])
  })

  test('leaves folders out and reads empty files and empty archives', () => {
    const bytes = Buffer.from(
      zipSync({ folder: { 'empty.csv': new Uint8Array(0) }, 'bare/': new Uint8Array(0) }),
    )
    expect(unzip(bytes)).toEqual([{ name: 'empty.csv', text: '' }])
    expect(unzip(Buffer.from(zipSync({})))).toEqual([])
  })

  test('a comment at the end does no harm', () => {
    const bytes = Buffer.concat([archive(9), Buffer.from('comment')])
    bytes.writeUInt16LE(7, bytes.length - 9)
    expect(unzip(bytes)).toHaveLength(2)
  })

  test('every truncation throws one sentence and nothing else', () => {
    const whole = archive(9)
    for (let length = 0; length < whole.length; length += 7) {
      expect(() => unzip(whole.subarray(0, length))).toThrow(DamagedZip)
    }
  })

  test('content that does not match its checksum is refused', () => {
    const bytes = archive(0)
    const digit = bytes.indexOf('1.0956')
    bytes.write('7', digit)
    expect(() => unzip(bytes)).toThrow('its content does not match its checksum')
  })

  test('other methods and sizes beyond 400 MB are refused before unpacking', () => {
    const record = archive(9).indexOf(DIRECTORY_MAGIC)
    const lzma = archive(9)
    lzma.writeUInt16LE(14, record + 10)
    expect(() => unzip(lzma)).toThrow('it is compressed by a method other than deflate')
    const bomb = archive(9)
    bomb.writeUInt32LE(500 * 1024 * 1024, record + 24)
    expect(() => unzip(bomb)).toThrow('it unpacks to more than 400 MB')
    const liar = archive(9)
    liar.writeUInt32LE(10, record + 24)
    expect(() => unzip(liar)).toThrow(DamagedZip)
  })
})

test('an archive is told by its first bytes', () => {
  expect(isZip(archive(9))).toBe(true)
  expect(isZip(Buffer.from(zipSync({})))).toBe(true)
  expect(isZip(Buffer.from('Date,USD\n2024-01-02,1.0956\n'))).toBe(false)
  expect(isZip(Buffer.from('PK'))).toBe(false)
})

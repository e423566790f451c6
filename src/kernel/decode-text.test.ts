import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'Stück;Gebühr;Kürzel\n1;2,50 €;ÄÖ\n'
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

describe('text of an unknown encoding', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16, big end first', utf16be(`\ufeff${TEXT}`)],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 without a mark, big end first', utf16be(TEXT)],
    ['windows-1252', Buffer.from(TEXT.replace('€', '\u0080'), 'latin1')],
  ])('is read in %s', (_, bytes) => expect(decodeText(bytes)).toBe(TEXT))

  it('stays UTF-8 where a byte of it is wrong, so that the rest of a long file is not spoilt', () => {
    const damaged = Buffer.concat([Buffer.from('Münchener Rück;1\nNestl'), Buffer.from([0xe9, 0x0a])])
    expect(decodeText(damaged)).toBe('Münchener Rück;1\nNestl\ufffd\n')
  })

  it('is windows-1252 where two of its characters happen to be one of UTF-8', () => {
    const text = 'HÄNDLERBÖ»;Gebühr;Stück\n'
    expect(decodeText(Buffer.from(text, 'latin1'))).toBe(text)
  })

  it('is what was written, whatever was written in UTF-8', () => {
    const written = fc.string({ unit: 'grapheme' }).filter((text) => !/^\ufeff|\0/.test(text))
    fc.assert(
      fc.property(written, (text) => {
        expect(decodeText(Buffer.from(text))).toBe(text)
      }),
    )
  })

  it('is some text for any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(typeof decodeText(bytes)).toBe('string')
      }),
    )
  })
})

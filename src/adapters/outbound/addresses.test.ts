import { describe, expect, test } from 'vitest'
import { OutsideFailure } from '../../ports/outside.ts'
import { isPublicAddress, mayDial, networksOf, refuseUnsafeUrl } from './addresses.ts'

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '',
    'example.com',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450:4001::1'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('allowed networks add to what is public and take nothing away', () => {
    const allowed = networksOf(['10.1.0.0/16', 'fd00::/8'])
    expect(['10.1.2.3', 'fd00::1', '8.8.8.8'].map((each) => mayDial(each, allowed))).toEqual([
      true,
      true,
      true,
    ])
    expect(['10.2.0.1', '127.0.0.1', 'fc00::1', 'x'].map((each) => mayDial(each, allowed))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test.each(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8/8', '::/129', '10.0.0.0/'])(
    '%s is no network',
    (text) => {
      expect(() => networksOf([text])).toThrow(RangeError)
    },
  )
})

describe('URLs', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://localhost/',
    'http://localhost./',
    'http://a.localhost/',
    'http://LOCALHOST/',
    'http://printer/',
    'http://db.internal/',
    'http://x.local/',
    'http://169.254.169.254/latest/meta-data',
    'http://134744072/',
    'http://0x08.8.8.8/',
    'http://user@example.com/',
    'http://user:pw@example.com/',
    'http://example.com:22/',
    'http://example.com:8080/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    '//example.com/',
    'example.com',
    '',
    'http://',
    `http://example.com/${'a'.repeat(3_000)}`,
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://loc%61lhost/',
  ])('%s is refused without saying why', (url) => {
    expect(() => refuseUnsafeUrl(url)).toThrow(
      new OutsideFailure('unsafe', 'The address is not one that may be requested.'),
    )
  })

  test.each([
    'http://example.com/',
    'https://example.com:443/a?b#c',
    'https://8.8.8.8/',
    'http://[2606:4700::1]/',
    'https://EXAMPLE.com./',
  ])('%s is taken', (url) => {
    expect(refuseUnsafeUrl(url).href).toBe(new URL(url).href)
  })

  test('with allowed networks: their addresses, any port, any name', () => {
    const allowed = networksOf(['127.0.0.0/8'])
    expect(refuseUnsafeUrl('http://127.0.0.1:8080/', allowed).port).toBe('8080')
    expect(refuseUnsafeUrl('http://feeds:8080/', allowed).hostname).toBe('feeds')
    expect(() => refuseUnsafeUrl('http://10.0.0.1/', allowed)).toThrow(OutsideFailure)
  })
})

import { describe, expect, test } from 'vitest'
import { HostList } from './hosts.ts'

const takes = (host: string, allowedHosts: string[], asked: string, target = '/'): boolean =>
  new HostList({ host, allowedHosts }).refusal(asked, target) === null

describe('a server on the loopback address', () => {
  test.each([
    'localhost',
    'localhost:8080',
    'LocalHost:1',
    '127.0.0.1',
    '127.0.0.1:8080',
    '127.255.0.9:99',
    '[::1]',
    '[::1]:8080',
    '[0:0:0:0:0:0:0:1]:8080',
    'localhost:',
  ])('is asked as %s', (asked) => {
    expect(takes('127.0.0.1', [], asked)).toBe(true)
  })

  test.each([
    '',
    ' ',
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.localhost',
    'localhost.',
    'localhost@evil.example',
    'localhost:8080:9',
    'localhost:x',
    'localhost,evil.example',
    '128.0.0.1',
    '127.0.0',
    '127.1',
    '127.0.0.1.',
    '127.0.0.256.x',
    '0.0.0.0',
    '192.0.2.1:8080',
    '[::]',
    '[::2]:80',
    '[::1',
    '::1',
    '[::ffff:192.0.2.1]',
    'loca\u212Ahost',
    'gateway',
  ])('is not asked as %j', (asked) => {
    expect(takes('127.0.0.1', [], asked)).toBe(false)
  })

  test('is asked without a Host, as HTTP/1.0 allows', () => {
    expect(new HostList({ host: 'localhost', allowedHosts: [] }).refusal(undefined, '/')).toBeNull()
  })

  test('is asked for what an absolute target names, whatever its Host says', () => {
    expect(takes('127.0.0.1', [], 'localhost', 'http://evil.example/v1')).toBe(false)
    expect(takes('127.0.0.1', [], 'localhost', 'HTTPS://evil.example')).toBe(false)
    expect(takes('127.0.0.1', [], 'localhost', 'http://localhost@evil.example/')).toBe(false)
    expect(takes('127.0.0.1', [], 'evil.example', 'http://localhost/v1')).toBe(false)
    expect(takes('127.0.0.1', [], 'localhost', 'http://127.0.0.1:8080/v1')).toBe(true)
  })
})

test('a refusal is forgotten by the next who asks properly, and an admission by a stranger', () => {
  const hosts = new HostList({ host: '127.0.0.1', allowedHosts: [] })
  for (let i = 0; i < 3; i += 1) {
    expect(hosts.refusal('localhost:80', '/')).toBeNull()
    expect(hosts.refusal('evil.example', '/')).toMatchObject({ code: 'MISDIRECTED_REQUEST' })
  }
})

test.each([
  ['192.0.2.7', '192.0.2.7:8080', true],
  ['192.0.2.7', '192.0.2.8:8080', false],
  ['192.0.2.7', 'localhost', true],
  ['fd00::1', '[fd00::1]:8080', true],
  ['FD00:0::1', '[fd00::1]', true],
  ['fd00::1', '[fd00::2]', false],
  ['0.0.0.0', '0.0.0.0:8080', true],
  ['0.0.0.0', '192.0.2.8:8080', true],
  ['::', '[2001:db8::1]', true],
  ['0.0.0.0', 'evil.example', false],
  ['0.0.0.0', '192.0.2.8.evil.example', false],
  ['::', 'dead.beef', false],
])('a server on %s that is asked as %s: %j', (host, asked, taken) => {
  expect(takes(host, [], asked)).toBe(taken)
})

test('names of ALLOWED_HOSTS are taken on any port, and no name below them', () => {
  const allowed = ['dev.example', '192.0.2.9', 'fd00::9']
  for (const asked of ['dev.example', 'DEV.example:443', '192.0.2.9:1', '[fd00:0::9]:1'])
    expect(takes('127.0.0.1', allowed, asked)).toBe(true)
  for (const asked of ['x.dev.example', 'dev.example.evil', 'dev.example@evil.test'])
    expect(takes('127.0.0.1', allowed, asked)).toBe(false)
})

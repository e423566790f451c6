import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  [undefined, 'gone'],
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each(['', 'unknown', ':', ':::', 'x'.repeat(10_000), `${'1:'.repeat(10_000)}`])(
  'what a proxy says that is no address is something short: %#',
  (address) => {
    expect(networkOf(address).length).toBeLessThanOrEqual(45)
  },
)

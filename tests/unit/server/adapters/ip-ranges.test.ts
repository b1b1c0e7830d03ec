import { expect, it } from 'vitest'
import { networkOf } from '../../../../server/adapters/ip-ranges'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b::/64'],
  ['x'.repeat(200), 'x'.repeat(45)],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

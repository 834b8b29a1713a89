import { expect, test } from 'vitest'
import { ipBlock, ipWideBlock } from './networks.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24', null],
  ['::ffff:203.0.113.77', '203.0.113.0/24', null],
  ['::ffff:cb00:714d', '203.0.113.0/24', null],
  ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.0/24', null],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:DB8::a:b:c:d', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1::2:0:0:1', '2001:db8:1:0::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['::', '0:0:0:0::/64', '0:0:0::/48'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['not an address', 'not an address', null],
])('puts %s into %s and %s', (ip, block, wide) => {
  expect([ipBlock(ip), ipWideBlock(ip)]).toEqual([block, wide])
})

test('separates addresses that share the text of their first groups', () => {
  expect(ipBlock('2001:db8::1')).not.toBe(ipBlock('2001:db8:0:1::1'))
  expect(ipBlock('2001:db8::1')).toBe(ipBlock('2001:db8:0:0:ffff::9'))
})

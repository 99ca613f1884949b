import { expect, test } from 'vitest'
import { addressBlock } from '#kernel/address-block.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', true],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', true],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', false],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48', false],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64', '2001:db8:1::/48', false],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48', false],
  ['::1', '0:0:0:0::/64', '0:0:0::/48', false],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48', false],
  ['', '', '', true],
])('%s belongs to %s in %s', (address, unit, wide, isShared) => {
  expect(addressBlock(address)).toEqual({ unit, wide, isShared })
})

import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createAddressReader } from '#server/request.ts'

function createRequest(peer: string, forwardedFor?: string) {
  return {
    socket: { remoteAddress: peer },
    headers: { 'x-forwarded-for': forwardedFor },
  } as unknown as IncomingMessage
}

test('without trusted proxies the peer is the client, whatever its header claims', () => {
  expect(createAddressReader([])(createRequest('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7')
})

test('a trusted proxy names the client', () => {
  expect(createAddressReader(['10.0.0.0/8'])(createRequest('10.1.2.3', '198.51.100.1'))).toBe('198.51.100.1')
})

test('a client cannot prepend a false address', () => {
  const readAddress = createAddressReader(['10.0.0.0/8'])
  expect(readAddress(createRequest('10.1.2.3', '1.1.1.1, 198.51.100.1'))).toBe('198.51.100.1')
})

test('a chain of trusted proxies is followed to its end', () => {
  const readAddress = createAddressReader(['10.0.0.0/8', 'fd00::/8'])
  expect(readAddress(createRequest('10.1.2.3', '198.51.100.1, fd00::5, 10.9.9.9'))).toBe('198.51.100.1')
})

test('an untrusted peer is never skipped, and invalid text in the header is not an address', () => {
  const readAddress = createAddressReader(['10.0.0.1'])
  expect(readAddress(createRequest('10.0.0.2', '198.51.100.1'))).toBe('10.0.0.2')
  expect(readAddress(createRequest('10.0.0.1', '<script>'))).toBe('10.0.0.1')
  expect(readAddress(createRequest('10.0.0.1'))).toBe('10.0.0.1')
})

test('an IPv4-mapped IPv6 address is the same address', () => {
  expect(createAddressReader(['10.0.0.1'])(createRequest('::ffff:10.0.0.1', '::ffff:198.51.100.1'))).toBe(
    '198.51.100.1',
  )
})

import { expect, test } from 'vitest'
import {
  createStunSignature,
  decodeStunAddress,
  decodeStunResponse,
  encodeStunAddress,
  encodeStunRequest,
  stunAttributes,
  stunMethods,
} from '#platform/turn/stun-message.ts'

// The addresses and the transaction id of the examples in RFC 5769, 2.2 and 2.3.
const transaction = Buffer.from('b7e7a701bc34d686fa87dfae', 'hex')
const examples = [
  { address: '192.0.2.1', hex: '0001a147e112a643' },
  { address: '2001:db8:1234:5678:11:2233:4455:6677', hex: '0002a1470113a9faa5d3f179bc25f4b5bed2b9d9' },
]

test.each(examples)('the address $address is written and read as in the standard', ({ address, hex }) => {
  expect(encodeStunAddress({ address, port: 32_853 }, transaction).toString('hex')).toBe(hex)
  expect(decodeStunAddress(Buffer.from(hex, 'hex'), transaction)).toEqual({ address, port: 32_853 })
})

test('an address that is too short is not read', () => {
  for (const { hex } of examples) {
    expect(decodeStunAddress(Buffer.from(hex, 'hex').subarray(0, -1), transaction)).toBeNull()
  }
  expect(decodeStunAddress(Buffer.alloc(0), transaction)).toBeNull()
})

test('a signed request ends with its integrity, and its length includes it', () => {
  const challenge = { realm: Buffer.from('samjhao'), nonce: Buffer.from('a nonce') }
  const signature = createStunSignature({ username: 'asha', credential: 'secret' }, challenge)
  const request = encodeStunRequest({ method: stunMethods.allocate, transaction, attributes: [], signature })
  expect(request.readUInt16BE(2)).toBe(request.length - 20)
  expect(request.subarray(-24, -20).toString('hex')).toBe('00080014')
  expect(request.toString('latin1')).not.toContain('secret')
})

test('an error is read with its code and the challenge, and other bytes are no message', () => {
  const attributes: [number, Buffer][] = [
    [stunAttributes.errorCode, Buffer.from('00000401', 'hex')],
    [stunAttributes.realm, Buffer.from('samjhao')],
    [stunAttributes.nonce, Buffer.from('n')],
  ]
  const message = encodeStunRequest({ method: stunMethods.allocate, transaction, attributes })
  const answer = decodeStunResponse(message)
  expect(answer).toMatchObject({
    errorCode: 401,
    challenge: { realm: Buffer.from('samjhao'), nonce: Buffer.from('n') },
  })
  expect(answer?.transaction).toEqual(transaction)
  expect(decodeStunResponse(message.subarray(0, 19))).toBeNull()
  expect(decodeStunResponse(Buffer.from('GET / HTTP/1.1\r\nHost: relay\r\n\r\n'))).toBeNull()
})

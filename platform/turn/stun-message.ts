import { createHash, createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** Messages of STUN (RFC 8489) and TURN (RFC 8656). */

const magicCookie = Buffer.from('2112a442', 'hex')
export const stunMethods = {
  binding: 0x001,
  allocate: 0x003,
  refresh: 0x004,
  createPermission: 0x008,
  channelBind: 0x009,
}
export const stunAttributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  channelNumber: 0x000c,
  lifetime: 0x000d,
  xorPeerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  xorRelayedAddress: 0x0016,
  requestedAddressFamily: 0x0017,
  requestedTransport: 0x0019,
  xorMappedAddress: 0x0020,
}
export const stunTransports = { udp: 17, tcp: 6 }
export const stunFamilies = { ipv4: 1, ipv6: 2 }
export const stunHeaderBytes = 20
const integrityBytes = 24

export type StunAttribute = [type: number, value: Buffer]
/** Proves that the sender knows the password. */
export type StunSignature = { attributes: StunAttribute[]; key: Buffer }
/** What a server sends to clients that have not signed, and what they sign with. */
export type StunChallenge = { realm: Buffer; nonce: Buffer }

type StunRequest = {
  method: number
  /** The response repeats it. */
  transaction: Buffer
  attributes: StunAttribute[]
  signature?: StunSignature | undefined
}

export type StunResponse = {
  transaction: Buffer
  /** Null for a success. */
  errorCode: number | null
  attributes: Map<number, Buffer>
  challenge: StunChallenge | undefined
}

export function newStunTransaction(): Buffer {
  return randomBytes(12)
}

export function createStunSignature(
  { username, credential }: { username: string; credential: string },
  { realm, nonce }: StunChallenge,
): StunSignature {
  return {
    attributes: [
      [stunAttributes.username, Buffer.from(username)],
      [stunAttributes.realm, realm],
      [stunAttributes.nonce, nonce],
    ],
    key: createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest(),
  }
}

export function encodeStunRequest({ method, transaction, attributes, signature }: StunRequest): Buffer {
  const body = Buffer.concat([...attributes, ...(signature?.attributes ?? [])].map(encodeAttribute))
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16BE(method, 0)
  lengths.writeUInt16BE(body.length + (signature ? integrityBytes : 0), 2)
  const message = Buffer.concat([lengths, magicCookie, transaction, body])
  if (!signature) return message
  const integrity = createHmac('sha1', signature.key).update(message).digest()
  return Buffer.concat([message, encodeAttribute([stunAttributes.messageIntegrity, integrity])])
}

/** Null for anything but a complete message. */
export function decodeStunResponse(message: Buffer): StunResponse | null {
  if (message.length < stunHeaderBytes || !message.subarray(4, 8).equals(magicCookie)) return null
  const attributes = new Map<number, Buffer>()
  for (let at = stunHeaderBytes; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2)
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length))
    at += 4 + length + paddingAfter(length)
  }
  const error = attributes.get(stunAttributes.errorCode)
  const [realm, nonce] = [attributes.get(stunAttributes.realm), attributes.get(stunAttributes.nonce)]
  return {
    transaction: message.subarray(8, stunHeaderBytes),
    errorCode: error && error.length >= 4 ? error.readUInt8(2) * 100 + error.readUInt8(3) : null,
    attributes,
    challenge: realm && nonce && { realm, nonce },
  }
}

/** Encodes an address, XORed with the message header. */
export function encodeStunAddress({ address, port }: { address: string; port: number }, transaction: Buffer): Buffer {
  const portBytes = Buffer.alloc(2)
  portBytes.writeUInt16BE(port)
  const family = isIPv6(address) ? stunFamilies.ipv6 : stunFamilies.ipv4
  const bytes = isIPv6(address) ? encodeIpv6(address) : Buffer.from(address.split('.').map(Number))
  return Buffer.concat([Buffer.from([0, family]), mask(portBytes, transaction), mask(bytes, transaction)])
}

export function decodeStunAddress(value: Buffer, transaction: Buffer): { address: string; port: number } | null {
  const isIpv6 = value[1] === stunFamilies.ipv6
  if (value.length < (isIpv6 ? 20 : 8)) return null
  const port = mask(value.subarray(2, 4), transaction).readUInt16BE()
  const bytes = mask(value.subarray(4, isIpv6 ? 20 : 8), transaction)
  const groups = (bytes.toString('hex').match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, ''))
  return { address: isIpv6 ? groups.join(':') : [...bytes].join('.'), port }
}

function mask(bytes: Buffer, transaction: Buffer): Buffer {
  const header = Buffer.concat([magicCookie, transaction])
  return Buffer.from(bytes.map((byte, index) => byte ^ header.readUInt8(index)))
}

function encodeIpv6(address: string): Buffer {
  // The compressed IPv6 form, without an IPv4 part.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = short.split('::').map((half) => half.split(':').filter(Boolean))
  const middle = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return Buffer.from([...left, ...middle, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function encodeAttribute([type, value]: StunAttribute): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(paddingAfter(value.length))])
}

function paddingAfter(length: number): number {
  return (4 - (length % 4)) % 4
}

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

/** A minimal STUN and TURN client (RFC 8489, RFC 8656) that sends one request at a time. */

const magicCookie = Buffer.from('2112a442', 'hex')
const methods = { binding: 0x001, allocate: 0x003, createPermission: 0x008, channelBind: 0x009 }
const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  channelNumber: 0x000c,
  xorPeerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  requestedAddressFamily: 0x0017,
  requestedTransport: 0x0019,
}
const transports = { udp: 17, tcp: 6 }
const families = { ipv4: 1, ipv6: 2 }
const firstChannel = 0x4000
const integrityBytes = 24
const answerTimeoutMs = 250
const attemptsMax = 40

export type Credentials = { username?: string; credential?: string }
/** 'ok', or the error code: 401 unauthenticated, 403 forbidden, 442 unsupported transport. */
type Answer = 'ok' | number

type Attribute = [type: number, value: Buffer]
/** The attributes of a request. Addresses are encoded with its transaction id. */
type AttributesOf = (transaction: Buffer) => Attribute[]
type Challenge = { realm: Buffer; nonce: Buffer }

export async function connectTurn(port: number, { username = '', credential = '' }: Credentials) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  let signature: Signature | undefined
  let channel = firstChannel

  /** The first response contains the realm and nonce for the signature. */
  async function sendRequest(method: number, attributesOf: AttributesOf): Promise<Answer> {
    const first = await exchange({ socket, port }, { method, attributesOf, signature })
    if (signature || !first.challenge) return first.answer
    signature = createSignature(first.challenge)
    return (await exchange({ socket, port }, { method, attributesOf, signature })).answer
  }

  function createSignature({ realm, nonce }: Challenge): Signature {
    return {
      attributes: [
        [attributes.username, Buffer.from(username)],
        [attributes.realm, realm],
        [attributes.nonce, nonce],
      ],
      key: createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest(),
    }
  }

  return {
    /** Checks that the server responds. */
    greet: () => sendRequest(methods.binding, () => []),
    allocate: (family: keyof typeof families, transport: keyof typeof transports = 'udp') =>
      sendRequest(methods.allocate, () => [
        [attributes.requestedTransport, Buffer.from([transports[transport], 0, 0, 0])],
        [attributes.requestedAddressFamily, Buffer.from([families[family], 0, 0, 0])],
      ]),
    permit: (peer: string) =>
      sendRequest(methods.createPermission, (transaction) => [
        [attributes.xorPeerAddress, encodeAddress(peer, transaction)],
      ]),
    bind(peer: string) {
      const number = Buffer.alloc(4)
      number.writeUInt16BE(channel++)
      return sendRequest(methods.channelBind, (transaction) => [
        [attributes.channelNumber, number],
        [attributes.xorPeerAddress, encodeAddress(peer, transaction)],
      ])
    },
    close: () => socket.close(),
  }
}

type Signature = { attributes: Attribute[]; key: Buffer }
type Request = { method: number; attributesOf: AttributesOf; signature: Signature | undefined }

async function exchange(
  { socket, port }: { socket: Socket; port: number },
  { method, attributesOf, signature }: Request,
): Promise<{ answer: Answer; challenge?: Challenge }> {
  const transaction = randomBytes(12)
  const body = [...attributesOf(transaction), ...(signature?.attributes ?? [])].map(encodeAttribute)
  const request = encode({ method, transaction, body: Buffer.concat(body), key: signature?.key })
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    socket.send(request, port, '127.0.0.1')
    const message = await receiveMessage(socket)
    if (!message?.subarray(8, 20).equals(transaction)) continue
    const found = decode(message)
    const error = found.get(attributes.errorCode)
    if (!error) return { answer: 'ok' }
    const [realm, nonce] = [found.get(attributes.realm), found.get(attributes.nonce)]
    const answer = error.readUInt8(2) * 100 + error.readUInt8(3)
    return { answer, challenge: realm && nonce && { realm, nonce } }
  }
  throw new Error('the relay does not respond')
}

async function receiveMessage(socket: Socket): Promise<Buffer | null> {
  try {
    const [message] = await once(socket, 'message', { signal: AbortSignal.timeout(answerTimeoutMs) })
    return message as Buffer
  } catch {
    return null
  }
}

type Encoded = { method: number; transaction: Buffer; body: Buffer; key: Buffer | undefined }

function encode({ method, transaction, body, key }: Encoded): Buffer {
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16BE(method, 0)
  lengths.writeUInt16BE(body.length + (key ? integrityBytes : 0), 2)
  const message = Buffer.concat([lengths, magicCookie, transaction, body])
  if (!key) return message
  const integrity = createHmac('sha1', key).update(message).digest()
  return Buffer.concat([message, encodeAttribute([attributes.messageIntegrity, integrity])])
}

function encodeAttribute([type, value]: Attribute): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(paddingAfter(value.length))])
}

function decode(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  for (let at = 20; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2)
    found.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length))
    at += 4 + length + paddingAfter(length)
  }
  return found
}

function paddingAfter(length: number): number {
  return (4 - (length % 4)) % 4
}

/** Encodes port 9000 of the address, XORed with the message header. */
function encodeAddress(peer: string, transaction: Buffer): Buffer {
  const port = Buffer.alloc(2)
  port.writeUInt16BE(9_000)
  const xor = (bytes: Buffer) => {
    const mask = Buffer.concat([magicCookie, transaction])
    return bytes.map((byte, index) => byte ^ mask.readUInt8(index))
  }
  const family = isIPv6(peer) ? families.ipv6 : families.ipv4
  const address = isIPv6(peer) ? encodeIpv6(peer) : Buffer.from(peer.split('.').map(Number))
  return Buffer.concat([Buffer.from([0, family]), xor(port), xor(address)])
}

function encodeIpv6(address: string): Buffer {
  // The compressed IPv6 form, without an IPv4 part.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = short.split('::').map((half) => half.split(':').filter(Boolean))
  const middle = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return Buffer.from([...left, ...middle, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

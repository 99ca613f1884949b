import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import {
  createStunSignature,
  decodeStunResponse,
  encodeStunAddress,
  encodeStunRequest,
  newStunTransaction,
  type StunAttribute,
  stunAttributes,
  type StunChallenge,
  stunFamilies,
  stunMethods,
  type StunSignature,
  stunTransports,
} from '#platform/turn/stun-message.ts'

/** A minimal STUN and TURN client (RFC 8489, RFC 8656) that sends one request at a time. */

const firstChannel = 0x4000
const answerTimeoutMs = 250
const attemptsMax = 40

export type Credentials = { username?: string; credential?: string }
/** 'ok', or the error code: 401 unauthenticated, 403 forbidden, 442 unsupported transport. */
type Answer = 'ok' | number

/** The attributes of a request. Addresses are encoded with its transaction id. */
type AttributesOf = (transaction: Buffer) => StunAttribute[]

export async function connectTurn(port: number, { username = '', credential = '' }: Credentials) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  let signature: StunSignature | undefined
  let channel = firstChannel

  /** The first response contains the realm and nonce for the signature. */
  async function sendRequest(method: number, attributesOf: AttributesOf): Promise<Answer> {
    const first = await exchange({ socket, port }, { method, attributesOf, signature })
    if (signature || !first.challenge) return first.answer
    signature = createStunSignature({ username, credential }, first.challenge)
    return (await exchange({ socket, port }, { method, attributesOf, signature })).answer
  }

  return {
    /** Checks that the server responds. */
    greet: () => sendRequest(stunMethods.binding, () => []),
    allocate: (family: keyof typeof stunFamilies, transport: keyof typeof stunTransports = 'udp') =>
      sendRequest(stunMethods.allocate, () => [
        [stunAttributes.requestedTransport, Buffer.from([stunTransports[transport], 0, 0, 0])],
        [stunAttributes.requestedAddressFamily, Buffer.from([stunFamilies[family], 0, 0, 0])],
      ]),
    permit: (peer: string) =>
      sendRequest(stunMethods.createPermission, (transaction) => [
        [stunAttributes.xorPeerAddress, encodeStunAddress({ address: peer, port: 9_000 }, transaction)],
      ]),
    bind(peer: string) {
      const number = Buffer.alloc(4)
      number.writeUInt16BE(channel++)
      return sendRequest(stunMethods.channelBind, (transaction) => [
        [stunAttributes.channelNumber, number],
        [stunAttributes.xorPeerAddress, encodeStunAddress({ address: peer, port: 9_000 }, transaction)],
      ])
    },
    close: () => socket.close(),
  }
}

type Request = { method: number; attributesOf: AttributesOf; signature: StunSignature | undefined }

async function exchange(
  { socket, port }: { socket: Socket; port: number },
  { method, attributesOf, signature }: Request,
): Promise<{ answer: Answer; challenge?: StunChallenge | undefined }> {
  const transaction = newStunTransaction()
  const request = encodeStunRequest({ method, transaction, attributes: attributesOf(transaction), signature })
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    socket.send(request, port, '127.0.0.1')
    const message = await receiveMessage(socket)
    const response = message && decodeStunResponse(message)
    if (!response?.transaction.equals(transaction)) continue
    return { answer: response.errorCode ?? 'ok', challenge: response.challenge }
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

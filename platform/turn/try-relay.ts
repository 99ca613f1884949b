import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  createStunSignature,
  decodeStunAddress,
  decodeStunResponse,
  encodeStunRequest,
  newStunTransaction,
  type StunAttribute,
  stunAttributes,
  stunHeaderBytes,
  stunMethods,
  type StunResponse,
  type StunSignature,
  stunTransports,
} from '#platform/turn/stun-message.ts'

type Address = { address: string; port: number }
type Credentials = { username: string; credential: string }

/** The relay or STUN server answered with an error code, such as 401 for a wrong password or 486 for a quota. */
export class StunError extends Error {
  readonly code: number
  constructor(code: number) {
    super(`answered with the error ${code}`)
    this.name = 'StunError'
    this.code = code
  }
}

/** TLS over UDP, which Node does not have. */
export function isDtls(url: string): boolean {
  return /^(turns|stuns):.*\?transport=udp$/i.test(url)
}

/**
 * Reserves an address at a relay as a browser does, and frees it again. `isOpen`: the relay asked for no password.
 */
export async function tryRelay(
  url: string,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<{ relayed: Address; isOpen: boolean }> {
  return withLink(url, signal, async (link) => {
    const transport: StunAttribute = [stunAttributes.requestedTransport, Buffer.from([stunTransports.udp, 0, 0, 0])]
    let answer = await link.request(stunMethods.allocate, [transport])
    const isOpen = answer.errorCode === null
    let signature: StunSignature | undefined
    const [unauthenticated, staleNonce] = [401, 438]
    for (const expected of [unauthenticated, staleNonce]) {
      if (answer.errorCode !== expected || !answer.challenge) continue
      signature = createStunSignature(credentials, answer.challenge)
      answer = await link.request(stunMethods.allocate, [transport], signature)
    }
    const relayed = readAddress(answer, stunAttributes.xorRelayedAddress)
    await link.request(stunMethods.refresh, [[stunAttributes.lifetime, Buffer.alloc(4)]], signature)
    return { relayed, isOpen }
  })
}

/** Asks a STUN server for the public address of this machine. */
export function tryStun(url: string, signal: AbortSignal): Promise<Address> {
  return withLink(url, signal, async (link) =>
    readAddress(await link.request(stunMethods.binding, []), stunAttributes.xorMappedAddress),
  )
}

function readAddress({ errorCode, attributes, transaction }: StunResponse, attribute: number): Address {
  if (errorCode !== null) throw new StunError(errorCode)
  const address = decodeStunAddress(attributes.get(attribute) ?? Buffer.alloc(0), transaction)
  if (!address) throw new Error('the answer contains no address')
  return address
}

type Link = {
  request(method: number, attributes: StunAttribute[], signature?: StunSignature): Promise<StunResponse>
}
type Wire = { exchange(request: Buffer): Promise<StunResponse>; close(): void }

async function withLink<Result>(
  url: string,
  signal: AbortSignal,
  work: (link: Link) => Promise<Result>,
): Promise<Result> {
  const target = parseUrl(url)
  const wire = await (target.isUdp ? openUdp(target, signal) : openStream(target, signal))
  try {
    return await work({
      request: (method, attributes, signature) =>
        wire.exchange(encodeStunRequest({ method, transaction: newStunTransaction(), attributes, signature })),
    })
  } finally {
    wire.close()
  }
}

type Target = { host: string; port: number; isTls: boolean; isUdp: boolean }

function parseUrl(url: string): Target {
  const parts = /^(?:turn|stun)(s?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i.exec(url)
  if (!parts) throw new Error('not the URL of a relay')
  const [, secure, host = '', port, transport] = parts
  const isTls = secure !== ''
  const [plainPort, tlsPort] = [3478, 5349]
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isTls ? tlsPort : plainPort,
    isTls,
    isUdp: !isTls && transport?.toLowerCase() !== 'tcp',
  }
}

const resendEveryMs = 500

/** A connected socket reports a closed port. Packets may be lost, so the request is repeated. */
async function openUdp({ host, port }: Target, signal: AbortSignal): Promise<Wire> {
  const { address, family } = await lookup(host)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  // An error outside `once` must not end the process.
  socket.on('error', () => undefined)
  try {
    socket.connect(port, address)
    await once(socket, 'connect', { signal })
  } catch (error) {
    socket.close()
    throw error
  }
  return {
    async exchange(request) {
      const timer = setInterval(() => socket.send(request), resendEveryMs)
      socket.send(request)
      try {
        for (;;) {
          const [message] = (await once(socket, 'message', { signal })) as [Buffer]
          const answer = decodeStunResponse(message)
          if (answer?.transaction.equals(transactionOf(request))) return answer
        }
      } finally {
        clearInterval(timer)
      }
    },
    close: () => socket.close(),
  }
}

async function openStream({ host, port, isTls }: Target, signal: AbortSignal): Promise<Wire> {
  const socket: Socket = isTls
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp({ host, port })
  socket.on('error', () => undefined)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal })
  } catch (error) {
    socket.destroy()
    throw error
  }
  let received = Buffer.alloc(0)
  let hasEnded = false
  const changed = () => socket.emit('changed')
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    changed()
  })
  socket.once('close', () => {
    hasEnded = true
    changed()
  })
  /** The length of a message is in its header. */
  const takeMessage = () => {
    if (received.length < stunHeaderBytes) return null
    const length = stunHeaderBytes + received.readUInt16BE(2)
    if (received.length < length) return null
    const message = received.subarray(0, length)
    received = received.subarray(length)
    return message
  }
  return {
    async exchange(request) {
      socket.write(request)
      for (;;) {
        const message = takeMessage()
        const answer = message && decodeStunResponse(message)
        if (answer?.transaction.equals(transactionOf(request))) return answer
        if (message) continue
        if (hasEnded) throw new Error('the server closed the connection')
        await once(socket, 'changed', { signal })
      }
    },
    close: () => socket.destroy(),
  }
}

function transactionOf(request: Buffer): Buffer {
  return request.subarray(8, stunHeaderBytes)
}

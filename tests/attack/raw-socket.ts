import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Product } from '#tests/product.ts'

/** A live socket without a library, because libraries refuse to send invalid frames. */
export async function openRawSocket({ port, origin }: Product, cookie: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `GET /live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(`no socket: ${String(answer).split('\r\n')[0]}`)
  return socket.resume()
}

type FrameOptions = {
  opcode?: number
  isFinal?: boolean
  reserved?: number
  isMasked?: boolean
  claimedLength?: number
}

/** A WebSocket frame (RFC 6455). The options can make it invalid. */
function frame(payload: Buffer | string, options: FrameOptions = {}): Buffer {
  const { opcode = 1, isFinal = true, reserved = 0, isMasked = true, claimedLength } = options
  const body = Buffer.from(payload)
  const length = Buffer.alloc(9)
  length[0] = 127 | (isMasked ? 128 : 0)
  length.writeBigUInt64BE(BigInt(claimedLength ?? body.length), 1)
  const short = claimedLength === undefined && body.length < 126
  const head = short ? Buffer.from([body.length | (isMasked ? 128 : 0)]) : length
  const mask = isMasked ? randomBytes(4) : Buffer.alloc(0)
  const masked = isMasked ? body.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : body
  return Buffer.concat([Buffer.from([(isFinal ? 128 : 0) | (reserved << 4) | opcode]), head, mask, masked])
}

/** Frames that break the protocol. The server must close each socket. */
export const brokenFrames: Record<string, Buffer[]> = {
  'no mask': [frame('{"type":"ping"}', { isMasked: false })],
  'reserved bits': [frame('{"type":"ping"}', { reserved: 7 })],
  'compressed without negotiation': [frame('{"type":"ping"}', { reserved: 4 })],
  'unknown opcode': [frame('x', { opcode: 3 })],
  'unknown control opcode': [frame('x', { opcode: 15 })],
  'long control frame': [frame('x'.repeat(200), { opcode: 9 })],
  'control frame in pieces': [frame('x', { opcode: 9, isFinal: false })],
  'continuation without a start': [frame('x', { opcode: 0 })],
  'a new text before the end of the last one': [frame('{', { isFinal: false }), frame('}')],
  'broken UTF-8': [frame(Buffer.from([0xff, 0xfe, 0xfd]))],
  'half a surrogate': [frame(Buffer.from([0xed, 0xa0, 0x80]))],
  binary: [frame('{"type":"ping"}', { opcode: 2 })],
  'a length of 2^62': [frame('x', { claimedLength: 2 ** 62 })],
  'a length of a gigabyte': [frame('x', { claimedLength: 2 ** 30 })],
  'a close code of 0': [frame(Buffer.from([0, 0]), { opcode: 8 })],
  'a close frame of one byte': [frame('x', { opcode: 8 })],
  'half a megabyte': [frame('x'.repeat(512 * 1024))],
  'many small pieces of a long text': [
    frame('"', { isFinal: false }),
    ...Array.from({ length: 300 }, () => frame('x'.repeat(1_000), { opcode: 0, isFinal: false })),
  ],
  'HTTP after the upgrade': [Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  'random bytes': [randomBytes(4_096)],
}

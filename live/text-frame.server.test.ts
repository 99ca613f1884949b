import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from '#live/text-frame.server.ts'

let server: WebSocketServer
let client: WebSocket
let received: string[]
/** The server side: the socket of `ws` and its stream. */
let socket: WebSocket
let wire: { write(bytes: Buffer): boolean }

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const opened = once(server, 'connection')
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  received = []
  client.on('message', (data, isBinary) => received.push(isBinary ? 'bytes' : String(data)))
  const [accepted, request] = await opened
  socket = accepted
  wire = request.socket
  await once(client, 'open')
})
afterAll(() => {
  client.terminate()
  server.close()
})

// Around the lengths at which the frame header grows.
test.each([0, 10, 125, 126, 200, 65_535, 65_536, 70_000])('ws reads a frame of %i bytes', async (length) => {
  received.length = 0
  const text = 'x'.repeat(length)
  wire.write(textFrame(text))
  await expect.poll(() => received).toEqual([text])
})

test('the length counts bytes, not letters', async () => {
  received.length = 0
  wire.write(textFrame('समझो'.repeat(40)))
  await expect.poll(() => received).toEqual(['समझो'.repeat(40)])
})

test('a frame fits between two frames that ws writes', async () => {
  received.length = 0
  socket.send('before')
  wire.write(textFrame('between'))
  socket.send('after')
  await expect.poll(() => received).toEqual(['before', 'between', 'after'])
})

test('a frame is complete, unmasked and of type text', () => {
  expect([...textFrame('ab')]).toEqual([0x81, 2, 97, 98])
  expect([...textFrame('x'.repeat(126)).subarray(0, 4)]).toEqual([0x81, 126, 0, 126])
  expect([...textFrame('x'.repeat(65_536)).subarray(0, 10)]).toEqual([0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0])
})

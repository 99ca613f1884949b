import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { socketMessageMaxBytes } from '#kernel/limits.ts'
import { createGateway, type Gateway } from '#live/gateway.server.ts'
import { closeCodes, serverMessage } from '#live/protocol.ts'

let http: Server
let gateway: Gateway
let address: string

beforeEach(async () => {
  gateway = createGateway({
    build: 'b1',
    isOwnOrigin: (origin) => origin === 'http://own',
    heartbeatMs: 1_000,
  })
  http = createServer()
  http.on('upgrade', gateway.handleUpgrade)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/live`
})
afterEach(() => {
  gateway.close()
  http.close()
  http.closeAllConnections()
})

const connect = (options = {}) => new WebSocket(address, { origin: 'http://own', ...options })
const next = (socket: WebSocket) =>
  new Promise((resolve) => {
    socket.once('message', (raw) => resolve(serverMessage.parse(JSON.parse(String(raw)))))
  })
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

test('a socket is greeted with the build and gets an answer to its ping', async () => {
  const socket = connect()
  expect(await next(socket)).toEqual({ type: 'hello', build: 'b1' })
  socket.send(JSON.stringify({ type: 'ping' }))
  expect(await next(socket)).toEqual({ type: 'pong' })
  socket.close()
})

test.each(['nonsense', '{}', '{"type":"become-admin"}', '[]', 'null'])(
  '%s is not a message and ends the socket',
  async (text) => {
    const socket = connect()
    await next(socket)
    socket.send(text)
    expect(await closed(socket)).toBe(closeCodes.badMessage)
  },
)

test('a message beyond the limit ends the socket', async () => {
  const socket = connect()
  await next(socket)
  socket.send('x'.repeat(socketMessageMaxBytes + 1))
  expect(await closed(socket)).toBe(1009)
})

test('a socket that does not answer the heartbeat is dropped, one that does stays', async () => {
  const silent = connect({ autoPong: false })
  const lively = connect()
  await Promise.all([next(silent), next(lively)])
  await closed(silent)
  expect(lively.readyState).toBe(WebSocket.OPEN)
  await expect.poll(gateway.openSockets).toBe(1)
})

test('when the server stops, browsers are told that it restarts', async () => {
  const socket = connect()
  await next(socket)
  gateway.close()
  expect(await closed(socket)).toBe(closeCodes.stopping)
})

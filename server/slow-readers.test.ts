import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closeSlowReaders } from '#server/slow-readers.ts'

const withinMs = 400
const pauseMs = withinMs / 10
/** Larger than the socket buffers of the operating system, and written in one call, like a file from the storage. */
const large = Buffer.alloc(32 * 1024 * 1024)
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  closeSlowReaders(server, { bytes: 64 * 1024, withinMs })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close().closeAllConnections())
  const open = (): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    ends.push(() => socket.destroy())
    return socket
  }
  const countOpen = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  return { open, countOpen }
}

test('clients that read nothing are disconnected, whatever they send', async () => {
  const { open, countOpen } = await serve((_request, response) => response.end(large))
  const sockets = Array.from({ length: 5 }, open)
  sockets.forEach((socket) => socket.write(request))
  await expect.poll(countOpen).toBe(sockets.length)
  const sending = setInterval(() => sockets.forEach((socket) => socket.write(request)), pauseMs)
  ends.push(() => clearInterval(sending))
  await expect.poll(countOpen).toBe(0)
})

test('a client that reads a few bytes now and then is disconnected, even between short responses', async () => {
  const { open, countOpen } = await serve((_request, response) => response.end(large.subarray(0, 100_000)))
  const socket = open()
  socket.write(request.repeat(400))
  const reading = setInterval(() => socket.read(100), pauseMs)
  ends.push(() => clearInterval(reading))
  await expect.poll(countOpen).toBe(1)
  await expect.poll(countOpen).toBe(0)
})

test('a client that reads slowly but steadily gets the whole response, however long that takes', async () => {
  const { open } = await serve((_request, response) => response.end(large))
  const socket = open()
  let pauses = 0
  let pauseAfter = 0
  socket.on('data', () => {
    if (socket.bytesRead < pauseAfter) return
    pauses += 1
    pauseAfter = socket.bytesRead + 512 * 1024
    socket.pause()
    setTimeout(() => socket.resume(), pauseMs)
  })
  socket.write(`${request.trimEnd()}\r\nConnection: close\r\n\r\n`)
  socket.resume()
  await once(socket, 'close')
  expect(socket.bytesRead).toBeGreaterThan(large.length)
  expect(pauses * pauseMs).toBeGreaterThan(3 * withinMs)
})

test('a client that waits for a slow answer is not a slow reader', async () => {
  const { open } = await serve((_request, response) => void setTimeout(() => response.end('done'), 3 * withinMs))
  const socket = open()
  socket.write(request)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.resume()
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  expect(String(chunks[0])).toMatch(/done$/)
})

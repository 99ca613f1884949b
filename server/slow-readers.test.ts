import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closeSlowReaders } from '#server/slow-readers.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => servers.splice(0).forEach((server) => server.closeAllConnections()))

/** A server whose response is larger than the socket buffers of the operating system. */
async function serveLargeAnswers(limitMs: number): Promise<number> {
  const server = createServer((_request, response) => response.end(Buffer.alloc(32 * 1024 * 1024)))
  closeSlowReaders(server, () => limitMs)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a client that reads its response too slowly is disconnected', async () => {
  const port = await serveLargeAnswers(100)
  const [server] = servers
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const countOpen = () => new Promise((resolve) => server?.getConnections((_error, count) => resolve(count)))
  await expect.poll(countOpen).toBe(1)
  await expect.poll(countOpen).toBe(0)
  socket.destroy()
})

test('a client that reads in time gets the whole response', async () => {
  const port = await serveLargeAnswers(60_000)
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect((await answer.arrayBuffer()).byteLength).toBe(32 * 1024 * 1024)
})

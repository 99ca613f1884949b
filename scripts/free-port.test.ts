import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isFree } from './free-port.mjs'

test('a port is free only while nothing holds it, over TCP or over UDP', async () => {
  const port = await freePort()
  expect(await isFree(port)).toBe(true)

  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await isFree(port)).toBe(false)
  server.close()
  await once(server, 'close')

  const socket = createSocket('udp4').bind(port, '127.0.0.1')
  await once(socket, 'listening')
  expect(await isFree(port)).toBe(false)
  socket.close()
  await once(socket, 'close')
  expect(await isFree(port)).toBe(true)
})

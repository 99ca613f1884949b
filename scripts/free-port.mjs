// Uses only Node's built-in modules, because `scripts/test.mjs` runs before anything is installed.
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, so that no outgoing connection takes a port before its server has started. */
const firstPort = 10_000
const endPort = 32_768

/** Returns a port of this machine on which nothing listens, neither over TCP nor over UDP. */
export async function freePort() {
  for (;;) {
    const port = randomInt(firstPort, endPort)
    if (await isFree(port)) return port
  }
}

export async function isFree(port) {
  return (await canListen(port)) && canBind(port)
}

async function canListen(port) {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
}

async function canBind(port) {
  const socket = createSocket('udp4')
  try {
    await once(socket.bind(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise((resolve) => socket.close(resolve))
  }
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const checksWithin = 8

/** Node has no public API for the bytes that the operating system has accepted. Its own timeouts read these fields. */
type Handle = { bytesWritten: number; writeQueueSize: number }

/**
 * Disconnects a client that reads fewer than `bytes` of its responses in `withinMs`, while more is waiting for it. Node
 * limits how long a request may take to arrive, but not how long the response may take: a client that reads nothing
 * would keep the socket and its buffers for ever. A whole response may take as long as it needs.
 */
export function closeSlowReaders(server: Server, { bytes, withinMs }: { bytes: number; withinMs: number }): void {
  const readers = new Map<Socket, { taken: number; checks: number }>()
  server.on('connection', (socket) => {
    readers.set(socket, { taken: 0, checks: 0 })
    socket.once('close', () => readers.delete(socket))
  })
  // Counts checks instead of time: a process that was suspended must not disconnect everyone when it wakes up.
  const timer = setInterval(() => readers.forEach(check), withinMs / checksWithin).unref()
  server.once('close', () => clearInterval(timer))

  function check(reader: { taken: number; checks: number }, socket: Socket): void {
    const { _handle: handle } = socket as unknown as { _handle: Handle | null }
    if (!handle) return
    const taken = handle.bytesWritten - handle.writeQueueSize
    if (handle.writeQueueSize === 0 || taken - reader.taken >= bytes) {
      readers.set(socket, { taken, checks: 0 })
    } else {
      reader.checks += 1
      // A reset frees the buffers of the operating system as well.
      if (reader.checks >= checksWithin) socket.resetAndDestroy()
    }
  }
}

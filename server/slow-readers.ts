import type { IncomingMessage, Server } from 'node:http'

/**
 * Disconnects a browser that has not read its answer in time. Node limits how long a request takes to arrive, but not
 * how long an answer takes to leave: a client that reads a byte now and then would
 * keep the socket and its buffers for ever.
 */
export function closeSlowReaders(server: Server, limitMsOf: (request: IncomingMessage) => number): void {
  server.on('request', (request, response) => {
    const timer = setTimeout(() => request.socket.destroy(), limitMsOf(request))
    response.once('close', () => clearTimeout(timer))
  })
}

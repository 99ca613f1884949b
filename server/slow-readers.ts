import type { IncomingMessage, Server } from 'node:http'

/**
 * Disconnects a client that has not read its response in time. Node limits how long a request may take to arrive, but
 * not how long the response may take: a client that reads very slowly would keep the socket and its buffers for ever.
 */
export function closeSlowReaders(server: Server, limitMsOf: (request: IncomingMessage) => number): void {
  server.on('request', (request, response) => {
    const timer = setTimeout(() => request.socket.destroy(), limitMsOf(request))
    response.once('close', () => clearTimeout(timer))
  })
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for each response. A client with more waiting requests than this is disconnected. */
export const waitingMax = 16

/**
 * Starts a request only after the response to the request before it on the same connection. Node starts all requests
 * that a client sends at the same time: a few connections with hundreds of requests each would delay everybody else.
 */
export function handleOneAtATime(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()
  return (request, response) => {
    const queue = waiting.get(request.socket)
    if (!queue) {
      waiting.set(request.socket, [])
      start(request, response)
    } else if (queue.length < waitingMax) queue.push([request, response])
    else request.socket.destroy()
  }

  function start(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    response.once('close', () => {
      const next = waiting.get(socket)?.shift()
      if (!next || socket.destroyed) waiting.delete(socket)
      else start(...next)
    })
    handle(request, response)
  }
}

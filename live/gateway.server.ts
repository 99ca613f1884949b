import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { socketHeartbeatMs, socketMessageMaxBytes } from '#kernel/limits.ts'
import { clientMessage, closeCodes, type ServerMessage } from '#live/protocol.ts'

export const livePath = '/live'

export type Gateway = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  openSockets(): number
  close(): void
}

type Options = {
  build: string
  isOwnOrigin(origin: string, host: string | undefined): boolean
  heartbeatMs?: number
}

/** The one place where sockets come in: only from our own pages, only messages that parse, only while they answer. */
export function createGateway({ build, isOwnOrigin, heartbeatMs = socketHeartbeatMs }: Options): Gateway {
  const server = new WebSocketServer({ noServer: true, maxPayload: socketMessageMaxBytes })
  const answered = new WeakSet<WebSocket>()

  server.on('connection', (socket) => {
    answered.add(socket)
    socket.on('pong', () => answered.add(socket))
    socket.on('error', () => socket.terminate())
    socket.on('message', (raw) => {
      const message = parse(String(raw))
      if (!message) return socket.close(closeCodes.badMessage, 'not understood')
      return send(socket, { type: 'pong' })
    })
    send(socket, { type: 'hello', build })
  })

  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      if (!answered.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, heartbeatMs)

  return {
    handleUpgrade(request, socket, head) {
      const { origin, host } = request.headers
      if (!origin || !isOwnOrigin(origin, host)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request))
    },
    openSockets: () => server.clients.size,
    close() {
      clearInterval(heartbeat)
      for (const socket of server.clients) socket.close(closeCodes.stopping, 'restarting')
      setTimeout(() => server.clients.forEach((socket) => socket.terminate()), 1_000).unref()
      server.close()
    },
  }
}

function send(socket: WebSocket, message: ServerMessage): void {
  socket.send(JSON.stringify(message))
}

function parse(text: string) {
  try {
    return clientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

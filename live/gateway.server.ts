import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Person } from '#domain/policy.ts'
import type { RequestId, SessionId } from '#kernel/ids.ts'
import { signalMessageMaxBytes, socketHeartbeatMs } from '#kernel/socket-limits.ts'
import type { Calls } from '#live/calls.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import { Connection } from '#live/connection.server.ts'
import { createMessageReceiver } from '#live/message-receiver.server.ts'
import type { Presence } from '#live/presence.server.ts'
import type { Topic } from '#live/protocol.ts'
import { createSignInWatch } from '#live/sign-in-watch.server.ts'
import { SocketCounts } from '#live/socket-counts.server.ts'
import { createTopicFeed } from '#live/topic-feed.server.ts'
import type { Bus } from '#platform/bus/port.ts'

export const livePath = '/live'
/** How often open sign-ins are checked while the bus receives nothing. */
export const signInCheckMs = 1_000

export type Gateway = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  openSockets(): number
  close(): void
}

export type GatewayOptions = {
  build: string
  bus: Bus
  isOwnOrigin(origin: string, host: string | undefined): boolean
  /** Returns the person whose cookie the request carries. */
  authenticate(request: IncomingMessage): Promise<Person | null>
  /** Returns the network address of the browser. */
  readAddress(request: IncomingMessage): string
  listValidSignIns(signInIds: string[]): Promise<Set<string>>
  readTopic(topic: Topic): Promise<unknown>
  /** Tracks who is online by their open sockets. */
  presence: Pick<Presence, 'socketOpened' | 'socketClosed'>
  /** Handles messages about calls. */
  calls: Pick<Calls, 'receive' | 'socketClosed' | 'signedOut' | 'logRefused'>
  /** Whether this person is the student or the expert of the session. */
  isParticipant(person: Person, sessionId: SessionId): Promise<boolean>
  /** Whether this person has prepared the board. */
  isOwnBoard(person: Person, id: string): Promise<boolean>
  /** Whether this person made the request. */
  isOwnRequest(person: Person, requestId: RequestId): Promise<boolean>
  log: Pick<Logger, 'error'>
  heartbeatMs?: number
  checkNewAfterMs?: number
  checkDisconnectedEveryMs?: number
  nowMs?(): number
}

/** Accepts only sockets from our own pages and messages that parse, and drops sockets that stop answering. */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    build,
    bus,
    isOwnOrigin,
    authenticate,
    readAddress,
    presence,
    calls,
    log,
    heartbeatMs = socketHeartbeatMs,
    nowMs = () => performance.now(),
    checkDisconnectedEveryMs = signInCheckMs,
  } = options
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: signalMessageMaxBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connections = new Set<Connection>()
  const socketCounts = new SocketCounts()
  const feed = createTopicFeed(options)
  const receive = createMessageReceiver({ ...options, feed })
  const signIns = createSignInWatch({ ...options, onEnd: calls.signedOut })
  let isClosing = false
  let isChecking = false

  const unsubscribeFromGaps = bus.onGap(() => {
    feed.refreshAll()
    void signIns.checkAll()
  })
  let silenceTimer: NodeJS.Timeout | undefined
  const heartbeatTimer = setInterval(() => {
    for (const connection of connections) {
      connection.hasAnswered = false
      connection.socket.ping()
    }
    // Checked before the next heartbeat: an expert with a dead connection must be shown offline within a minute.
    silenceTimer = setTimeout(dropSilent, heartbeatMs / 2)
    feed.retry()
    void signIns.checkAll()
  }, heartbeatMs)

  const signInTimer = setInterval(() => void checkSignInsWhileDisconnected(), checkDisconnectedEveryMs)

  return {
    handleUpgrade(request, wire, head) {
      const { origin, host } = request.headers
      if (!origin || !isOwnOrigin(origin, host)) return refuseUpgrade(wire, '403 Forbidden')
      // Until `ws` takes over the stream, it has no other error listener, and an unhandled error would end the process.
      const onEarlyError = () => wire.destroy()
      wire.on('error', onEarlyError)
      authenticate(request).then(
        (person) => {
          wire.off('error', onEarlyError)
          if (isClosing) return refuseUpgrade(wire, '503 Service Unavailable')
          // A stream that is already destroyed emits no further 'close', so it would be counted for ever.
          if (wire.destroyed) return
          const removeFromCount = socketCounts.add(person, readAddress(request))
          if (!removeFromCount) return refuseUpgrade(wire, '429 Too Many Requests')
          // This also covers an upgrade that `ws` refuses, because it then ends the stream.
          wire.once('close', removeFromCount)
          return server.handleUpgrade(request, wire, head, (socket) => addConnection(socket, wire, person))
        },
        (err) => {
          log.error({ err }, 'authenticating a socket failed')
          refuseUpgrade(wire, '503 Service Unavailable')
        },
      )
    },
    openSockets: () => connections.size,
    close() {
      isClosing = true
      clearInterval(heartbeatTimer)
      clearTimeout(silenceTimer)
      clearInterval(signInTimer)
      unsubscribeFromGaps()
      signIns.close()
      for (const connection of connections) connection.close(closeCodes.stopping, 'restarting')
      server.close()
    },
  }

  function dropSilent(): void {
    for (const { hasAnswered, socket } of connections) if (!hasAnswered) socket.terminate()
  }

  /** While the bus receives nothing, a sign-in that ends must still close its sockets within seconds. */
  async function checkSignInsWhileDisconnected(): Promise<void> {
    if (isChecking || !bus.isDisconnected()) return
    isChecking = true
    await signIns.checkAll()
    isChecking = false
  }

  function addConnection(socket: WebSocket, wire: Duplex, person: Person | null): void {
    const connection = new Connection(socket, wire, person, nowMs)
    connections.add(connection)
    signIns.add(connection)
    // A newcomer may finish the open session, but must not get new calls.
    const isPresent = person !== null && !person.onlySession
    if (isPresent) presence.socketOpened(person)
    socket.on('pong', () => (connection.hasAnswered = true))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      connections.delete(connection)
      signIns.remove(connection)
      if (isPresent) presence.socketClosed(person)
      calls.socketClosed(connection)
      feed.unwatchAll(connection)
    })
    socket.on('message', (raw, isBinary) => {
      if (connection.isOpen) receive(connection, raw, isBinary)
    })
    connection.send({ type: 'hello', build, you: person && { id: person.id, role: person.role } })
  }
}

function refuseUpgrade(wire: Duplex, status: string): void {
  wire.on('error', () => wire.destroy())
  wire.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

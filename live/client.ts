import { socketHeartbeatMs, socketReconnectDelaysMs } from '#kernel/socket-limits.ts'
import { closeCodes } from '#live/close-codes.ts'
import { browserPage, type Page } from '#live/page.ts'
import type { ClientMessage, ServerMessage, Topic, TopicState } from '#live/protocol.ts'

export type LiveClient = {
  /**
   * Calls back with the whole state, immediately if it is known and after every change, until the returned function is
   * called.
   */
  watch<T extends Topic>(topic: T, onState: (data: TopicState<T>) => void): () => void
  /** Returns false when there is no connection. The message is then not sent later either. */
  send(message: ClientMessage): boolean
  /** Calls back with every server message, including the `hello` of each new connection. */
  listen(onMessage: (message: ServerMessage) => void): () => void
  /** Opens a new connection after signing in or out, so that the server reads the new cookie. */
  reconnect(): void
  /** Pings the server, for example when an answer is missing. Replaces a connection that stays silent for 2 s. */
  check(): void
  close(): void
}

export type LiveOptions = {
  /** Parses a message; returns undefined when this page does not understand it. */
  read(text: string): ServerMessage | undefined
  url?: string
  page?: Page
  onMessage?(message: ServerMessage): void
  /** Called when the page may show outdated data because the server is unreachable. */
  onLost?(isLost: boolean): void
  reconnectDelaysMs?: readonly number[]
  pingEveryMs?: number
  answerWithinMs?: number
}

const checkTimeoutMs = 2_000
const otherNodeDelayMaxMs = 500
/** During a server restart fewer attempts fail, so a restart is not reported. */
const lostAfterAttempts = 3

type WatchedTopic = { listeners: Set<(data: unknown) => void>; last?: { data: unknown } }

/**
 * The browser's end of the live socket. It reconnects automatically and then requests every watched topic again. `read`
 * is passed in, so that public pages do not load the large schemas.
 */
export function connectLive({
  read,
  url = `${location.origin.replace(/^http/, 'ws')}/live`,
  page = browserPage(window, document),
  onMessage,
  onLost,
  reconnectDelaysMs = socketReconnectDelaysMs,
  pingEveryMs = socketHeartbeatMs,
  answerWithinMs = 10_000,
}: LiveOptions): LiveClient {
  const topics = new Map<Topic, WatchedTopic>()
  const listeners = new Set<(message: ServerMessage) => void>()
  let socket: WebSocket | undefined
  let isReady = false
  /** Whether a `check` waits for its answer. */
  let isChecking = false
  let attempts = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined

  const unsubscribeFromPage = page.listen({
    onSleep() {
      dropSocket()
      onLost?.(true)
    },
    onWake() {
      if (isReady) return ping()
      if (socket) return
      attempts = 0
      openSocket()
    },
  })
  if (page.isAwake()) openSocket()

  return {
    watch<T extends Topic>(topic: T, onState: (data: TopicState<T>) => void) {
      const watched = topics.get(topic) ?? watchTopic(topic)
      const listener = (data: unknown) => onState(data as TopicState<T>)
      watched.listeners.add(listener)
      if (watched.last) listener(watched.last.data)
      return () => {
        watched.listeners.delete(listener)
        if (watched.listeners.size > 0 || topics.get(topic) !== watched) return
        topics.delete(topic)
        send({ type: 'unwatch', topic })
      }
    },
    send(message) {
      if (!isReady) return false
      send(message)
      return true
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reconnect() {
      attempts = 0
      if (page.isAwake()) openSocket()
    },
    check() {
      if (isReady) ping(checkTimeoutMs)
      isChecking = isReady
    },
    close() {
      unsubscribeFromPage()
      dropSocket()
      topics.clear()
      listeners.clear()
    },
  }

  function watchTopic(topic: Topic): WatchedTopic {
    const watched: WatchedTopic = { listeners: new Set() }
    topics.set(topic, watched)
    send({ type: 'watch', topic })
    return watched
  }

  function openSocket(): void {
    dropSocket()
    const newSocket = new WebSocket(url)
    socket = newSocket
    newSocket.addEventListener('message', ({ data }) => {
      if (socket === newSocket) receive(String(data))
    })
    newSocket.addEventListener('close', ({ code }) => {
      if (socket === newSocket) reconnectLater(code)
    })
    heartbeatTimer = setTimeout(reconnectLater, answerWithinMs)
  }

  /** Drops the socket without waiting for the close handshake, which never completes on a dead connection. */
  function dropSocket(): void {
    clearTimeout(retryTimer)
    clearTimeout(heartbeatTimer)
    const oldSocket = socket
    socket = undefined
    isReady = false
    isChecking = false
    oldSocket?.close()
  }

  function reconnectLater(code?: number): void {
    dropSocket()
    retryTimer = setTimeout(openSocket, chooseDelayMs(code))
    attempts += 1
    if (attempts === lostAfterAttempts) onLost?.(true)
  }

  function chooseDelayMs(code: number | undefined): number | undefined {
    const last = reconnectDelaysMs.length - 1
    // Retrying soon does not help after a bad message or too many messages.
    if (code === closeCodes.tooFast || code === closeCodes.badMessage) return reconnectDelaysMs[last]
    // A stopping node sends all its clients elsewhere; random delays spread their arrival.
    if (code === closeCodes.stopping && attempts === 0) return Math.random() * otherNodeDelayMaxMs
    return reconnectDelaysMs[Math.min(attempts, last)]
  }

  function receive(text: string): void {
    isChecking = false
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(ping, pingEveryMs)
    // A newer server may send messages that this page does not understand.
    const message = read(text)
    if (!message) return
    if (message.type === 'hello') handleHello()
    if (message.type === 'state') {
      const watched = topics.get(message.topic)
      if (watched) watched.last = { data: message.data }
      watched?.listeners.forEach((listener) => listener(message.data))
    }
    onMessage?.(message)
    listeners.forEach((listener) => listener(message))
  }

  function handleHello(): void {
    isReady = true
    attempts = 0
    onLost?.(false)
    for (const topic of topics.keys()) send({ type: 'watch', topic })
  }

  function ping(withinMs = answerWithinMs): void {
    // Another ping would extend the time for the answer.
    if (isChecking) return
    clearTimeout(heartbeatTimer)
    send({ type: 'ping' })
    heartbeatTimer = setTimeout(reconnectLater, withinMs)
  }

  /** Sends nothing before `hello`: its handler requests all watched topics. */
  function send(message: ClientMessage): void {
    if (isReady) socket?.send(JSON.stringify(message))
  }
}

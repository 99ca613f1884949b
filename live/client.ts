import { socketHeartbeatMs, socketReconnectDelaysMs } from '#kernel/socket-limits.ts'
import { closeCodes } from '#live/close-codes.ts'
import { browserPage, type Page } from '#live/page.ts'
import type { ClientMessage, ServerMessage, Topic, TopicState } from '#live/protocol.ts'

export type LiveClient = {
  /** Calls back with the whole state, now if it is known, and whenever it changes, until the returned function is called. */
  watch<T extends Topic>(topic: T, onState: (data: TopicState<T>) => void): () => void
  /** Says something now, and only now: false when nothing is connected. */
  send(message: ClientMessage): boolean
  /** Calls back with everything the server says, the greeting of every new connection among it. */
  listen(onMessage: (message: ServerMessage) => void): () => void
  /** Begins anew, so that the server looks again whose cookie this is: after signing in or out. */
  reconnect(): void
  /** Somebody misses an answer: a connection that is silent for two more seconds is given up. */
  check(): void
  close(): void
}

export type LiveOptions = {
  /** The message in a text, or nothing when this page does not understand it. */
  read(text: string): ServerMessage | undefined
  url?: string
  page?: Page
  onMessage?(message: ServerMessage): void
  /** Whether what the page shows may be old, because nothing can be heard from the server. */
  onLost?(isLost: boolean): void
  reconnectDelaysMs?: readonly number[]
  pingEveryMs?: number
  answerWithinMs?: number
}

const checkTimeoutMs = 2_000
const otherNodeWithinMs = 500
/** A restart of the server is over before that and not worth a word. */
const lostAfterAttempts = 3

type WatchedTopic = { listeners: Set<(data: unknown) => void>; last?: { data: unknown } }

/**
 * The browser's end of the live socket. It comes back by itself, and then asks for everything that is watched. It knows no schemas:
 * they would be most of the script of a page that waits for a person, so `read` is handed over.
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
  let attempts = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined

  const unsubscribeFromPage = page.listen({
    onSleep() {
      drop()
      onLost?.(true)
    },
    onWake() {
      if (isReady) return ping()
      if (socket) return
      attempts = 0
      open()
    },
  })
  if (page.isAwake()) open()

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
      if (page.isAwake()) open()
    },
    check() {
      if (isReady) ping(checkTimeoutMs)
    },
    close() {
      unsubscribeFromPage()
      drop()
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

  function open(): void {
    drop()
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

  /** Lets go of the socket without waiting for its goodbye, which on a dead line never comes. */
  function drop(): void {
    clearTimeout(retry)
    clearTimeout(heartbeatTimer)
    const old = socket
    socket = undefined
    isReady = false
    old?.close()
  }

  function reconnectLater(code?: number): void {
    drop()
    retry = setTimeout(open, delayAfter(code))
    attempts += 1
    if (attempts === lostAfterAttempts) onLost?.(true)
  }

  function delayAfter(code: number | undefined): number | undefined {
    const last = reconnectDelaysMs.length - 1
    // What the server calls wrong or too fast will not be better in a second.
    if (code === closeCodes.tooFast || code === closeCodes.badMessage) return reconnectDelaysMs[last]
    // A node that stops sends everybody elsewhere, and they should not all arrive in one moment.
    if (code === closeCodes.stopping && attempts === 0) return Math.random() * otherNodeWithinMs
    return reconnectDelaysMs[Math.min(attempts, last)]
  }

  function receive(text: string): void {
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(ping, pingEveryMs)
    // A newer server may say more than this page understands.
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
    clearTimeout(heartbeatTimer)
    send({ type: 'ping' })
    heartbeatTimer = setTimeout(reconnectLater, withinMs)
  }

  /** Before the greeting nothing is said: the greeting itself leads to everything that is watched. */
  function send(message: ClientMessage): void {
    if (isReady) socket?.send(JSON.stringify(message))
  }
}

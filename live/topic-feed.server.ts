import type { Logger } from 'pino'
import { refusals } from '#kernel/refusals.ts'
import { socketTopicsMax } from '#kernel/socket-limits.ts'
import type { Connection } from '#live/connection.server.ts'
import { type ServerMessage, stateMessage, type Topic } from '#live/protocol.ts'
import { textFrame } from '#live/text-frame.server.ts'
import type { Bus } from '#platform/bus/port.ts'

/** More concurrent reads would take database connections from pages. */
const concurrentReadsMax = 8

type WatchedTopic = {
  topic: Topic
  watchers: Set<Connection>
  /** Connections that have not received a state yet. */
  awaitingState: Set<Connection>
  changed: boolean
  step: 'idle' | 'due' | 'reading'
  unsubscribe(): void
}

type Options = {
  bus: Bus
  /** Returns the whole current state, or null when it does not exist. */
  readTopic(topic: Topic): Promise<unknown>
  log: Pick<Logger, 'error'>
}

/**
 * Keeps watchers of topics up to date. Each topic has one read at a time, and changes during a read cause one more. So
 * states arrive in order, and a burst of changes or new watchers costs little.
 */
export function createTopicFeed({ bus, readTopic, log }: Options) {
  const topics = new Map<Topic, WatchedTopic>()
  const due = new Set<WatchedTopic>()
  let runningReads = 0

  return {
    /** Returns false when the connection has too many topics; the state follows later. */
    watch(connection: Connection, topic: Topic): boolean {
      if (!connection.topics.has(topic) && connection.topics.size >= socketTopicsMax) return false
      const watched = topics.get(topic) ?? startTopic(topic)
      connection.topics.add(topic)
      watched.watchers.add(connection)
      watched.awaitingState.add(connection)
      refresh(watched)
      return true
    },
    unwatch,
    unwatchAll(connection: Connection): void {
      for (const topic of connection.topics) unwatch(connection, topic)
    },
    /** Reads all topics again, because changes may have been missed. */
    refreshAll(): void {
      for (const watched of topics.values()) markChanged(watched)
    },
    /** Retries failed reads. */
    retry(): void {
      for (const watched of topics.values()) if (watched.changed) refresh(watched)
    },
  }

  function startTopic(topic: Topic): WatchedTopic {
    const watched: WatchedTopic = {
      topic,
      watchers: new Set(),
      awaitingState: new Set(),
      changed: false,
      step: 'idle',
      unsubscribe: bus.subscribe(topic, () => markChanged(watched)),
    }
    topics.set(topic, watched)
    return watched
  }

  function unwatch(connection: Connection, topic: Topic): void {
    connection.topics.delete(topic)
    const watched = topics.get(topic)
    if (!watched) return
    watched.watchers.delete(connection)
    watched.awaitingState.delete(connection)
    if (watched.watchers.size > 0) return
    watched.unsubscribe()
    topics.delete(topic)
    due.delete(watched)
  }

  function markChanged(watched: WatchedTopic): void {
    watched.changed = true
    refresh(watched)
  }

  function refresh(watched: WatchedTopic): void {
    if (watched.step !== 'idle') return
    watched.step = 'due'
    due.add(watched)
    readNext()
  }

  function readNext(): void {
    for (const watched of due) {
      if (runningReads >= concurrentReadsMax) return
      due.delete(watched)
      runningReads += 1
      void read(watched).finally(() => {
        runningReads -= 1
        readNext()
      })
    }
  }

  async function read(watched: WatchedTopic): Promise<void> {
    const { topic, watchers } = watched
    const awaitingState = watched.awaitingState
    const isForAll = watched.changed
    Object.assign(watched, { step: 'reading', changed: false, awaitingState: new Set() })
    try {
      await bus.subscribed()
      const data = await readTopic(topic)
      const receivers = isForAll ? watchers : awaitingState
      if (data === null) refuseMissing(topic, receivers)
      else send(receivers, stateMessage.parse({ type: 'state', topic, data }))
      watched.step = 'idle'
      if (watched.changed || watched.awaitingState.size > 0) refresh(watched)
    } catch (err) {
      // The next heartbeat retries, for all watchers.
      Object.assign(watched, { step: 'idle', changed: true })
      log.error({ err, topic }, 'reading the state of a topic failed')
    }
  }

  function send(receivers: Set<Connection>, message: ServerMessage): void {
    const frame = textFrame(JSON.stringify(message))
    for (const connection of receivers) connection.deliver(frame)
  }

  function refuseMissing(topic: Topic, receivers: Set<Connection>): void {
    send(receivers, { type: 'refused', what: 'watch', topic, text: refusals.nothing_there.text })
    for (const connection of receivers) unwatch(connection, topic)
  }
}

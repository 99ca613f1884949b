import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import { busReconnectDelaysMs } from '#kernel/socket-limits.ts'
import type { Bus } from '#platform/bus/port.ts'
import { CannotStart } from '#platform/cannot-start.ts'

const prefix = 'samjhao:'
const probeEveryMs = 1_000
/** A connection that answers later than this is taken for deaf until it does. */
const deafAfterMs = 1_000
/** One that says nothing for so long is given up. */
const silentMaxMs = 5_000
/** So soon a connection that is silent is noticed. */
export const deafWithinMs = probeEveryMs + deafAfterMs

type Options = {
  url: string
  log: Pick<Logger, 'warn'>
  reconnectDelaysMs?: readonly number[]
}

type Followed = {
  listeners: Set<(payload: string) => void>
  deliver(payload: string): void
  /** Redis has confirmed it. */
  isHeard: boolean
}

/**
 * A channel for each topic, of Redis or Valkey: a message goes only to the nodes that follow its topic, and none of them passes through
 * the database. One connection listens and one speaks. What is said while either is lost is lost, too, which `onGap` tells afterwards.
 */
export async function connectRedisBus({
  url,
  log,
  reconnectDelaysMs = busReconnectDelaysMs,
}: Options): Promise<Bus> {
  const topics = new Map<string, Followed>()
  const gapListeners = new Set<() => void>()
  /** What Redis has not confirmed yet, of this process's wishes to hear. */
  const wishes = new Set<PromiseWithResolvers<void>>()
  let late = false
  let isStarted = false
  const [hearing, speaking] = [connect(), connect()]
  // On a connection that is lost nothing is confirmed any more.
  hearing.on('reconnecting', () => wishes.forEach(settle))
  hearing.on('ready', () => {
    if (isStarted) void comeBack()
  })
  try {
    await Promise.all([hearing.connect(), speaking.connect()])
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new CannotStart(
      `Redis at ${new URL(url).host} does not answer (${reason}): check REDIS_URL, or leave it out with one node.`,
      { cause },
    )
  }
  isStarted = true
  const probe = setInterval(() => void ask(), probeEveryMs)

  return {
    async publish(topic, payload) {
      // Whoever answers what is said now must be heard.
      await subscribed()
      await speaking.publish(prefix + topic, payload)
    },
    subscribe(topic, listener) {
      const own = (payload: string) => attemptTo(() => listener(payload))
      const followed = topics.get(topic) ?? follow(topic)
      followed.listeners.add(own)
      return () => {
        followed.listeners.delete(own)
        if (followed.listeners.size > 0 || topics.get(topic) !== followed) return
        topics.delete(topic)
        void hearing.unsubscribe(prefix + topic, followed.deliver).catch(() => undefined)
      }
    },
    subscribed,
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    isDeaf: () => !hearing.isReady || !speaking.isReady || late,
    async close() {
      clearInterval(probe)
      topics.clear()
      gapListeners.clear()
      hearing.destroy()
      speaking.destroy()
    },
  }

  function connect() {
    const client = createClient({
      url,
      // What cannot be said now is not said later: the bus keeps nothing.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: silentMaxMs,
        socketTimeout: silentMaxMs,
        reconnectStrategy: (tries, cause) =>
          isStarted ? (reconnectDelaysMs[Math.min(tries, reconnectDelaysMs.length - 1)] ?? 1_000) : cause,
      },
    })
    client.on('error', (err: unknown) => log.warn({ err }, 'connection of the bus lost'))
    return client
  }

  function follow(topic: string): Followed {
    const listeners = new Set<(payload: string) => void>()
    const deliver = (payload: string) => listeners.forEach((listener) => listener(payload))
    const followed = { listeners, deliver, isHeard: false }
    topics.set(topic, followed)
    wish(topic, followed)
    return followed
  }

  function wish(topic: string, followed: Followed): void {
    const confirmed = Promise.withResolvers<void>()
    wishes.add(confirmed)
    void hearing
      .subscribe(prefix + topic, followed.deliver)
      .then(() => (followed.isHeard = true))
      .catch(() => undefined)
      .finally(() => settle(confirmed))
  }

  function settle(wish: PromiseWithResolvers<void>): void {
    wishes.delete(wish)
    wish.resolve()
  }

  /** The client has subscribed again to what was confirmed before. Nobody knows what was said meanwhile. */
  async function comeBack(): Promise<void> {
    for (const [topic, followed] of topics) if (!followed.isHeard) wish(topic, followed)
    await subscribed()
    for (const listener of gapListeners) attemptTo(listener)
  }

  /** While nothing is connected there is nothing to wait for: `onGap` will tell. */
  async function subscribed(): Promise<void> {
    if (wishes.size > 0 && hearing.isReady) await Promise.all([...wishes].map(({ promise }) => promise))
  }

  /** A network that goes silent closes nothing: without a question now and then the loss would never be noticed. */
  async function ask(): Promise<void> {
    const timer = setTimeout(() => (late = true), deafAfterMs)
    await Promise.allSettled(
      [hearing, speaking].filter(({ isReady }) => isReady).map((client) => client.ping()),
    )
    clearTimeout(timer)
    late = false
  }

  /** What one listener does wrong must not reach the next. */
  function attemptTo(act: () => void): void {
    try {
      act()
    } catch (err) {
      log.warn({ err }, 'what came over the bus could not be handled')
    }
  }
}

import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import { busReconnectDelaysMs } from '#kernel/socket-limits.ts'
import type { Bus } from '#platform/bus/port.ts'
import { createSafeRunner } from '#platform/bus/run-safely.ts'
import { CannotStart } from '#platform/cannot-start.ts'

/** The channels of the product. */
export const prefix = 'samjhao:'
const probeEveryMs = 1_000
/** A connection that has not answered for this long counts as disconnected until it answers. */
const disconnectedAfterMs = 1_000
/** A connection that is silent for this long is closed. */
const silentMaxMs = 5_000
/** A silent connection is noticed within this time. */
export const disconnectedWithinMs = probeEveryMs + disconnectedAfterMs

type Options = {
  url: string
  log: Pick<Logger, 'warn'>
  reconnectDelaysMs?: readonly number[]
}

type FollowedTopic = {
  listeners: Set<(payload: string) => void>
  deliver(payload: string): void
  /** Whether Redis has confirmed the subscription. */
  isSubscribed: boolean
}

/**
 * One Redis or Valkey channel per topic: a message goes only to the nodes that subscribe to it, and never through the
 * database. One connection subscribes and one publishes. While either is disconnected, messages are lost; `onGap`
 * reports that afterwards.
 */
export async function connectRedisBus({ url, log, reconnectDelaysMs = busReconnectDelaysMs }: Options): Promise<Bus> {
  const topics = new Map<string, FollowedTopic>()
  const gapListeners = new Set<() => void>()
  /** Subscriptions of this process that Redis has not confirmed yet. */
  const unconfirmed = new Set<PromiseWithResolvers<void>>()
  let isLate = false
  let isStarted = false
  const runSafely = createSafeRunner(log)
  const [subscriber, publisher] = [connect(), connect()]
  // A lost connection does not confirm its pending subscriptions.
  subscriber.on('reconnecting', () => unconfirmed.forEach(settle))
  subscriber.on('ready', () => {
    if (isStarted) void recover()
  })
  try {
    await Promise.all([subscriber.connect(), publisher.connect()])
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new CannotStart(
      `Redis at ${new URL(url).host} does not answer (${reason}): check REDIS_URL, or unset it for a single node.`,
      { cause },
    )
  }
  isStarted = true
  const probeTimer = setInterval(() => void probeConnection(), probeEveryMs)

  return {
    async publish(topic, payload) {
      // A reply is received only after its subscription is confirmed.
      await subscribed()
      await publisher.publish(prefix + topic, payload)
    },
    subscribe(topic, listener) {
      const ownListener = (payload: string) => runSafely(() => listener(payload))
      const followed = topics.get(topic) ?? subscribeChannel(topic)
      followed.listeners.add(ownListener)
      return () => {
        followed.listeners.delete(ownListener)
        if (followed.listeners.size > 0 || topics.get(topic) !== followed) return
        topics.delete(topic)
        void subscriber.unsubscribe(prefix + topic, followed.deliver).catch(() => undefined)
      }
    },
    subscribed,
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    isDisconnected: () => !subscriber.isReady || !publisher.isReady || isLate,
    async close() {
      clearInterval(probeTimer)
      topics.clear()
      gapListeners.clear()
      subscriber.destroy()
      publisher.destroy()
    },
  }

  function connect() {
    const client = createClient({
      url,
      // The bus stores nothing, so messages are not queued while offline.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: silentMaxMs,
        socketTimeout: silentMaxMs,
        reconnectStrategy: (tries, cause) =>
          isStarted ? (reconnectDelaysMs[Math.min(tries, reconnectDelaysMs.length - 1)] ?? 1_000) : cause,
      },
    })
    client.on('error', (err: unknown) => log.warn({ err }, 'bus connection lost'))
    return client
  }

  function subscribeChannel(topic: string): FollowedTopic {
    const listeners = new Set<(payload: string) => void>()
    const deliver = (payload: string) => listeners.forEach((listener) => listener(payload))
    const followed = { listeners, deliver, isSubscribed: false }
    topics.set(topic, followed)
    requestSubscription(topic, followed)
    return followed
  }

  function requestSubscription(topic: string, followed: FollowedTopic): void {
    const confirmed = Promise.withResolvers<void>()
    unconfirmed.add(confirmed)
    void subscriber
      .subscribe(prefix + topic, followed.deliver)
      .then(() => (followed.isSubscribed = true))
      .catch(() => undefined)
      .finally(() => settle(confirmed))
  }

  function settle(subscription: PromiseWithResolvers<void>): void {
    unconfirmed.delete(subscription)
    subscription.resolve()
  }

  /** The client has restored its confirmed subscriptions. Messages may have been missed. */
  async function recover(): Promise<void> {
    for (const [topic, followed] of topics) if (!followed.isSubscribed) requestSubscription(topic, followed)
    await subscribed()
    for (const listener of gapListeners) runSafely(listener)
  }

  /** Does not wait while disconnected: `onGap` reports the gap later. */
  async function subscribed(): Promise<void> {
    if (unconfirmed.size > 0 && subscriber.isReady) await Promise.all([...unconfirmed].map(({ promise }) => promise))
  }

  /** A silent network closes no connection, so only a regular probe notices the loss. */
  async function probeConnection(): Promise<void> {
    const timer = setTimeout(() => (isLate = true), disconnectedAfterMs)
    await Promise.allSettled([subscriber, publisher].filter(({ isReady }) => isReady).map((client) => client.ping()))
    clearTimeout(timer)
    isLate = false
  }
}

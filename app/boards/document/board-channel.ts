import {
  applyAwarenessUpdate,
  type Awareness,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import { findWriters } from '#domain/boards/rules.ts'

/** The part of a data channel that a board uses. */
export type ByteChannel = Pick<
  RTCDataChannel,
  'readyState' | 'bufferedAmount' | 'send' | 'addEventListener' | 'removeEventListener'
>

/** The first byte of each message. */
const kinds = { greeting: 0, change: 1, presence: 2, live: 3, stateVector: 4 } as const

/** Larger changes reach the other side through the server, because a data channel may not carry them. */
const changeMaxBytes = 60_000
/** Messages about unfinished drawings are short; the sender splits what is longer. */
const liveMaxBytes = 16_000
/** On a slow connection the presence may be late, but must not delay changes. */
const presenceBufferMaxBytes = 16_000
const presenceEveryMs = 50

/** Changes from these origins were not made on this page. */
export const remoteOrigins = { channel: 'channel', server: 'server' } as const

export function isRemote(origin: unknown): boolean {
  return origin === remoteOrigins.channel || origin === remoteOrigins.server
}

type Options = {
  doc: Y.Doc
  presence: Awareness
  channel: ByteChannel
  /** Called with each message about an unfinished drawing. */
  onLive(message: string): void
}

/**
 * Connects a board to the other page over a data channel, which sends each change immediately. When a page opens the
 * board, both pages send the changes that the other page does not have.
 */
export function connectBoardChannel({ doc, presence, channel, onLive }: Options) {
  const stopping = new AbortController()
  const { signal } = stopping
  let presenceTimer: ReturnType<typeof setTimeout> | undefined
  if (channel.readyState === 'open') greet()
  else channel.addEventListener('open', greet, { signal })
  channel.addEventListener('message', ({ data }) => data instanceof ArrayBuffer && receive(new Uint8Array(data)), {
    signal,
  })
  channel.addEventListener('close', forgetPresence, { signal })
  doc.on('update', onChange)
  // This includes keep-alive updates: after half a minute without one, the other page forgets this page.
  presence.on('update', onPresence)

  return {
    /** Whether all earlier messages have left this page. */
    isFree: () => channel.readyState === 'open' && channel.bufferedAmount === 0,
    sendLive: (message: string) => send(kinds.live, new TextEncoder().encode(message)),
    disconnect(): void {
      // Otherwise the other page would show the cursor of a closed board for half a minute.
      send(kinds.presence, encodeAwarenessUpdate(presence, [doc.clientID], new Map()))
      stopping.abort()
      clearTimeout(presenceTimer)
      doc.off('update', onChange)
      presence.off('update', onPresence)
      forgetPresence()
    },
  }

  function greet(): void {
    send(kinds.greeting, Y.encodeStateVector(doc))
    sendPresence()
  }

  /** The other page has just opened its board, and has missed what this page sent before. */
  function answerGreeting(stateVector: Uint8Array): void {
    sendMissing(stateVector)
    send(kinds.stateVector, Y.encodeStateVector(doc))
    sendPresence()
  }

  function onChange(change: Uint8Array, origin: unknown): void {
    if (!isRemote(origin) && change.length <= changeMaxBytes) send(kinds.change, change)
  }

  function onPresence(_changes: unknown, origin: unknown): void {
    if (isRemote(origin)) return
    presenceTimer ??= setTimeout(sendPresenceWhenFree, presenceEveryMs)
  }

  function sendPresenceWhenFree(): void {
    const isFree = channel.bufferedAmount <= presenceBufferMaxBytes
    presenceTimer = isFree ? undefined : setTimeout(sendPresenceWhenFree, presenceEveryMs)
    if (isFree) sendPresence()
  }

  function sendPresence(): void {
    send(kinds.presence, encodeAwarenessUpdate(presence, [doc.clientID]))
  }

  function send(kind: number, body: Uint8Array): void {
    if (channel.readyState !== 'open') return
    const message = new Uint8Array(body.length + 1)
    message[0] = kind
    message.set(body, 1)
    channel.send(message)
  }

  function receive(message: Uint8Array): void {
    const [kind, body] = [message[0], message.subarray(1)]
    // Messages of another version, or of a hostile page, are ignored.
    try {
      if (kind === kinds.greeting) answerGreeting(body)
      if (kind === kinds.stateVector) sendMissing(body)
      if (kind === kinds.change && isFromOthers(body)) Y.applyUpdate(doc, body, remoteOrigins.channel)
      if (kind === kinds.presence) applyAwarenessUpdate(presence, body, remoteOrigins.channel)
      if (kind === kinds.live && body.length <= liveMaxBytes) onLive(new TextDecoder().decode(body))
    } catch {
      // Changes also arrive through the server.
    }
  }

  /** Refuses changes in this page's own name, because only this page may write them. */
  function isFromOthers(change: Uint8Array): boolean {
    return findWriters(change)?.has(doc.clientID) === false
  }

  function sendMissing(stateVector: Uint8Array): void {
    const missing = Y.encodeStateAsUpdate(doc, stateVector)
    if (missing.length <= changeMaxBytes) send(kinds.change, missing)
  }

  function forgetPresence(): void {
    const others = [...presence.getStates().keys()].filter((client) => client !== doc.clientID)
    removeAwarenessStates(presence, others, remoteOrigins.channel)
  }
}

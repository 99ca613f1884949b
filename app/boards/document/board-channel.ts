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
const kinds = { stateVector: 0, change: 1, presence: 2 } as const

/** Larger changes reach the other side through the server, because a data channel may not carry them. */
const changeMaxBytes = 60_000
/** On a slow line the presence may be late, but must not delay changes. */
const presenceBufferMaxBytes = 16_000
const presenceEveryMs = 33

/** Changes from these origins were not made on this page. */
export const remoteOrigins = { channel: 'channel', server: 'server' } as const

export function isRemote(origin: unknown): boolean {
  return origin === remoteOrigins.channel || origin === remoteOrigins.server
}

/**
 * Connects a board to the other page over a data channel: each change travels at once. When the channel opens, both
 * pages send what the other lacks. Returns the function that disconnects.
 */
export function connectBoardChannel(doc: Y.Doc, presence: Awareness, channel: ByteChannel): () => void {
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
  presence.on('change', onPresence)

  return () => {
    stopping.abort()
    clearTimeout(presenceTimer)
    doc.off('update', onChange)
    presence.off('change', onPresence)
    forgetPresence()
  }

  function greet(): void {
    send(kinds.stateVector, Y.encodeStateVector(doc))
    sendPresence()
  }

  function onChange(change: Uint8Array, origin: unknown): void {
    if (!isRemote(origin) && change.length <= changeMaxBytes) send(kinds.change, change)
  }

  function onPresence(_changes: unknown, origin: unknown): void {
    if (isRemote(origin)) return
    presenceTimer ??= setTimeout(() => {
      presenceTimer = undefined
      if (channel.bufferedAmount <= presenceBufferMaxBytes) sendPresence()
    }, presenceEveryMs)
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
      if (kind === kinds.stateVector) sendMissing(body)
      if (kind === kinds.change && isFromOthers(body)) Y.applyUpdate(doc, body, remoteOrigins.channel)
      if (kind === kinds.presence) applyAwarenessUpdate(presence, body, remoteOrigins.channel)
    } catch {
      // Changes also arrive through the server.
    }
  }

  /** Only this page writes under its own number. */
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

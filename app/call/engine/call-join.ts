import type { Traffic } from '#app/call/engine/traffic.ts'
import type { SessionState } from '#domain/sessions/states.ts'
import type { LiveClient } from '#live/client.ts'

const hangUpAgainAfterMs = 1_000

type Options = {
  live: Pick<LiveClient, 'send'>
  sessionId: string
  /** The expert accepts the ringing call. */
  isAccepting: boolean
  /** The bytes that this page has received and sent so far. */
  readTraffic(): Promise<Bytes>
}

type Bytes = Pick<Traffic, 'received' | 'sent'>

/** This page's join of the call. Each socket needs a new one; only with one the server takes signals and heartbeats. */
export function createCallJoin({ live, sessionId, isAccepting, readTraffic }: Options) {
  /** The current join, once the server has confirmed it. */
  let current: { epoch: number; sequence: number; from: Bytes } | null = null
  let hasJoined = false
  /** On a new socket: joins once the session state shows whether the earlier Accept arrived. */
  let waitsForState = false
  let isLeaving = false
  let closed = false

  return {
    join,
    confirm(epoch: number, from: Bytes): void {
      hasJoined = true
      current = { epoch, sequence: 0, from }
    },
    /** A new socket ends the previous join, but the media connection continues. */
    socketOpened(): void {
      current = null
      if (closed) return
      if (isLeaving) sendHangUp()
      else if (isAccepting && !hasJoined) waitsForState = true
      else join({ isAccepting: false })
    },
    stateReceived(state: SessionState): void {
      if (waitsForState && !closed) join({ isAccepting: state === 'ringing' })
    },
    sendSignal(body: string): void {
      if (current) live.send({ type: 'signal', session: sessionId, epoch: current.epoch, body })
    },
    async sendBeat(): Promise<void> {
      const { received, sent } = await readTraffic()
      if (!current || isLeaving) return
      current.sequence += 1
      const { epoch, sequence, from } = current
      const counts = { bytes: received - from.received, sent: sent - from.sent }
      live.send({ type: 'beat', session: sessionId, epoch, sequence, ...counts })
    },
    /**
     * Asks the server to end the call, again on every new socket, and stops heartbeats. Returns false without a
     * socket.
     */
    hangUp(): boolean {
      isLeaving = true
      return sendHangUp()
    },
    /** The database was unavailable: retry shortly, until the page gives up. */
    hangUpRefused(): void {
      if (isLeaving) setTimeout(() => closed || sendHangUp(), hangUpAgainAfterMs)
    },
    isClosed: () => closed,
    close(): void {
      closed = true
      current = null
    },
  }

  function join({ isAccepting }: { isAccepting: boolean }): void {
    waitsForState = false
    live.send({ type: 'join', session: sessionId, accept: isAccepting || undefined })
  }

  function sendHangUp(): boolean {
    return live.send({ type: 'hang_up', session: sessionId })
  }
}

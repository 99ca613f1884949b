import type { Traffic } from '#app/call/engine/traffic.ts'
import type { SessionState } from '#domain/sessions/states.ts'
import type { LiveClient } from '#live/client.ts'

const hangUpRetryMs = 1_000

type Options = {
  live: Pick<LiveClient, 'send'>
  sessionId: string
  /** The expert accepts the ringing call. */
  isAccepting: boolean
  /** The bytes that this page has received and sent so far. */
  readTraffic(): Promise<Bytes>
  /** Returns the time to the first picture once. */
  takePictureMs(): number | undefined
}

type Bytes = Pick<Traffic, 'received' | 'sent'>

/** This page's join of the call. Each socket needs a new join; without it the server ignores signals and heartbeats. */
export function createCallJoin({ live, sessionId, isAccepting, readTraffic, takePictureMs }: Options) {
  /** The current join, once the server has confirmed it. */
  let current: { epoch: number; sequence: number; startBytes: Bytes } | null = null
  let hasJoined = false
  /** On a new socket, the join waits until the session state shows whether the earlier Accept arrived. */
  let isWaitingForState = false
  let isLeaving = false
  let isClosed = false

  return {
    join,
    confirm(epoch: number, startBytes: Bytes): void {
      hasJoined = true
      current = { epoch, sequence: 0, startBytes }
    },
    /** A new socket ends the previous join, but the media connection continues. */
    onSocketOpened(): void {
      current = null
      if (isClosed) return
      if (isLeaving) sendHangUp()
      else if (isAccepting && !hasJoined) isWaitingForState = true
      else join({ isAccepting: false })
    },
    onState(state: SessionState): void {
      if (isWaitingForState && !isClosed) join({ isAccepting: state === 'ringing' })
    },
    sendSignal(body: string): void {
      if (current) live.send({ type: 'signal', session: sessionId, epoch: current.epoch, body })
    },
    async sendBeat(): Promise<void> {
      const { received, sent } = await readTraffic()
      if (!current || isLeaving) return
      current.sequence += 1
      const { epoch, sequence, startBytes } = current
      const counts = { bytes: received - startBytes.received, sent: sent - startBytes.sent }
      live.send({ type: 'beat', session: sessionId, epoch, sequence, ...counts, pictureMs: takePictureMs() })
    },
    /** Asks the server to end the call, again on every new socket. Stops heartbeats. Returns false without a socket. */
    hangUp(): boolean {
      isLeaving = true
      return sendHangUp()
    },
    /** The database was unavailable, so the hang-up is retried until the call is closed in this page. */
    onHangUpRefused(): void {
      if (isLeaving) setTimeout(() => isClosed || sendHangUp(), hangUpRetryMs)
    },
    isClosed: () => isClosed,
    close(): void {
      isClosed = true
      current = null
    },
  }

  function join({ isAccepting }: { isAccepting: boolean }): void {
    isWaitingForState = false
    live.send({ type: 'join', session: sessionId, accept: isAccepting || undefined })
  }

  function sendHangUp(): boolean {
    return live.send({ type: 'hang_up', session: sessionId })
  }
}

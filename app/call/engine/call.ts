import * as z from 'zod/mini'
import { createCallJoin } from '#app/call/engine/call-join.ts'
import { createCallMedia } from '#app/call/engine/call-media.ts'
import { createCallStore } from '#app/call/engine/call-store.ts'
import type { MeterMessage } from '#app/call/engine/call-view.ts'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import { watchNetwork } from '#app/call/engine/data-saver.ts'
import { isMeterReplyMissing, meterChanges } from '#app/call/engine/meter-view.ts'
import { isOpen, type Side } from '#domain/sessions/states.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import type { LiveClient } from '#live/client.ts'
import type { ServerMessage } from '#live/protocol.ts'

const checkEveryMs = 1_000
/** A call is shown as connected only after this check has found media. */
const checkStartEveryMs = 200

type CallStart = Pick<RequestedCall, 'sessionId' | 'callType'> & {
  side: Side
  /** If undefined, the call opens the devices itself. */
  media?: MediaStream | null
  /** The expert accepts the ringing call. */
  isAccepting?: boolean
}

export type Call = ReturnType<typeof openCall>

/** The call in one tab, from the first ring to its end. `view` is the state to show; `subscribe` reports changes. */
export function openCall(live: Pick<LiveClient, 'send' | 'listen' | 'watch' | 'check'>, start: CallStart) {
  const { sessionId, side, callType, isAccepting = false } = start
  z.config({ jitless: true })
  const { view, change, subscribe, removeListeners } = createCallStore({ sessionId, side, media: start.media ?? null })
  const media = createCallMedia({
    sessionId,
    side,
    callType,
    view,
    change,
    sendSignal: (body) => void callJoin.sendSignal(body),
    // The call starts with the first media, so this heartbeat is sent at once.
    onFirstMedia: () => void callJoin.sendBeat(),
    // A restart needs a socket that works.
    onSilent: live.check,
  })
  const { lineWatch, pictureTime } = media
  if (isAccepting) pictureTime.onAccepted()
  const callJoin = createCallJoin({
    live,
    sessionId,
    isAccepting,
    readTraffic: lineWatch.readTraffic,
    takePictureMs: pictureTime.take,
  })
  const watching = new AbortController()
  watchNetwork(() => {
    lineWatch.onNetworkChanged()
    live.check()
  }, watching.signal)
  const timers = [
    setInterval(() => void callJoin.sendBeat(), beatEveryMs),
    setInterval(() => void media.checkStart(), checkStartEveryMs),
    setInterval(() => {
      checkMeter()
      void lineWatch.check()
    }, checkEveryMs),
  ]
  // After the setup above, because a cached state arrives at once and may end the call.
  const unsubscribers = [
    live.listen(receive),
    live.watch(`session:${sessionId}`, (session) => {
      if (view().session?.state === 'ringing' && session.state === 'connecting') pictureTime.onAccepted()
      change({ session })
      if (!isOpen(session.state) || session.state === 'ended') leaveCall()
      else callJoin.onState(session.state)
    }),
  ]
  callJoin.join({ isAccepting })
  if (start.media === undefined) void media.controls.open()

  return {
    ...media.controls,
    view,
    subscribe,
    isClosed: callJoin.isClosed,
    hangUp: callJoin.hangUp,
    /** Leaves the call in this page without notifying the server. */
    close(): void {
      leaveCall()
      unsubscribers.forEach((unsubscribe) => unsubscribe())
      removeListeners()
    },
  }

  function receive(message: ServerMessage): void {
    if (message.type === 'hello') callJoin.onSocketOpened()
    if (!('session' in message) || message.session !== sessionId || callJoin.isClosed()) return
    if (message.type === 'joined') callJoin.confirm(message.epoch, lineWatch.traffic())
    media.receive(message)
    if (message.type === 'meter') receiveMeter(message)
    if (message.type === 'gone') {
      leaveCall()
      change({ isElsewhere: message.replaced === true })
    }
    if (message.type === 'refused' && message.what === 'hang_up') callJoin.onHangUpRefused()
    // The session state shows whether another tab joined first or the call is over.
    if (message.type === 'refused' && message.what === 'join') {
      leaveCall()
      change({ refusal: message.text })
    }
  }

  function receiveMeter(message: MeterMessage): void {
    const isNewlyInterrupted = message.phase === 'interrupted' && view().meter?.phase !== message.phase
    change(meterChanges(view(), message, performance.now()))
    media.applyToTracks()
    if (message.phase === 'over') leaveCall()
    // Another process may have taken over metering. It then waits for a heartbeat.
    else if (isNewlyInterrupted) void callJoin.sendBeat()
  }

  function checkMeter(): void {
    if (view().isMeterSilent || !isMeterReplyMissing(view().meter, performance.now())) return
    change({ isMeterSilent: true })
    live.check()
  }

  /** Leaves the call in this page. */
  function leaveCall(): void {
    timers.forEach((timer) => clearInterval(timer))
    watching.abort()
    callJoin.close()
    media.close()
  }
}

import * as z from 'zod/mini'
import { createCallJoin } from '#app/call/engine/call-join.ts'
import type { CallView, MeterMessage } from '#app/call/engine/call-view.ts'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import type { Sending } from '#app/call/engine/pulse.ts'
import { watchNetwork } from '#app/call/engine/data-saver.ts'
import { createLineWatch, type Line } from '#app/call/engine/line-watch.ts'
import { isMeterReplyMissing, meterChanges } from '#app/call/engine/meter-view.ts'
import { initialOwnView, createOwnMedia } from '#app/call/engine/own-media.ts'
import { type PeerLink, openPeerLink } from '#app/call/engine/peer-link.ts'
import { firstPictureState } from '#app/call/engine/picture-control.ts'
import { isOpen, type Side } from '#domain/sessions/states.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import type { LiveClient } from '#live/client.ts'
import { type IceSettings, readMessage, type ServerMessage } from '#live/protocol.ts'
import { signal } from '#live/signal.ts'

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
  let view: CallView = {
    sessionId,
    side,
    session: null,
    ...initialOwnView(sessionId, start.media ?? null),
    remote: null,
    other: null,
    boardChannel: null,
    quality: null,
    picture: firstPictureState.mode,
    level: firstPictureState.level,
    meter: null,
    isMeterSilent: false,
    warning: null,
    isElsewhere: false,
    refusal: null,
  }
  const listeners = new Set<() => void>()
  let peerLink: PeerLink | null = null

  const {
    getOutgoing,
    applyToTracks,
    reportConcealed,
    askForPicture,
    wantedPicture,
    close: closeMedia,
    ...mediaControls
  } = createOwnMedia({
    sessionId,
    callType,
    view: () => view,
    change,
    onOutgoing: (changed) => peerLink?.setOutgoing(changed),
  })
  const lineWatch = createLineWatch({
    side,
    connection: () => peerLink?.connection(),
    wantedPicture,
    // The call starts with the first media, so this heartbeat is sent immediately.
    onFirstMedia: () => void callJoin.sendBeat(),
    onRated: showLine,
    // A restart needs a socket that works.
    onSilent: live.check,
  })
  const callJoin = createCallJoin({ live, sessionId, isAccepting, readTraffic: lineWatch.readTraffic })
  const watching = new AbortController()
  watchNetwork(() => {
    lineWatch.onNetworkChanged()
    live.check()
  }, watching.signal)
  const timers = [
    setInterval(() => void callJoin.sendBeat(), beatEveryMs),
    setInterval(() => void lineWatch.checkStart(), checkStartEveryMs),
    setInterval(() => {
      checkMeter()
      void lineWatch.check()
    }, checkEveryMs),
  ]
  // After the setup above, because a cached state arrives immediately and may end the call.
  const unsubscribers: (() => void)[] = []
  unsubscribers.push(live.listen(receive))
  unsubscribers.push(
    live.watch(`session:${sessionId}`, (session) => {
      change({ session })
      if (!isOpen(session.state) || session.state === 'ended') leaveCall()
      else callJoin.onState(session.state)
    }),
  )
  callJoin.join({ isAccepting })
  if (start.media === undefined) void mediaControls.open()

  return {
    ...mediaControls,
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readDataUse: lineWatch.readDataUse,
    /** Immediately tests whether the connection can carry the paused pictures again. */
    tryPictureAgain(): void {
      lineWatch.tryPicture()
      if (view.other?.picture === 'paused') askForPicture()
      void lineWatch.check()
    },
    isClosed: callJoin.isClosed,
    hangUp: callJoin.hangUp,
    /** Leaves the call in this page without notifying the server. */
    close(): void {
      leaveCall()
      unsubscribers.forEach((unsubscribe) => unsubscribe())
      listeners.clear()
    },
  }

  function change(changes: Partial<CallView>): void {
    view = { ...view, ...changes }
    listeners.forEach((listener) => listener())
  }

  function receive(message: ServerMessage): void {
    if (message.type === 'hello') callJoin.onSocketOpened()
    if (!('session' in message) || message.session !== sessionId || callJoin.isClosed()) return
    if (message.type === 'joined') {
      callJoin.confirm(message.epoch, lineWatch.traffic())
      peerLink ??= linkPeer(message.ice)
    }
    if (message.type === 'peer') peerLink?.onPeerJoined()
    if (message.type === 'signal') {
      const received = readMessage(signal, message.body)
      if (received) peerLink?.receive(received)
    }
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

  function linkPeer(ice: IceSettings): PeerLink {
    return openPeerLink({
      ice,
      callType,
      isLeading: side === 'student',
      outgoing: getOutgoing(),
      send: (signalToSend) => callJoin.sendSignal(JSON.stringify(signalToSend)),
      onRemote: (remote) => change({ remote }),
      onSending: receiveSending,
      onBoardChannel: (boardChannel) => change({ boardChannel }),
    })
  }

  function receiveSending({ concealed = 0, ...other }: Sending): void {
    lineWatch.setConcealedAtOther(concealed)
    if ((other.retries ?? 0) > (view.other?.retries ?? 0)) lineWatch.tryPicture()
    const hasOpenedBoard = other.board === true && !view.other?.board
    change({ other })
    if (hasOpenedBoard && !view.isBoardOpen) mediaControls.showBoard(true)
    else applyToTracks()
  }

  function showLine({ quality, picture: { mode, level }, concealedShare }: Line): void {
    const isChanged = quality !== view.quality || mode !== view.picture || level !== view.level
    if (isChanged) change({ quality, picture: mode, level })
    reportConcealed(concealedShare)
    applyToTracks()
  }

  function receiveMeter(message: MeterMessage): void {
    const isNewlyInterrupted = message.phase === 'interrupted' && view.meter?.phase !== message.phase
    change(meterChanges(view, message, performance.now()))
    applyToTracks()
    if (message.phase === 'over') leaveCall()
    // Another process may have taken over metering. It then waits for a heartbeat.
    else if (isNewlyInterrupted) void callJoin.sendBeat()
  }

  function checkMeter(): void {
    if (view.isMeterSilent || !isMeterReplyMissing(view.meter, performance.now())) return
    change({ isMeterSilent: true })
    live.check()
  }

  /** Leaves the call in this page: stops devices and closes the connection. */
  function leaveCall(): void {
    timers.forEach((timer) => clearInterval(timer))
    watching.abort()
    callJoin.close()
    peerLink?.close()
    peerLink = null
    closeMedia()
    change({ remote: null, boardChannel: null })
  }
}

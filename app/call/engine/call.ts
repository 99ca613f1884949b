import * as z from 'zod/mini'
import type { CallView, MeterMessage } from '#app/call/engine/call-view.ts'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import { type PeerLink, openPeerLink } from '#app/call/engine/peer-link.ts'
import { initialOwnView, createOwnMedia } from '#app/call/engine/own-media.ts'
import { sharedMs } from '#app/call/engine/call-screen.ts'
import { createTrafficCounter, rateQuality, type Traffic } from '#app/call/engine/traffic.ts'
import { createWeakLineDetector } from '#app/call/engine/weak-line-detector.ts'
import { isOpen, type Side } from '#domain/sessions/states.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import type { LiveClient } from '#live/client.ts'
import { readMessage, type ServerMessage } from '#live/protocol.ts'
import { signal } from '#live/signal.ts'

const watchEveryMs = 1_000
/** Browsers detect a dead connection after seven seconds or more, so we restart ICE much sooner. */
const restartAfterMs = { student: 3_000, expert: 5_000 }
const restartAgainAfterMs = 5_000
const hangUpAgainAfterMs = 1_000
/** The meter replies to every heartbeat. Two missing replies are treated as silence. */
const meterTimeoutMs = 2 * beatEveryMs

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
  const { sessionId, side, callType } = start
  z.config({ jitless: true })
  let view: CallView = {
    sessionId,
    side,
    session: null,
    ...initialOwnView(sessionId, start.media ?? null),
    remote: null,
    other: null,
    quality: null,
    isWeak: false,
    meter: null,
    isMeterSilent: false,
    warning: null,
    isElsewhere: false,
    refusal: null,
  }
  const listeners = new Set<() => void>()
  const traffic = createTrafficCounter()
  const isLineWeak = createWeakLineDetector()
  let peerLink: PeerLink | null = null
  /** The current join, once the server has confirmed it. */
  let callJoin: { epoch: number; sequence: number; from: Pick<Traffic, 'received' | 'sent'> } | null = null
  let lastTraffic: Traffic & { grewAtMs: number } = {
    received: 0,
    sent: 0,
    delayMs: null,
    packets: 0,
    lost: 0,
    grewAtMs: 0,
  }
  let restartedAtMs = 0
  let hasJoined = false
  /** On a new socket: joins once the session state shows whether the earlier Accept arrived. */
  let waitsForState = false
  let isLeaving = false
  let closed = false

  const ownMedia = createOwnMedia({
    sessionId,
    callType,
    view: () => view,
    change,
    onOutgoing: (outgoing) => peerLink?.setOutgoing(outgoing),
  })
  const unsubscribers = [
    live.listen(receive),
    live.watch(`session:${sessionId}`, (session) => {
      change({ session })
      if (!isOpen(session.state) || session.state === 'ended') leaveCall()
      else if (waitsForState && !closed) join({ isAccepting: session.state === 'ringing' })
    }),
  ]
  const beatTimer = setInterval(() => void sendBeat(), beatEveryMs)
  const watchTimer = setInterval(() => void checkLine(), watchEveryMs)
  join({ isAccepting: start.isAccepting === true })
  if (start.media === undefined) void ownMedia.open()

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: ownMedia.open,
    mute: ownMedia.mute,
    hideCamera: ownMedia.hideCamera,
    choose: ownMedia.choose,
    chooseSpeaker: ownMedia.chooseSpeaker,
    shareScreen: ownMedia.shareScreen,
    stopScreen: ownMedia.stopScreen,
    setAudioOnly: ownMedia.setAudioOnly,
    isClosed: () => closed,
    /**
     * Asks the server to end the call, again on every new socket, and stops heartbeats. Returns false without a
     * socket.
     */
    hangUp(): boolean {
      isLeaving = true
      return live.send({ type: 'hang_up', session: sessionId })
    },
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

  function join({ isAccepting }: { isAccepting: boolean }): void {
    waitsForState = false
    live.send({ type: 'join', session: sessionId, accept: isAccepting || undefined })
  }

  function rejoin(): void {
    callJoin = null
    if (closed) return
    if (isLeaving) live.send({ type: 'hang_up', session: sessionId })
    else if (start.isAccepting && !hasJoined) waitsForState = true
    else join({ isAccepting: false })
  }

  function receive(message: ServerMessage): void {
    // A new socket ends the previous join, but the media connection continues.
    if (message.type === 'hello') rejoin()
    if (!('session' in message) || message.session !== sessionId || closed) return
    if (message.type === 'joined') {
      hasJoined = true
      callJoin = {
        epoch: message.epoch,
        sequence: 0,
        from: { received: lastTraffic.received, sent: lastTraffic.sent },
      }
      peerLink ??= openPeerLink({
        ice: message.ice,
        callType,
        isLeading: side === 'student',
        outgoing: ownMedia.outgoing(),
        send: (signalToSend) => sendSignal(JSON.stringify(signalToSend)),
        onRemote: (remote) => change({ remote }),
        onSending(other) {
          change({ other })
          ownMedia.applyToTracks()
        },
      })
    }
    if (message.type === 'peer') peerLink?.peerJoined()
    if (message.type === 'signal') {
      const received = readMessage(signal, message.body)
      if (received) peerLink?.receive(received)
    }
    if (message.type === 'meter') receiveMeter(message)
    if (message.type === 'gone') {
      leaveCall()
      change({ isElsewhere: message.replaced === true })
    }
    // The database was unavailable: retry shortly, until the page gives up.
    if (message.type === 'refused' && message.what === 'hang_up' && isLeaving)
      setTimeout(() => closed || live.send({ type: 'hang_up', session: sessionId }), hangUpAgainAfterMs)
    // Another tab joined first, or the call is over; the session state tells which.
    if (message.type === 'refused' && message.what === 'join') {
      leaveCall()
      change({ refusal: message.text })
    }
  }

  function receiveMeter({ phase, liveMs, heldMs, leftMs, endsBy, warning }: MeterMessage): void {
    const atMs = performance.now()
    const shownMs = view.meter ? sharedMs(view.meter, atMs) : liveMs
    const meter = { phase, liveMs, heldMs, leftMs, endsBy, atMs, shownMs }
    // Money was added, so the low balance warning is outdated. Unpaid gaps also add time, but less than a minute, and
    // keep it.
    const gainedMs = (leftMs ?? 0) - (view.meter?.leftMs ?? 0)
    const isMore = heldMs > (view.meter?.heldMs ?? heldMs) || gainedMs >= (view.session?.minuteMs ?? Infinity)
    const isNewlyInterrupted = phase === 'interrupted' && view.meter?.phase !== phase
    change({ meter, isMeterSilent: false, warning: warning ?? (isMore ? null : view.warning) })
    ownMedia.applyToTracks()
    if (phase === 'over') leaveCall()
    // Another process has taken over metering and waits for a heartbeat.
    else if (isNewlyInterrupted) void sendBeat()
  }

  function sendSignal(body: string): void {
    if (callJoin) live.send({ type: 'signal', session: sessionId, epoch: callJoin.epoch, body })
  }

  async function sendBeat(): Promise<void> {
    await readTraffic()
    if (!callJoin || isLeaving) return
    callJoin.sequence += 1
    const { epoch, sequence, from } = callJoin
    const bytes = lastTraffic.received - from.received
    live.send({
      type: 'beat',
      session: sessionId,
      epoch,
      sequence,
      bytes,
      sent: lastTraffic.sent - from.sent,
    })
  }

  /** Runs once a second: rates the connection and detects when it is dead. */
  async function checkLine(): Promise<void> {
    if (!view.isMeterSilent && isMeterReplyMissing()) {
      change({ isMeterSilent: true })
      live.check()
    }
    const before = lastTraffic
    await readTraffic()
    if (!peerLink || before.grewAtMs === 0) {
      // Send a heartbeat as soon as the first media arrives: the call starts then.
      if (lastTraffic.grewAtMs > 0) await sendBeat()
      return
    }
    const now = performance.now()
    const silentMs = now - lastTraffic.grewAtMs
    const packets = lastTraffic.packets - before.packets
    const lost = Math.max(0, lastTraffic.lost - before.lost)
    const lossShare = packets + lost > 0 ? lost / (packets + lost) : 0
    const quality = rateQuality({ silentMs, delayMs: lastTraffic.delayMs, lossShare })
    const isWeak = isLineWeak(quality, now)
    if (quality !== view.quality || isWeak !== view.isWeak) change({ quality, isWeak })
    // Either side may be the only one without incoming media. The expert waits longer, so that both do not restart at
    // once.
    if (silentMs >= restartAfterMs[side] && now - restartedAtMs >= restartAgainAfterMs) {
      restartedAtMs = now
      peerLink.connection().restart()
    }
  }

  function isMeterReplyMissing(): boolean {
    const { meter } = view
    return meter?.phase === 'live' && performance.now() - meter.atMs >= meterTimeoutMs
  }

  async function readTraffic(): Promise<void> {
    if (!peerLink) return
    const now = performance.now()
    const { received, ...rest } = await traffic.read(peerLink.connection())
    const grewAtMs = received > lastTraffic.received ? now : lastTraffic.grewAtMs
    lastTraffic = { received, ...rest, grewAtMs }
  }

  /** Leaves the call in this page: stops devices and closes the connection. */
  function leaveCall(): void {
    closed = true
    clearInterval(beatTimer)
    clearInterval(watchTimer)
    callJoin = null
    peerLink?.close()
    peerLink = null
    ownMedia.close()
    change({ remote: null })
  }
}

import * as z from 'zod/mini'
import type { CallView, MeterMessage } from '#app/call/engine/call-view.ts'
import type { BegunCall } from '#app/call/engine/calls-context.ts'
import { type Line, openLine } from '#app/call/engine/line.ts'
import { firstOwnView, holdOwnMedia } from '#app/call/engine/own-media.ts'
import { sharedMs } from '#app/call/engine/stage.ts'
import { createTrafficCounter, rateQuality, type Traffic } from '#app/call/engine/traffic.ts'
import { createWeakLineWatch } from '#app/call/engine/weak-line.ts'
import { isOpen, type Side } from '#domain/sessions/states.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import type { LiveClient } from '#live/client.ts'
import { readMessage, type ServerMessage } from '#live/protocol.ts'
import { signal } from '#live/signal.ts'

const watchEveryMs = 1_000
/** Browsers notice a dead line after seven seconds or more; we look for another way much sooner. */
const restartAfterMs = { student: 3_000, expert: 5_000 }
const restartAgainAfterMs = 5_000
const hangUpAgainAfterMs = 1_000
/** The meter answers every beat. Two missing answers are no accident. */
const unheardAfterMs = 2 * beatEveryMs

type Start = Pick<BegunCall, 'sessionId' | 'callType'> & {
  side: Side
  /** Not given: opened as soon as the call is on. */
  media?: MediaStream | null
  /** The expert takes the call that rings. */
  accepts?: boolean
}

export type Call = ReturnType<typeof openCall>

/** One tab's part in a call, from the first ring to its end. What the screen shows is `view`; `subscribe` tells when it has changed. */
export function openCall(live: Pick<LiveClient, 'say' | 'listen' | 'watch' | 'check'>, start: Start) {
  const { sessionId, side, callType } = start
  z.config({ jitless: true })
  let view: CallView = {
    sessionId,
    side,
    session: null,
    ...firstOwnView(sessionId, start.media ?? null),
    remote: null,
    other: null,
    quality: null,
    isWeak: false,
    meter: null,
    isUnheard: false,
    warning: null,
    elsewhere: false,
    refusal: null,
  }
  const listeners = new Set<() => void>()
  const traffic = createTrafficCounter()
  const judgeLine = createWeakLineWatch()
  let line: Line | null = null
  /** This page's coming, once the server has let it in. */
  let leg: { epoch: number; sequence: number; from: Pick<Traffic, 'received' | 'sent'> } | null = null
  let last: Traffic & { grewAtMs: number } = {
    received: 0,
    sent: 0,
    delayMs: null,
    packets: 0,
    lost: 0,
    grewAtMs: 0,
  }
  let restartedAtMs = 0
  let wasIn = false
  /** A new socket: it comes in as soon as it knows whether the Accept of the old one was heard. */
  let asksFirst = false
  let isLeaving = false
  let closed = false

  const own = holdOwnMedia({
    sessionId,
    callType,
    view: () => view,
    change,
    onOutgoing: (outgoing) => line?.setOutgoing(outgoing),
  })
  const leaves = [
    live.listen(hear),
    live.watch(`session:${sessionId}`, (session) => {
      change({ session })
      if (!isOpen(session.state) || session.state === 'ended') hangDown()
      else if (asksFirst && !closed) join({ accepts: session.state === 'ringing' })
    }),
  ]
  const beats = setInterval(() => void beat(), beatEveryMs)
  const watching = setInterval(() => void watch(), watchEveryMs)
  join({ accepts: start.accepts === true })
  if (start.media === undefined) void own.open()

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: own.open,
    mute: own.mute,
    hideCamera: own.hideCamera,
    choose: own.choose,
    chooseSpeaker: own.chooseSpeaker,
    shareScreen: own.shareScreen,
    stopScreen: own.stopScreen,
    setAudioOnly: own.setAudioOnly,
    isClosed: () => closed,
    /** Asks the server to end the call, again on every new socket, and sends no more heartbeats. Returns false without a socket. */
    hangUp(): boolean {
      isLeaving = true
      return live.say({ type: 'hang_up', session: sessionId })
    },
    /** Leaves, without a word to the server. */
    close(): void {
      hangDown()
      leaves.forEach((leave) => leave())
      listeners.clear()
    },
  }

  function change(changes: Partial<CallView>): void {
    view = { ...view, ...changes }
    listeners.forEach((listener) => listener())
  }

  function join({ accepts }: { accepts: boolean }): void {
    asksFirst = false
    live.say({ type: 'join', session: sessionId, accept: accepts || undefined })
  }

  function comeBack(): void {
    leg = null
    if (closed) return
    if (isLeaving) live.say({ type: 'hang_up', session: sessionId })
    else if (start.accepts && !wasIn) asksFirst = true
    else join({ accepts: false })
  }

  function hear(message: ServerMessage): void {
    // A new socket: the coming of the old one is over, the picture is not.
    if (message.type === 'hello') comeBack()
    if (!('session' in message) || message.session !== sessionId || closed) return
    if (message.type === 'joined') {
      wasIn = true
      leg = { epoch: message.epoch, sequence: 0, from: { received: last.received, sent: last.sent } }
      line ??= openLine({
        ice: message.ice,
        callType,
        leads: side === 'student',
        outgoing: own.outgoing(),
        send: (said) => say(JSON.stringify(said)),
        onRemote: (remote) => change({ remote }),
        onSending(other) {
          change({ other })
          own.settle()
        },
      })
    }
    if (message.type === 'peer') line?.arrived()
    if (message.type === 'signal') {
      const heard = readMessage(signal, message.body)
      if (heard) line?.hear(heard)
    }
    if (message.type === 'meter') hearMeter(message)
    if (message.type === 'gone') {
      hangDown()
      change({ elsewhere: message.replaced === true })
    }
    // The database was away: again in a moment, until the page gives up.
    if (message.type === 'refused' && message.what === 'hang_up' && isLeaving)
      setTimeout(() => closed || live.say({ type: 'hang_up', session: sessionId }), hangUpAgainAfterMs)
    // Another tab was quicker, or it is over: the session says which.
    if (message.type === 'refused' && message.what === 'join') {
      hangDown()
      change({ refusal: message.text })
    }
  }

  function hearMeter({ phase, liveMs, heldMs, leftMs, endsBy, warning }: MeterMessage): void {
    const atMs = performance.now()
    const shownMs = view.meter ? sharedMs(view.meter, atMs) : liveMs
    const meter = { phase, liveMs, heldMs, leftMs, endsBy, atMs, shownMs }
    // Money came: what was said about its end is no longer true. A gap that nobody pays for is not worth a word.
    const gainedMs = (leftMs ?? 0) - (view.meter?.leftMs ?? 0)
    const isMore = heldMs > (view.meter?.heldMs ?? heldMs) || gainedMs >= (view.session?.minuteMs ?? Infinity)
    const isNewlyInterrupted = phase === 'interrupted' && view.meter?.phase !== phase
    change({ meter, isUnheard: false, warning: warning ?? (isMore ? null : view.warning) })
    own.settle()
    if (phase === 'over') hangDown()
    // Another process measures now, and waits for a proof.
    else if (isNewlyInterrupted) void beat()
  }

  function say(body: string): void {
    if (leg) live.say({ type: 'signal', session: sessionId, epoch: leg.epoch, body })
  }

  async function beat(): Promise<void> {
    await read()
    if (!leg || isLeaving) return
    leg.sequence += 1
    const { epoch, sequence, from } = leg
    const bytes = last.received - from.received
    live.say({
      type: 'beat',
      session: sessionId,
      epoch,
      sequence,
      bytes,
      sent: last.sent - from.sent,
    })
  }

  /** Once a second: how the line is, and whether it is dead. */
  async function watch(): Promise<void> {
    if (!view.isUnheard && isAnswerMissing()) {
      change({ isUnheard: true })
      live.check()
    }
    const before = last
    await read()
    if (!line || before.grewAtMs === 0) {
      // The first sign of the other side is worth a word at once: from then on it is a call.
      if (last.grewAtMs > 0) await beat()
      return
    }
    const now = performance.now()
    const silentMs = now - last.grewAtMs
    const packets = last.packets - before.packets
    const lost = Math.max(0, last.lost - before.lost)
    const lossShare = packets + lost > 0 ? lost / (packets + lost) : 0
    const quality = rateQuality({ silentMs, delayMs: last.delayMs, lossShare })
    const isWeak = judgeLine(quality, now)
    if (quality !== view.quality || isWeak !== view.isWeak) change({ quality, isWeak })
    // Either side may be the only one that hears nothing; the second one waits for the first.
    if (silentMs >= restartAfterMs[side] && now - restartedAtMs >= restartAgainAfterMs) {
      restartedAtMs = now
      line.connection().restart()
    }
  }

  function isAnswerMissing(): boolean {
    const { meter } = view
    return meter?.phase === 'live' && performance.now() - meter.atMs >= unheardAfterMs
  }

  async function read(): Promise<void> {
    if (!line) return
    const now = performance.now()
    const { received, ...rest } = await traffic.read(line.connection())
    const grewAtMs = received > last.received ? now : last.grewAtMs
    last = { received, ...rest, grewAtMs }
  }

  /** This page is out of the call: devices off, line closed. */
  function hangDown(): void {
    closed = true
    clearInterval(beats)
    clearInterval(watching)
    leg = null
    line?.close()
    line = null
    own.close()
    change({ remote: null })
  }
}

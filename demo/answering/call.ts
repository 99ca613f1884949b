import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openPeer, type Peer } from '#demo/answering/peer.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import { type ClientMessage, type IceSettings, readMessage, type ServerMessage } from '#live/protocol.ts'
import { type Signal, signal } from '#live/signal.ts'

/** A recording becomes dull, and the student's money is real to the student. */
const hangUpAfterMs = 10 * 60_000
/** What fails at once again must not go round and round. */
const afterErrorMs = 1_000

type CallMessage = Extract<ServerMessage, { session?: string }>
type Options = {
  session: string
  say(message: ClientMessage): void
  onOver(): void
  log: Pick<Logger, 'warn'>
}

export type Call = ReturnType<typeof createCall>

/**
 * The expert's side of one call, over the desk's socket, which may be another one in the middle of it. The student's browser offers. Our
 * end has a name, `own`; when the student comes with a new end, ours is replaced under the same name; when ours cannot go on it gets a
 * new name, at which the student begins anew.
 */
export function createCall({ session, say, onOver, log }: Options) {
  const hangUpAtMs = performance.now() + hangUpAfterMs
  let own = randomUUID()
  /** The student's end: the last one that we heard of, and the one that ours is connected with. */
  let heardOf: string | null = null
  let peer: { with: string; end: Peer } | undefined
  let early: { from: string; candidates: Candidates } | undefined
  let coming: { epoch: number; ice: IceSettings; sequence: number } | undefined
  /** What went through ends that are closed. */
  const before = { received: 0, sent: 0 }
  /** Signals are taken one after the other. */
  let work = Promise.resolve()
  let isOver = false
  const beats = setInterval(beat, beatEveryMs)

  return {
    session,
    /** Comes in, for the first time or after the socket was gone. */
    join(options: { accept?: true } = {}): void {
      coming = undefined
      say({ type: 'join', session, ...options })
    },
    receive(message: CallMessage): void {
      const isRefused = message.type === 'refused' && message.what === 'join'
      if (message.type === 'gone' || isRefused) return over()
      if (message.type === 'joined') coming = { epoch: message.epoch, ice: message.ice, sequence: 0 }
      if (message.type === 'peer') greet()
      if (message.type === 'meter') peer?.end.setSilent(message.phase === 'interrupted')
      if (message.type === 'signal') {
        const heard = readMessage(signal, message.body)
        if (heard) then(() => hear(heard))
      }
    },
  }

  function then(act: () => Promise<void> | void): void {
    work = work.then(act).catch(async (err) => {
      if (isOver) return
      log.warn({ err, session }, 'a demo expert begins a call anew')
      await sleep(afterErrorMs)
      beginAnew()
    })
  }

  async function hear({ from, to, description, candidates }: Signal): Promise<void> {
    heardOf = from
    if (to !== null && to !== own) return greet()
    if (description?.type === 'offer') await answer(from, description.sdp)
    if (candidates) await meet(from, candidates)
    if (to === null && !description && !candidates) greet()
  }

  async function answer(from: string, sdp: string): Promise<void> {
    if (!coming) return
    if (peer?.with === from && peer.end.restartsIce(sdp)) return beginAnew()
    if (peer?.with !== from) {
      drop()
      const end: Peer = openPeer({
        ice: coming.ice,
        onFailed: () => {
          if (peer?.end === end) then(beginAnew)
        },
      })
      peer = { with: from, end }
    }
    tell({ description: { type: 'answer', sdp: await peer.end.answer(sdp) } })
    if (early?.from === from) await peer.end.addCandidates(early.candidates)
    early = undefined
  }

  /** Addresses may come before the description that they belong to. */
  async function meet(from: string, candidates: Candidates): Promise<void> {
    if (peer?.with === from) return peer.end.addCandidates(candidates)
    early = { from, candidates: [...(early?.from === from ? early.candidates : []), ...candidates] }
  }

  function beginAnew(): void {
    drop()
    own = randomUUID()
    greet()
  }

  function greet(): void {
    tell({})
  }

  function tell(content: Pick<Signal, 'description'>): void {
    if (!coming) return
    const body: Signal = { from: own, to: peer?.with ?? heardOf, ...content }
    say({ type: 'signal', session, epoch: coming.epoch, body: JSON.stringify(body) })
  }

  function beat(): void {
    if (!coming) return
    if (performance.now() > hangUpAtMs) return say({ type: 'hang_up', session })
    const { received, sent } = traffic()
    const { epoch, sequence } = coming
    coming.sequence += 1
    say({ type: 'beat', session, epoch, sequence, bytes: received, sent })
  }

  function traffic() {
    const now = peer?.end.traffic() ?? { received: 0, sent: 0 }
    return { received: before.received + now.received, sent: before.sent + now.sent }
  }

  function drop(): void {
    Object.assign(before, traffic())
    const end = peer?.end
    peer = undefined
    end?.close().catch((err) => log.warn({ err, session }, 'a connection of a demo expert did not close'))
  }

  function over(): void {
    isOver = true
    clearInterval(beats)
    coming = undefined
    drop()
    onOver()
  }
}

type Candidates = NonNullable<Signal['candidates']>

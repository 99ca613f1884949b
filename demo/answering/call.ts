import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openPeer, type Peer } from '#demo/answering/peer.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import { type ClientMessage, type IceSettings, readMessage, type ServerMessage } from '#live/protocol.ts'
import { type Signal, signal } from '#live/signal.ts'

/** Limits what a student spends on listening to a recording. */
const hangUpAfterMs = 10 * 60_000
/** Delays a restart, so that repeated failures do not loop without a pause. */
const afterErrorMs = 1_000
const checkStartEveryMs = 200

type CallMessage = Extract<ServerMessage, { session?: string }>
type Options = {
  session: string
  send(message: ClientMessage): void
  onEnd(): void
  log: Pick<Logger, 'warn'>
}

export type Call = ReturnType<typeof createCall>

/**
 * The expert's side of one call, over the agent's socket, which may be replaced during the call. The student's browser
 * makes the offers. When the student has a new connection, our new peer keeps `ownId`. When our peer fails, `ownId`
 * changes, and the student's browser starts again.
 */
export function createCall({ session, send, onEnd, log }: Options) {
  const hangUpAtMs = performance.now() + hangUpAfterMs
  let ownId = randomUUID()
  /** The id in the last signal from the student; `peer.id` is the id that our peer is connected with. */
  let lastPeerId: string | null = null
  let peer: { id: string; connection: Peer } | undefined
  let earlyCandidates: { from: string; candidates: Candidates } | undefined
  let callJoin: { epoch: number; ice: IceSettings; sequence: number } | undefined
  /** Traffic of closed peers. */
  const closedTraffic = { received: 0, sent: 0 }
  /** Processes signals one after the other. */
  let work = Promise.resolve()
  let isOver = false
  const beatTimer = setInterval(beat, beatEveryMs)
  // As in browsers, the first media is reported immediately, because the call starts with it.
  const startTimer = setInterval(() => {
    if (!callJoin || sumTraffic().received === 0) return
    clearInterval(startTimer)
    beat()
  }, checkStartEveryMs)

  return {
    session,
    /** Joins for the first time, or again after a reconnect. */
    join(options: { accept?: true } = {}): void {
      callJoin = undefined
      send({ type: 'join', session, ...options })
    },
    receive(message: CallMessage): void {
      const isRefused = message.type === 'refused' && message.what === 'join'
      if (message.type === 'gone' || isRefused) return finish()
      if (message.type === 'joined') callJoin = { epoch: message.epoch, ice: message.ice, sequence: 0 }
      if (message.type === 'peer') announce()
      if (message.type === 'meter') peer?.connection.setSilent(message.phase === 'interrupted')
      if (message.type === 'signal') {
        const received = readMessage(signal, message.body)
        if (received) enqueue(() => receiveSignal(received))
      }
    },
  }

  function enqueue(act: () => Promise<void> | void): void {
    work = work.then(act).catch(async (err) => {
      if (isOver) return
      log.warn({ err, session }, 'demo expert restarts a call')
      await sleep(afterErrorMs)
      restart()
    })
  }

  async function receiveSignal({ from, to, description, candidates }: Signal): Promise<void> {
    lastPeerId = from
    if (to !== null && to !== ownId) return announce()
    if (description?.type === 'offer') await answer(from, description.sdp)
    if (candidates) await addCandidates(from, candidates)
    if (to === null && !description && !candidates) announce()
  }

  async function answer(from: string, sdp: string): Promise<void> {
    if (!callJoin) return
    if (peer?.id === from && peer.connection.restartsIce(sdp)) return restart()
    if (peer?.id !== from) {
      dropPeer()
      const connection: Peer = openPeer({
        ice: callJoin.ice,
        onFailed: () => {
          if (peer?.connection === connection) enqueue(restart)
        },
      })
      peer = { id: from, connection }
    }
    sendSignal({ description: { type: 'answer', sdp: await peer.connection.answer(sdp) } })
    if (earlyCandidates?.from === from) await peer.connection.addCandidates(earlyCandidates.candidates)
    earlyCandidates = undefined
  }

  /** Candidates may arrive before their description. */
  async function addCandidates(from: string, candidates: Candidates): Promise<void> {
    if (peer?.id === from) return peer.connection.addCandidates(candidates)
    earlyCandidates = {
      from,
      candidates: [...(earlyCandidates?.from === from ? earlyCandidates.candidates : []), ...candidates],
    }
  }

  function restart(): void {
    dropPeer()
    ownId = randomUUID()
    announce()
  }

  function announce(): void {
    sendSignal({})
  }

  function sendSignal(content: Pick<Signal, 'description'>): void {
    if (!callJoin) return
    const body: Signal = { from: ownId, to: peer?.id ?? lastPeerId, ...content }
    send({ type: 'signal', session, epoch: callJoin.epoch, body: JSON.stringify(body) })
  }

  function beat(): void {
    if (!callJoin) return
    if (performance.now() > hangUpAtMs) return send({ type: 'hang_up', session })
    const { received, sent } = sumTraffic()
    const { epoch, sequence } = callJoin
    callJoin.sequence += 1
    send({ type: 'beat', session, epoch, sequence, bytes: received, sent })
  }

  function sumTraffic() {
    const now = peer?.connection.readTraffic() ?? { received: 0, sent: 0 }
    return { received: closedTraffic.received + now.received, sent: closedTraffic.sent + now.sent }
  }

  function dropPeer(): void {
    Object.assign(closedTraffic, sumTraffic())
    const connection = peer?.connection
    peer = undefined
    connection?.close().catch((err) => log.warn({ err, session }, 'closing a peer of a demo expert failed'))
  }

  function finish(): void {
    isOver = true
    clearInterval(beatTimer)
    clearInterval(startTimer)
    callJoin = undefined
    dropPeer()
    onEnd()
  }
}

type Candidates = NonNullable<Signal['candidates']>

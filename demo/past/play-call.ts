import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { otherSide, type Side, sides } from '#domain/sessions/states.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import {
  addMoneyPresetsPaise,
  beatEveryMs,
  beatFreshMs,
  holdMinutesMax,
  sessionRatePaisePerMinute,
} from '#kernel/limits.ts'
import { addMoney } from '#demo/past/add-money.ts'
import { drawBoard } from '#demo/past/boards/draw-board.ts'
import { isTalk, type PastCall } from '#demo/past/past-call.ts'
import type { PastExpert, PastStudent, ReplayContext } from '#demo/past/replay-context.ts'

export type PastParticipants = { id: SessionId; student: PastStudent; expert: PastExpert; call: PastCall }

const bytesEachBeat = { audio: 16_000, video: 240_000 }

/** Plays a call, starting at the current clock time, with the requests that both browsers would send. */
export async function playCall(replay: ReplayContext, participants: PastParticipants): Promise<void> {
  const { clock, as, system } = replay
  const { id, student, expert, call } = participants
  if (isTalk(call) && !call.untilWalletEmpty) await topUpIfNeeded(replay, participants, call.talkMinutes)
  await requestSession(as(student), {
    id,
    expertId: expert.expertId,
    callType: call.audio ? 'audio' : 'video',
    question: call.question,
    file: null,
    ratePaisePerMinute: sessionRatePaisePerMinute,
  })
  clock.advance(900)
  await joinSession(as(student), { id })
  clock.advance(7_000)
  if (isTalk(call)) {
    await acceptSession(as(expert), { id })
    return playTalk(replay, participants, call)
  }
  if (call.ends === 'declined') return declineSession(as(expert), { id, reason: call.reason })
  if (call.ends === 'cancelled') return cancelSession(as(student), { id })
  if (call.ends === 'did not connect') {
    await acceptSession(as(expert), { id })
    await joinSession(as(expert), { id })
  }
  clock.advance(callTimes.ringMs)
  return expireSession(system, { sessionId: id })
}

/** Adds money a few minutes before the call when the balance is too low. */
async function topUpIfNeeded(
  { clock, as, payments }: ReplayContext,
  { id, student }: PastParticipants,
  minutes: number,
): Promise<void> {
  const neededPaise = Math.ceil(minutes) * sessionRatePaisePerMinute
  const { available } = await getWalletFigures(as(student), student.id)
  if (available >= neededPaise) return
  // Enough for this call and the next one.
  const amount = addMoneyPresetsPaise.find((preset) => available + preset >= 2 * neededPaise)
  if (!amount) throw new Error(`no preset amount is enough for ${minutes} minutes`)
  const earlierMs = 6 * 60_000
  clock.advance(-earlierMs)
  await addMoney({ ...as(student), payments }, { idSeed: id, amount, choice: 'pay' })
  clock.advance(earlierMs)
}

type PastTalk = Pick<
  Extract<PastCall, { talkMinutes: number }>,
  'talkMinutes' | 'audio' | 'hungUpBy' | 'connectionLostBy' | 'untilWalletEmpty' | 'board'
>

/** Plays a call from its answer to its bill. */
export async function playTalk(
  replay: ReplayContext,
  { id, student, expert }: Omit<PastParticipants, 'call'>,
  call: PastTalk,
): Promise<void> {
  const { clock, as, meters, system } = replay
  clock.advance(600)
  await joinSession(as(expert), { id })
  await meters.ensureMetered(id)
  clock.advance(1_400)

  const beat = createBeats(replay, id, call)
  const beats = Math.round((call.talkMinutes * 60_000) / beatEveryMs)
  const interruptedAtBeat = call.connectionLostBy ? Math.floor(beats / 2) : -1
  for (let n = 0; n <= beats; n++) {
    if (n > 0) clock.advance(beatEveryMs)
    if (n === interruptedAtBeat && call.connectionLostBy) await interruptConnection(replay, beat, call.connectionLostBy)
    beat({ student: 'good', expert: 'good' })
    if (n === 0 || isExtensionDue(n, call)) await meters.tick()
  }
  if (call.board) await drawBoard(replay, { id, student, expert }, call.board)
  if (meters.count() > 0) {
    clock.advance(700)
    await hangUp(as(call.hungUpBy === 'expert' ? expert : student), { id })
    await meters.tick()
  }
  if (meters.count() > 0) throw new Error(`call ${id} was not settled`)
  clock.advance(1_000)
  await refundFault(system, { sessionId: id })
}

/** Meters extend a hold in its last minute; ticking more often would only slow down the first start. */
function isExtensionDue(beatsSoFar: number, { untilWalletEmpty }: PastTalk): boolean {
  const beatsOfMinute = callTimes.minuteMs / beatEveryMs
  const minutes = Math.floor(beatsSoFar / beatsOfMinute)
  const isSecondBeat = beatsSoFar % beatsOfMinute === 1
  return isSecondBeat && (untilWalletEmpty === true || minutes % holdMinutesMax === holdMinutesMax - 1)
}

/** 'flat' is sent, but without new bytes from the other side. 'silent' is not sent. */
type BeatKind = 'good' | 'flat' | 'silent'

function createBeats({ meters }: ReplayContext, id: SessionId, { audio }: PastTalk) {
  const beatsBySide = {
    student: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
    expert: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
  }
  const growth = bytesEachBeat[audio ? 'audio' : 'video']
  return (beatKinds: Record<Side, BeatKind>) => {
    for (const side of sides) {
      if (beatKinds[side] === 'silent') continue
      beatsBySide[side].sequence += 1
      beatsBySide[side].sent += growth
      if (beatKinds[side] === 'good') beatsBySide[side].bytes += growth
      meters.receive(id, side, beatsBySide[side])
    }
  }
}

/** One side loses its network for a moment: it sends nothing, and the other side receives nothing. */
async function interruptConnection(
  { clock, meters }: ReplayContext,
  beat: ReturnType<typeof createBeats>,
  lostSide: Side,
): Promise<void> {
  const beatKinds = { [lostSide]: 'silent', [otherSide(lostSide)]: 'flat' } as Record<Side, BeatKind>
  const beats = Math.ceil((2 * beatFreshMs) / beatEveryMs)
  for (let n = 0; n < beats; n++) {
    beat(beatKinds)
    await meters.tick()
    clock.advance(beatEveryMs)
  }
}

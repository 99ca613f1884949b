import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import type { Fields, Racer } from '#tests/attack/races/racer.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { completeCall, newRequest } from '#tests/sessions.ts'

export const sessionRaces = [refundAndReview, requestAndCancel, acceptOrCancel]

async function refundAndReview(racer: Racer): Promise<void> {
  const { read, sendAtOnce, repeat, expectEqual, count, walletOf } = racer
  const { id, asha } = await holdPaidCall(racer)
  const form = (fields: Fields) => ({ token: asha.token, path: `/user/sessions/${id}`, form: fields })
  await sendAtOnce(
    repeat(() => form({ act: 'refund', id: randomUUID(), reason: 'Nobody spoke.' })),
    repeat(() => form({ act: 'review', rating: '5', comment: 'Good' })),
  )
  expectEqual('refund requests of one session', await count('refund_requests', 'session_id', id), 1)
  expectEqual('reviews of one session', await count('reviews', 'session_id', id), 1)
  const [ticket] = await read(sql<{ number: number }>`select number from tickets where session_id = ${id}`)
  const team = await racer.createTeam()
  const decide = (outcome: string) => ({
    token: team.token,
    path: `/team/tickets/${ticket?.number}`,
    form: { act: 'decide', outcome, amount: '5', answer: 'We looked at it.' },
  })
  await sendAtOnce(
    repeat(() => decide('whole')),
    repeat(() => decide('part')),
  )
  const refunded = await readRefunded(racer, id)
  expectEqual('the wallet after one refund', await walletOf(asha.person.id), rupees(70) + refunded)
}

async function requestAndCancel({ people, system, read, sendAtOnce, repeat, expectEqual, ...racer }: Racer) {
  const [asha, ravi] = [await people.student(), await people.expert()]
  await giveMoney(system, asha.person.id, rupees(100))
  await people.putOnline(ravi)
  const request = () => newRequest(ravi.expertId)
  await sendAtOnce(repeat(() => ({ token: asha.token, path: '/session-request', json: request() })))
  expectEqual('rings of one student', await racer.count('help_sessions', 'student_id', asha.person.id), 1)
  const [ring] = await read(sql<{ id: string }>`select id from help_sessions where student_id = ${asha.person.id}`)
  const step = (token: string, act: string) => ({ token, path: `/sessions/${ring?.id}/step`, form: { act } })
  await sendAtOnce(
    repeat(() => step(asha.token, 'cancel')),
    repeat(() => step(ravi.token, 'decline')),
  )
  await people.putOffline(ravi)
  expectEqual('the wallet after a ring without an answer', await racer.walletOf(asha.person.id), rupees(100))
}

/** The expert accepts in several tabs and declines in others, while the student cancels. Then both hang up. */
async function acceptOrCancel(
  { people, system, read, sendAtOnce, repeat, expectEqual, ...racer }: Racer,
  round: number,
): Promise<void> {
  const [asha, ravi] = [await people.student(), await people.expert()]
  await giveMoney(system, asha.person.id, rupees(100))
  await people.putOnline(ravi)
  const id = await requestSession(people.ctxAs(asha.person), newRequest(ravi.expertId))
  const step = (token: string, act: string) => ({ token, path: `/sessions/${id}/step`, form: { act } })
  await sendAtOnce(
    repeat(() => ({ token: ravi.token, accept: id }), 4),
    repeat(() => step(asha.token, 'cancel'), round === 0 ? 0 : 2),
    repeat(() => step(ravi.token, 'decline'), round === 0 ? 0 : 2),
  )
  expectEqual('all money of the student after an answer', await racer.moneyOf(asha.person.id), rupees(100))
  await sendAtOnce(
    repeat(() => step(asha.token, 'hang_up')),
    repeat(() => step(ravi.token, 'hang_up')),
    repeat(() => step(asha.token, 'cancel')),
  )
  await people.putOffline(ravi)
  await racer.waitUntilSettled(asha.person.id)
  const [session] = await read(sql<{ state: string; charged: number | null }>`
    select state, charged_paise as charged from help_sessions where id = ${id}`)
  const left = rupees(100) - Number(session?.charged ?? 0)
  expectEqual(`the wallet after a ${session?.state} session`, await racer.walletOf(asha.person.id), left)
}

/** A settled call of three minutes, for ₹30 of ₹100. */
export async function holdPaidCall({ people, system, expectEqual, walletOf }: Racer) {
  const [asha, ravi] = [await people.student(), await people.expert()]
  await giveMoney(system, asha.person.id, rupees(100))
  await people.putOnline(ravi)
  const expert = { ...ravi.person, approval: 'approved' as const }
  const id = await requestSession(people.ctxAs(asha.person), newRequest(ravi.expertId))
  await completeCall(people.ctxAs, { student: asha.person, expert, id, liveMs: 121_000 })
  await people.putOffline(ravi)
  expectEqual('the wallet after three minutes', await walletOf(asha.person.id), rupees(70))
  return { id, asha, ravi }
}

export async function readRefunded({ read }: Pick<Racer, 'read'>, sessionId: string): Promise<number> {
  const [request] = await read(sql<{ refunded: number | null }>`
    select refunded_paise as refunded from refund_requests where session_id = ${sessionId}`)
  return Number(request?.refunded ?? 0)
}

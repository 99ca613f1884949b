import { requestSession } from '#domain/sessions/request-session.server.ts'
import { askRefund } from '#domain/refunds/ask-refund.server.ts'
import { type Inside, inDatabase } from '#tests/e2e/database.ts'
import type { People } from '#tests/e2e/expert-people.ts'
import { enter } from '#tests/e2e/people.ts'
import type { Page } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, talk } from '#tests/sessions.ts'
import { somebody } from '#tests/signed-in.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

/** Somebody of the team, of this test alone, signed in here. */
export async function beTeam(page: Page, name = 'Tara Bose') {
  const member = await inDatabase(({ as }) => somebody(as, 'team', name))
  await enter(page, member.token)
  return member
}

/** An expert who has asked for this much. */
export async function addWithdrawal({ minutes, amount }: { minutes: number; amount: string }) {
  return inDatabase(async ({ as }: Inside) => {
    const ravi = await expertWith(as, { minutes })
    return { ravi, id: await withdraw(ravi, { amount }) }
  })
}

/** Asha's ₹30 for a call with Ravi, which she wants back. */
export async function addRefundRequest(people: People) {
  const { at } = people
  const [expert, student] = [await people.expert(), await people.student()]
  await giveMoney(at({ kind: 'system' }), student.person.id, rupees(100))
  await people.putOnline(expert)
  const ravi = { ...expert.person, approval: 'approved' as const }
  const id = await requestSession(at(student.person), newRequest(expert.expertId))
  await talk(at, { student: student.person, expert: ravi, id, liveMs: 130_000 })
  const reason = 'I could not hear a word.'
  await askRefund(at(student.person), { id: crypto.randomUUID(), sessionId: id, reason })
  return { student, sessionId: id }
}

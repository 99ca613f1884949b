import { requestSession } from '#domain/sessions/request-session.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { type DatabaseAccess, inDatabase } from '#tests/e2e/database.ts'
import type { People } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import type { Page } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

/** Adds a team member for this test only and signs in here. */
export async function signInAsTeam(page: Page, name = 'Tara Bose') {
  const member = await inDatabase(({ as }) => newSignedInPerson(as, 'team', name))
  await setSignInCookie(page, member.token)
  return member
}

/** Confirms an action in its dialog. */
export async function confirmIn(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button').nth(1).click()
}

/** Adds an expert who has requested this withdrawal. */
export async function addWithdrawal({ minutes, amount }: { minutes: number; amount: string }) {
  return inDatabase(async ({ as }: DatabaseAccess) => {
    const ravi = await expertWith(as, { minutes })
    return { ravi, id: await withdraw(ravi, { amount }) }
  })
}

/** Adds Asha’s refund request for a ₹30 call with Ravi. */
export async function addRefundRequest(people: People) {
  const { ctxAs } = people
  const [expert, student] = [await people.expert(), await people.student()]
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(100))
  await people.putOnline(expert)
  const ravi = { ...expert.person, approval: 'approved' as const }
  const id = await requestSession(ctxAs(student.person), newRequest(expert.expertId))
  await completeCall(ctxAs, { student: student.person, expert: ravi, id, liveMs: 130_000 })
  const reason = 'I could not hear a word.'
  await requestRefund(ctxAs(student.person), { id: crypto.randomUUID(), sessionId: id, reason })
  return { student, sessionId: id }
}

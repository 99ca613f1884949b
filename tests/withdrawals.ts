import { randomUUID } from 'node:crypto'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import type { WithdrawalRequest } from '#domain/withdrawals/contract.ts'
import { requestWithdrawal } from '#domain/withdrawals/request-withdrawal.server.ts'
import { type WithdrawalId, withdrawalId } from '#kernel/ids.ts'
import { newExpert } from '#tests/experts.ts'
import { earnMinutes } from '#tests/money.ts'

export const bank = { bankName: 'HDFC Bank', accountNumber: '50100123456789', ifscCode: 'HDFC0001234' }

/** Creates an approved, signed-in expert who earned ₹8 for each of these minutes. */
export async function expertWith(as: (actor: Actor) => Context, { minutes }: { minutes: number }) {
  const { person, password, email } = await newExpert(as)
  if (minutes > 0) await earnMinutes(as({ kind: 'system' }), person.id, minutes)
  const expert = { ...person, approval: 'approved' as const }
  return { id: person.id, password, email, expert, ctx: as(expert) }
}

export type TestExpert = Awaited<ReturnType<typeof expertWith>>

/** Requests a withdrawal to the test account and returns its id. */
export async function withdraw(
  { ctx, password }: Pick<TestExpert, 'ctx' | 'password'>,
  input: Partial<WithdrawalRequest> = {},
): Promise<WithdrawalId> {
  const id = randomUUID()
  await requestWithdrawal(ctx, { id, amount: '100', account: bank, notes: '', password, ...input })
  return withdrawalId.parse(input.id ?? id)
}

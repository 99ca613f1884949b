import { sql } from 'kysely'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { type Actor, allow, isPerson, type Person, policies } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { bankColumns, fingerprintAccount, openBankDetails } from '#domain/withdrawals/bank-details.server.ts'
import { type WithdrawalRequest, withdrawalRequest } from '#domain/withdrawals/contract.ts'
import { type BankDetails, findBankProblem, listBankProblems, normalizeBankDetails } from '#domain/withdrawals/rules.ts'
import type { WithdrawalId } from '#kernel/ids.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Requests a payout of earnings to a bank account, which the team then decides. A repeated id has no further effect.
 * An account other than the last one needs the password, so that an unattended browser cannot redirect the money.
 */
export async function requestWithdrawal(ctx: Context, input: WithdrawalRequest): Promise<void> {
  const expert = requireApprovedExpert(ctx.actor)
  const parsed = parse(withdrawalRequest, input)
  const amount = readAmount(parsed.amount)
  if (amount === undefined) throw new Refusal('not_an_amount')
  const remembered = await findRemembered(ctx, expert)
  const details = parsed.account === 'remembered' ? remembered : normalizeBankDetails(parsed.account)
  if (!details) throw new Refusal('bank_details_missing')
  const problem = findBankProblem(details)
  if (problem) throw new Refusal(problem, { problems: listBankProblems(details) })

  const request: Request = { id: parsed.id, amount, details, notes: parsed.notes || null }
  const isRepeated = () => isRepeatedRequest(ctx, expert, request)
  if (await isRepeated()) return
  const isNewAccount = !remembered || !isSameAccount(remembered, details)
  if (isNewAccount) {
    if (parsed.password === '') throw new Refusal('password_needed')
    await confirmPassword(ctx, expert.id, parsed.password)
  }
  const isPosted = await inTransaction(ctx, (txCtx) => saveRequest(txCtx, expert, { ...request, isNewAccount })).catch(
    (error: unknown) => {
      throw error instanceof Refusal && error.code === 'not_enough_money' ? new Refusal('insufficient_earnings') : error
    },
  )
  if (isPosted) {
    publishWalletChanges(ctx, expert.id)
    publishTeamQueuesChanged(ctx)
  } else if (!(await isRepeated())) throw new Refusal('other_request')
}

type Request = { id: WithdrawalId; amount: Paise; details: BankDetails; notes: string | null }

/** Returns false when a concurrent request has already used the id. */
async function saveRequest(
  ctx: Context,
  expert: Person,
  request: Request & { isNewAccount: boolean },
): Promise<boolean> {
  const { id, amount, details, notes, isNewAccount } = request
  const now = ctx.clock.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('withdrawals')
    .values({
      id,
      expert_id: expert.id,
      amount_paise: amount,
      notes,
      created_at: now,
      ...bankColumns(ctx, details, 'withdrawal', id),
      account_fingerprint: fingerprintAccount(ctx, details),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  if (isNewAccount) {
    const account = { ...bankColumns(ctx, details, 'bank account', expert.id), confirmed_at: now }
    await ctx.db
      .insertInto('bank_accounts')
      .values({ profile_id: expert.id, ...account })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(account))
      .execute()
  }
  // The ledger checks the balance after the row is inserted, so that a refused request rolls back completely.
  return post(ctx, derivedId(id, 'request payout'), 'wallet_request_payout', [
    sql`${expert.id}::uuid`,
    sql`${id}::uuid`,
    sql`${amount}::bigint`,
    sql`${`Withdrawal request of ${formatRupees(amount)}`}::text`,
  ])
}

async function isRepeatedRequest(ctx: Context, expert: Person, request: Request): Promise<boolean> {
  const { id, amount, details, notes } = request
  const earlier = await ctx.db
    .selectFrom('withdrawals')
    .select(['expert_id', 'amount_paise', 'notes', 'sealed_details'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!earlier) return false
  const isSame =
    earlier.expert_id === expert.id &&
    earlier.amount_paise === amount &&
    earlier.notes === notes &&
    earlier.sealed_details !== null &&
    isSameAccount(openBankDetails(ctx, earlier.sealed_details, { purpose: 'withdrawal', rowId: id }), details)
  if (!isSame) throw new Refusal('other_request')
  return true
}

async function findRemembered(ctx: Context, { id }: Person): Promise<BankDetails | undefined> {
  const stored = await ctx.db
    .selectFrom('bank_accounts')
    .select('sealed_details')
    .where('profile_id', '=', id)
    .executeTakeFirst()
  return stored && openBankDetails(ctx, stored.sealed_details, { purpose: 'bank account', rowId: id })
}

function isSameAccount(a: BankDetails, b: BankDetails): boolean {
  return a.accountNumber === b.accountNumber && a.ifscCode === b.ifscCode && a.bankName === b.bankName
}

/** Refuses pending and suspended experts with different codes. */
function requireApprovedExpert(actor: Actor): Person {
  allow(actor, 'expert')
  if (!isPerson(actor) || !policies.approvedExpert(actor)) {
    const isSuspended = isPerson(actor) && actor.approval === 'suspended'
    throw new Refusal(isSuspended ? 'expert_suspended' : 'approval_pending')
  }
  return actor
}

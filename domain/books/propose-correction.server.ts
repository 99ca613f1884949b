import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import {
  type CorrectionAccount,
  type PersonAccount,
  personAccounts,
  proposal,
  type Proposal,
} from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import type { AccountId } from '#kernel/ids.ts'
import { correctionDays } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater } from '#kernel/time.ts'

/**
 * Records a proposed transfer and its reason. No money moves until a second person confirms. A retry with the same id
 * changes nothing.
 */
export async function proposeCorrection(ctx: Context, input: Proposal): Promise<void> {
  allow(ctx.actor, 'keepBooks')
  const proposedBy = ctx.actor.id
  await requireRecentPassword(ctx)
  const parsed = parse(proposal, input)
  const { id, person: email, from, to, cause, reason } = parsed
  const amountPaise = readAmount(parsed.amount)
  if (amountPaise === undefined) throw new Refusal('not_an_amount')
  if (isOfPerson(from) === isOfPerson(to)) throw new Refusal('correction_accounts')
  if (reason === '') throw new Refusal('correction_reason_missing')
  const personId = await getOwnerId(ctx, { email, account: isOfPerson(from) ? from : (to as PersonAccount) })
  const now = ctx.clock.now()
  await inTransaction(ctx, async (txCtx) => {
    const inserted = await txCtx.db
      .insertInto('corrections')
      .values({
        id,
        person_id: personId,
        from_account: from,
        to_account: to,
        amount_paise: amountPaise,
        cause,
        reason,
        proposed_by: proposedBy,
        proposed_at: now,
        expires_at: daysLater(now, correctionDays),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return requireSameProposal(txCtx, { id, personId, amountPaise, from, to })
    await writeAudit(txCtx, {
      act: 'correction proposed',
      on: { thing: 'correction', id },
      about: personId,
      why: reason,
      after: { state: 'proposed', from, to, amountPaise, cause },
    })
  })
  publishTeamQueuesChanged(ctx)
}

function isOfPerson(account: CorrectionAccount): account is PersonAccount {
  return account in personAccounts
}

const ownerRoles = { student_wallet: ['student', 'user'], expert_earnings: ['expert'] } as const

async function getOwnerId(
  { db }: Context,
  { email, account }: { email: string; account: PersonAccount },
): Promise<AccountId> {
  const person = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', email)
    .where('role', 'in', ownerRoles[account])
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw new Refusal('correction_person')
  return person.id
}

type ProposalKey = {
  id: string
  personId: AccountId
  amountPaise: number
  from: CorrectionAccount
  to: CorrectionAccount
}

/** Allows a retry of the same proposal. Refuses the same id with another person, amount or account. */
async function requireSameProposal(ctx: Context, { id, personId, amountPaise, from, to }: ProposalKey): Promise<void> {
  const same = await ctx.db
    .selectFrom('corrections')
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('amount_paise', '=', amountPaise)
    .where('from_account', '=', from)
    .where('to_account', '=', to)
    .executeTakeFirst()
  if (!same) throw new Refusal('other_request')
}

import { sql } from 'kysely'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import {
  causeText,
  type CorrectionCause,
  correctionChoice,
  correctionRejection,
  type CorrectionRejection,
  personAccounts,
} from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Confirms a correction by a second person. The row, the ledger and the audit log change once, in one transaction. The
 * database also refuses the proposer.
 */
export async function confirmCorrection(ctx: Context, input: { id: string }): Promise<void> {
  allow(ctx.actor, 'keepBooks')
  const { id: deciderId } = ctx.actor
  await requireRecentPassword(ctx)
  const { id } = parse(correctionChoice, input, 'no_such_correction')
  const personId = await inTransaction(ctx, async (txCtx) => {
    const proposed = await getProposed(txCtx, id)
    if (proposed.proposed_by === deciderId) throw new Refusal('correction_own')
    if (proposed.expires_at < ctx.clock.now()) throw new Refusal('correction_over')
    if (proposed.is_person_deleted) throw new Refusal('correction_person')
    const isFirst = await post(txCtx, derivedId(id, 'correct'), 'wallet_correct', [
      sql`${id}::uuid`,
      sql`${causeText(proposed.cause as CorrectionCause)}::text`,
    ])
    if (!isFirst) throw await buildDecidedRefusal(txCtx, id)
    await writeAudit(txCtx, {
      act: 'correction confirmed',
      on: { thing: 'correction', id },
      about: proposed.person_id,
      why: proposed.reason ?? undefined,
      before: { state: 'proposed' },
      after: { state: 'confirmed' },
      details: {
        from: proposed.from_account,
        to: proposed.to_account,
        amountPaise: proposed.amount_paise,
      },
    })
    await notifyCorrection(txCtx, proposed)
    return proposed.person_id
  })
  publishWalletChanges(ctx, personId)
  publishTeamQueuesChanged(ctx)
}

/** Notifies the owner of the money, who may be on either side of the transfer. */
async function notifyCorrection(ctx: Context, correction: Proposed): Promise<void> {
  const { id, person_id, from_account: from, to_account: to, amount_paise: amountPaise } = correction
  const isCredit = to in personAccounts
  const side = (isCredit ? to : from) === 'expert_earnings' ? 'expert' : 'student'
  await notify(ctx, {
    to: person_id,
    kind: 'money',
    facts: { what: isCredit ? 'corrected_up' : 'corrected_down', amountPaise, side },
    once: `correction ${id}`,
  })
}

/**
 * Rejects a correction with a reason. The proposer can withdraw it in the same way. No money moves, so no password is
 * required.
 */
export async function rejectCorrection(ctx: Context, input: CorrectionRejection): Promise<void> {
  allow(ctx.actor, 'keepBooks')
  const { id: deciderId } = ctx.actor
  const { id, answer } = parse(correctionRejection, input)
  if (answer === '') throw new Refusal('correction_reason_missing')
  await inTransaction(ctx, async (txCtx) => {
    const proposed = await getProposed(txCtx, id)
    const rejected = await txCtx.db
      .updateTable('corrections')
      .set({ state: 'rejected', decided_by: deciderId, decided_at: ctx.clock.now(), answer })
      .where('id', '=', id)
      .where('state', '=', 'proposed')
      .returning('id')
      .executeTakeFirst()
    if (!rejected) throw await buildDecidedRefusal(txCtx, id)
    await writeAudit(txCtx, {
      act: 'correction rejected',
      on: { thing: 'correction', id },
      about: proposed.person_id,
      why: answer,
      before: { state: 'proposed' },
      after: { state: 'rejected' },
      details: { amountPaise: proposed.amount_paise },
    })
  })
  publishTeamQueuesChanged(ctx)
}

type Proposed = Awaited<ReturnType<typeof getProposed>>

/** Takes no lock: the database function and the update of the row let only one of two concurrent decisions succeed. */
async function getProposed(ctx: Context, id: string) {
  const row = await ctx.db
    .selectFrom('corrections')
    .innerJoin('profiles', 'profiles.id', 'corrections.person_id')
    .selectAll('corrections')
    .select(({ eb }) => eb('profiles.deleted_at', 'is not', null).as('is_person_deleted'))
    .where('corrections.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('no_such_correction')
  if (row.state !== 'proposed') throw await buildDecidedRefusal(ctx, id)
  return row
}

function buildDecidedRefusal(ctx: Context, id: string): Promise<Refusal> {
  return staleRefusal(ctx, { code: 'correction_decided', on: { thing: 'correction', id } })
}

import { sql } from 'kysely'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { staleRefusal } from '#domain/audit/stale-refusal.server.ts'
import { tellTeam } from '#domain/audit/tell-team.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import {
  causeText,
  correctionChoice,
  type CorrectionCause,
  correctionRejection,
  type CorrectionRejection,
} from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { tellWallets } from '#domain/wallet/queries.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The second person says yes: row, books and audit log together, once. The database itself refuses the first person. */
export async function confirmCorrection(ctx: Context, input: { id: string }): Promise<void> {
  allow(ctx.actor, 'team')
  if (!isPerson(ctx.actor)) return
  const { id: deciderId } = ctx.actor
  await requireRecentPassword(ctx)
  const parsed = correctionChoice.safeParse(input)
  if (!parsed.success) throw new Refusal('no_such_correction')
  const { id } = parsed.data
  const personId = await ctx.db.transaction().execute(async (tx) => {
    const own = { ...ctx, db: tx }
    const proposed = await lockProposed(own, id)
    if (proposed.proposed_by === deciderId) throw new Refusal('correction_own')
    if (proposed.expires_at < ctx.clock.now()) throw new Refusal('correction_over')
    await post(own, derivedId(id, 'correct'), 'wallet_correct', [
      sql`${id}::uuid`,
      sql`${causeText(proposed.cause as CorrectionCause)}::text`,
    ])
    await writeAudit(own, {
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
    return proposed.person_id as AccountId
  })
  tellWallets(ctx, personId)
  tellTeam(ctx)
}

/** Says no, with words; whoever proposed it may take it back the same way. Nothing has moved, so no password is asked for. */
export async function rejectCorrection(ctx: Context, input: CorrectionRejection): Promise<void> {
  allow(ctx.actor, 'team')
  if (!isPerson(ctx.actor)) return
  const { id: deciderId } = ctx.actor
  const parsed = correctionRejection.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { id, answer } = parsed.data
  if (answer === '') throw new Refusal('correction_reason_missing')
  await ctx.db.transaction().execute(async (tx) => {
    const own = { ...ctx, db: tx }
    const proposed = await lockProposed(own, id)
    await tx
      .updateTable('corrections')
      .set({ state: 'rejected', decided_by: deciderId, decided_at: ctx.clock.now(), answer })
      .where('id', '=', id)
      .execute()
    await writeAudit(own, {
      act: 'correction rejected',
      on: { thing: 'correction', id },
      about: proposed.person_id,
      why: answer,
      before: { state: 'proposed' },
      after: { state: 'rejected' },
      details: { amountPaise: proposed.amount_paise },
    })
  })
  tellTeam(ctx)
}

/** Locked until the end of the database transaction: of two who decide at once the second is told. */
async function lockProposed(ctx: Context, id: string) {
  const row = await ctx.db
    .selectFrom('corrections')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('no_such_correction')
  if (row.state !== 'proposed') {
    throw await staleRefusal(ctx, { code: 'correction_decided', on: { thing: 'correction', id } })
  }
  return row
}

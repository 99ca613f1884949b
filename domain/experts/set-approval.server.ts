import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type ApprovalChange, approvalChange } from '#domain/experts/contract.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Changes the approval of an expert. An approval needs at least one verification. Any change switches the expert
 * offline, and only the expert can switch back. A suspension also ends all sign-ins and cancels bookings. It needs a
 * reason from a team member. Approvals and suspensions notify the expert, unless `skipNotification` is true.
 */
export async function setApproval(ctx: Context, input: ApprovalChange): Promise<void> {
  allow(ctx.actor, 'supportPeopleOrSystem')
  const { expertId, approval, from, reason = '', skipNotification } = parse(approvalChange, input)
  // Every approval needs this duty. Otherwise support could suspend an expert first and then approve them.
  if (approval === 'approved') allow(ctx.actor, 'decideExpertsOrSystem')
  if (approval === 'suspended' && reason === '' && isPerson(ctx.actor)) {
    throw new Refusal('suspension_reason_missing')
  }
  const why = approval === 'suspended' && reason !== '' ? reason : undefined
  const now = ctx.clock.now()
  const decidedBy = isPerson(ctx.actor) ? ctx.actor.id : null

  await inTransaction(ctx, async (txCtx) => {
    const expert = await txCtx.db
      .selectFrom('experts')
      .select(['user_id', 'approval'])
      .where('id', '=', expertId)
      .forUpdate()
      .executeTakeFirst()
    if (!expert) throw new Refusal('no_such_expert')
    const on = { thing: 'expert', id: expertId } as const
    if (from && from !== expert.approval) {
      throw await staleRefusal(txCtx, { code: 'expert_moved_on', on })
    }
    if (expert.approval === approval) return
    if (approval === 'approved') await requireVerified(txCtx.db, expertId)
    const accountId = expert.user_id
    await txCtx.db
      .updateTable('experts')
      .set({
        approval,
        approval_changed_at: now,
        approval_changed_by: decidedBy,
        approval_reason: why ?? null,
        is_online: false,
      })
      .where('id', '=', expertId)
      .execute()
    await writeAudit(txCtx, {
      act: `expert ${approval}`,
      on,
      about: accountId,
      why,
      before: { approval: expert.approval },
      after: { approval },
    })
    if (approval !== 'pending' && !skipNotification) {
      // All decisions about an expert share a key, so that only the latest undelivered one is sent.
      await notify(txCtx, {
        to: accountId,
        kind: 'application',
        facts: { what: approval, reason: why },
        once: `${approval} ${now.toISOString()}`,
        key: `approval ${accountId}`,
      })
    }
    txCtx.publish(`expert:${expertId}`, { type: 'changed' })
    txCtx.publish(`account:${accountId}`, { type: 'changed' })
    if (approval === 'suspended') {
      await endAllSignIns(txCtx, accountId)
      await enqueue(txCtx.db, 'call_off_bookings', { expertId })
    }
  })
  publishTeamQueuesChanged(ctx)
}

async function requireVerified(tx: Database, expertId: ExpertId): Promise<void> {
  const verified = await tx
    .selectFrom('expert_verifications')
    .select('what')
    .where('expert_id', '=', expertId)
    .executeTakeFirst()
  if (!verified) throw new Refusal('nothing_verified')
}

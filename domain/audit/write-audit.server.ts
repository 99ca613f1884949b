import type { AuditAction, AuditValues, AuditItemKind } from '#domain/audit/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'

type AuditEntry = {
  act: AuditAction
  /** The thing that the action changed. */
  on?: { thing: AuditItemKind; id: string } | undefined
  /** The person whom the action concerns. */
  about?: AccountId | null | undefined
  why?: string | undefined
  before?: AuditValues | undefined
  after?: AuditValues | undefined
  details?: AuditValues | undefined
}

/** Writes one audit line in the transaction of the action, so that neither exists without the other. */
export async function writeAudit(ctx: Context, entry: AuditEntry): Promise<void> {
  const { act, on, about, why, before, after, details = {} } = entry
  await ctx.db
    .insertInto('audit_log')
    .values({
      at: ctx.clock.now(),
      actor_id: isPerson(ctx.actor) ? ctx.actor.id : null,
      act,
      subject_id: about ?? null,
      thing: on?.thing,
      thing_id: on?.id,
      why,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      details: JSON.stringify(details),
    })
    .execute()
}

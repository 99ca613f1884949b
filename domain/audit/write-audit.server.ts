import type { AuditAction, AuditValues, AuditSubjectKind } from '#domain/audit/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'

export type AuditEntry = {
  act: AuditAction
  /** What it was done to. */
  on?: { thing: AuditSubjectKind; id: string } | undefined
  /** Whom it is about. */
  about?: string | null | undefined
  why?: string | undefined
  before?: AuditValues | undefined
  after?: AuditValues | undefined
  details?: AuditValues | undefined
}

/** One line for one act, in the database transaction of the act: neither is ever there without the other. */
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

import type { Selectable, Updateable } from 'kysely'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { isUndecided } from '#domain/applications/states.ts'
import type { AuditAction, AuditValues } from '#domain/audit/contract.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, ApplicationId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Applications } from '#platform/db/schema.ts'

type Row = Selectable<Applications>
type ApplicationUpdate = {
  change: Updateable<Applications>
  /** The line in the audit log. The log is permanent, so the line must not name the applicant. */
  act: AuditAction
  after: AuditValues
  about?: AccountId
}

/**
 * Applies one step to an open application in one transaction, with its audit line. Refuses an actor who saw an older
 * revision.
 */
export async function updateApplication(
  ctx: Context,
  { id, revision }: { id: ApplicationId; revision: number },
  buildUpdate: (ctx: Context, application: Row) => Promise<ApplicationUpdate>,
): Promise<void> {
  allow(ctx.actor, 'prepareExperts')
  await inTransaction(ctx, async (txCtx) => {
    const application = await txCtx.db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!application) throw new Refusal('no_such_application')
    const on = { thing: 'application', id } as const
    const { stage } = application
    if (application.revision !== revision || !isUndecided(stage)) {
      throw await staleRefusal(txCtx, { code: 'application_moved_on', on })
    }
    const { change, act, after, about } = await buildUpdate(txCtx, application)
    await txCtx.db
      .updateTable('applications')
      .set({ ...change, revision: revision + 1 })
      .where('id', '=', id)
      .execute()
    await writeAudit(txCtx, { act, on, about, before: { stage }, after })
  })
  publishTeamQueuesChanged(ctx)
}

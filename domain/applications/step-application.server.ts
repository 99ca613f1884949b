import type { Selectable, Updateable } from 'kysely'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import type { SeenApplication } from '#domain/applications/contract.ts'
import { isUndecided, type Stage } from '#domain/applications/states.ts'
import type { AuditAct, AuditFacts } from '#domain/audit/contract.ts'
import { tellTeam } from '#domain/audit/tell-team.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Applications } from '#platform/db/schema.ts'

type Row = Selectable<Applications>
type Step = {
  change: Updateable<Applications>
  /** The line in the audit log. It stays for ever, so nothing in it names the applicant. */
  act: AuditAct
  after: AuditFacts
  about?: string
}

/** One step of an open application: row, audit log and whatever else belongs to it, or nothing. Who saw an earlier one is told. */
export async function stepApplication(
  ctx: Context,
  { id, revision }: SeenApplication,
  work: (ctx: Context, application: Row) => Promise<Step>,
): Promise<void> {
  allow(ctx.actor, 'team')
  await inTransaction(ctx, async (own) => {
    const application = await own.db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!application) throw new Refusal('no_such_application')
    const on = { thing: 'application', id } as const
    const stage = application.stage as Stage
    if (application.revision !== revision || !isUndecided(stage)) {
      throw await staleRefusal(own, { code: 'application_moved_on', on })
    }
    const { change, act, after, about } = await work(own, application)
    await own.db
      .updateTable('applications')
      .set({ ...change, revision: revision + 1 })
      .where('id', '=', id)
      .execute()
    await writeAudit(own, { act, on, about, before: { stage }, after })
  })
  tellTeam(ctx)
}

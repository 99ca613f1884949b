import type { AuditAction, AuditItemKind } from '#domain/audit/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'

type Audited = { act: AuditAction; on: { thing: AuditItemKind; id: string } }

/** Whether the audit log has an action of the actor on this thing, for example one that needed a reason. */
export async function hasAudited({ db, actor }: Context, { act, on }: Audited): Promise<boolean> {
  if (!isPerson(actor)) return false
  const line = await db
    .selectFrom('audit_log')
    .select('id')
    .where('thing', '=', on.thing)
    .where('thing_id', '=', on.id)
    .where('act', '=', act)
    .where('actor_id', '=', actor.id)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

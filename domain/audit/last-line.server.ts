import type { AuditItemKind } from '#domain/audit/contract.ts'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'

/** Finds the latest audit line about this subject. */
export async function findLastLine(
  { db }: Context,
  on: { thing: AuditItemKind; id: string },
): Promise<{ at: Date; act: string; actorId: AccountId | null } | undefined> {
  return db
    .selectFrom('audit_log')
    .select(['at', 'act', 'actor_id as actorId'])
    .where('thing', '=', on.thing)
    .where('thing_id', '=', on.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

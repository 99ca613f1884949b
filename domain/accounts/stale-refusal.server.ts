import type { AuditThing } from '#domain/audit/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import { dayAndTime } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

/** For somebody whose page is older than what a colleague has done: the refusal, with who did what, and when. */
export async function staleRefusal(
  { db }: Context,
  { code, on }: { code: RefusalCode; on: { thing: AuditThing; id: string } },
): Promise<Refusal> {
  const line = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['at', 'act', 'full_name'])
    .where('thing', '=', on.thing)
    .where('thing_id', '=', on.id)
    .orderBy('audit_log.id', 'desc')
    .executeTakeFirst()
  if (!line) return new Refusal(code)
  const who = line.full_name ?? 'the system'
  return new Refusal(code, {
    more: `Last: ${line.act}, by ${who}, ${dayAndTime(line.at, defaultZone)} (India).`,
  })
}

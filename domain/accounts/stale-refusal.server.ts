import { type AuditItemKind, auditActionText } from '#domain/audit/contract.ts'
import { findLastLine } from '#domain/audit/last-line.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import { dayAndTime } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

/** Builds the refusal for an outdated page. It names the last change, its actor and its time. */
export async function staleRefusal(
  ctx: Context,
  { code, on }: { code: RefusalCode; on: { thing: AuditItemKind; id: string } },
): Promise<Refusal> {
  const line = await findLastLine(ctx, on)
  if (!line) return new Refusal(code)
  const name = await getActorName(ctx, line.actorId)
  return new Refusal(code, {
    more: `Last: ${auditActionText(line.act)}, by ${name}, ${dayAndTime(line.at, defaultZone)} (India).`,
  })
}

async function getActorName({ db }: Context, id: AccountId | null): Promise<string> {
  const person =
    id === null
      ? undefined
      : await db.selectFrom('profiles').select('full_name').where('id', '=', id).executeTakeFirst()
  return person?.full_name ?? 'the system'
}

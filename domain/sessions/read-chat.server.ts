import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type ChatReadInput, chatReadInput, type SessionMessage } from '#domain/sessions/contract.ts'
import { selectMessages } from '#domain/sessions/message-queries.server.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Writes an audit line with the reason, then returns the chat of two people to the team. */
export async function readChat(ctx: Context, input: ChatReadInput): Promise<SessionMessage[]> {
  allow(ctx.actor, 'supportPeople')
  const { id, why } = parse(chatReadInput, input)
  if (why === '') throw new Refusal('why_missing')
  return inTransaction(ctx, async (txCtx) => {
    await getSession(txCtx, id)
    await writeAudit(txCtx, { act: 'chat read', on: { thing: 'session', id }, why })
    return selectMessages(txCtx, { id }).execute()
  })
}

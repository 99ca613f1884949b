import { z } from 'zod'
import type { Context } from '#domain/context.server.ts'
import { policies } from '#domain/policy.ts'
import { questionPictureType } from '#domain/sessions/contract.ts'
import { moverOf } from '#domain/sessions/move-session.server.ts'
import type { Storage } from '#platform/storage/port.ts'

type SessionFile = { bytes: Uint8Array; name: string; type: string; isPicture: boolean }

/** The file beside a question, for the two people of the session, from the ring on, and the team. To anybody else there is none. */
export async function findSessionFile(
  ctx: Context & { storage: Storage },
  id: string,
): Promise<SessionFile | null> {
  if (!z.uuid().safeParse(id).success) return null
  const session = await ctx.db
    .selectFrom('help_sessions')
    .innerJoin('question_files', 'question_files.key', 'help_sessions.file_key')
    .select(['help_sessions.student_id', 'expert_id', 'key', 'name', 'type'])
    .where('help_sessions.id', '=', id)
    .executeTakeFirst()
  if (!session || (!moverOf(ctx.actor, session) && !policies.team(ctx.actor))) return null
  const { key, name, type } = session
  const stored = await ctx.storage.get(key)
  return stored && { bytes: stored.bytes, name, type, isPicture: type === questionPictureType }
}

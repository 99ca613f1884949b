import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#domain/context.server.ts'
import { policies } from '#domain/policy.ts'
import { questionPictureType } from '#domain/sessions/contract.ts'
import { moverOf } from '#domain/sessions/move-session.server.ts'
import type { Storage } from '#platform/storage/port.ts'

type Asked = { student_id: string; expert_id: string; key: string; name: string; type: string }
type SessionFile = { bytes: Uint8Array; name: string; type: string; isPicture: boolean }

/**
 * The file beside a question, for the two people of the session, from the ring or the booking on, and the team. To anybody else there
 * is none.
 */
export async function findSessionFile(
  ctx: Context & { storage: Storage },
  id: string,
): Promise<SessionFile | null> {
  if (!z.uuid().safeParse(id).success) return null
  const { rows } = await sql<Asked>`
    select asked.student_id, asked.expert_id, f.key, f.name, f.type from (
      select id, student_id, expert_id, file_key from help_sessions
      union all
      select id, student_id, expert_id, file_key from bookings
    ) asked join question_files f on f.key = asked.file_key
    where asked.id = ${id} limit 1`.execute(ctx.db)
  const [session] = rows
  if (!session || (!moverOf(ctx.actor, session) && !policies.team(ctx.actor))) return null
  const { key, name, type } = session
  const stored = await ctx.storage.get(key)
  return stored && { bytes: stored.bytes, name, type, isPicture: type === questionPictureType }
}

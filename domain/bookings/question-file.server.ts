import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { readQuestionFile, type StoredFile } from '#domain/files/queries.server.ts'
import { type FilesContext, type FileUse, removeUnusedFiles } from '#domain/files/remove-question-files.server.ts'
import { policies } from '#domain/policy.ts'
import {
  type PartiesAndFile,
  findPartiesAndFile,
  isFileOfSession,
} from '#domain/sessions/session-question-file.server.ts'
import { roleInSession } from '#domain/sessions/transition-session.server.ts'
import { isUuid, type SessionId } from '#kernel/ids.ts'

/**
 * Returns the file of a question to the two participants, after the request rings or is booked, and to the team. Null
 * for everyone else.
 */
export async function findSessionFile(ctx: FilesContext, id: string): Promise<StoredFile | null> {
  if (!isUuid<SessionId>(id)) return null
  const session = await findPartiesAndFile(ctx, id)
  const row = session?.file_key ? session : await findBookedFile(ctx, id)
  if (!row?.file_key || (!roleInSession(ctx.actor, row) && !policies.supportPeople(ctx.actor))) return null
  return readQuestionFile(ctx, row.file_key)
}

/** Job, runs daily: deletes uploaded files that belong to no session or booking. */
export async function deleteUnusedFiles(ctx: FilesContext): Promise<void> {
  await removeUnusedFiles(ctx, [isFileOfSession, isFileOfBooking])
}

async function findBookedFile({ db }: Context, id: SessionId): Promise<PartiesAndFile | undefined> {
  return db
    .selectFrom('bookings')
    .select(['student_id', 'expert_id', 'file_key'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const isFileOfBooking: FileUse = (key) => sql<boolean>`exists (select from bookings where file_key = ${key})`

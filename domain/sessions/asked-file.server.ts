import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { FileUse } from '#domain/files/remove-question-files.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'

export type AskedFile = { student_id: AccountId; expert_id: AccountId; file_key: string | null }

/** Returns both parties of the session and the key of the file of its question. */
export async function findAskedFile({ db }: Context, id: SessionId): Promise<AskedFile | undefined> {
  return db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id', 'file_key'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export const isFileOfSession: FileUse = (key) =>
  sql<boolean>`exists (select from help_sessions where file_key = ${key})`

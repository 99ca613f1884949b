import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { QuestionFile } from '#domain/files/contract.ts'
import type { FileUse } from '#domain/files/remove-question-files.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'

export type PartiesAndFile = { student_id: AccountId; expert_id: AccountId; file_key: string | null }

/** Returns both parties of the session and the key of its question file. */
export async function findPartiesAndFile({ db }: Context, id: SessionId): Promise<PartiesAndFile | undefined> {
  return db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id', 'file_key'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the question file of a session to its student, who may send it again. */
export async function findOwnFile({ db, actor }: Context, id: SessionId): Promise<QuestionFile | null> {
  allow(actor, 'signedIn')
  const row = await db
    .selectFrom('help_sessions')
    .select(['file_key as key', 'file_name as name', 'file_type as type'])
    .where('id', '=', id)
    .where('student_id', '=', actor.id)
    .executeTakeFirst()
  return row?.key && row.name && row.type ? { key: row.key, name: row.name, type: row.type } : null
}

export const isFileOfSession: FileUse = (key) =>
  sql<boolean>`exists (select from help_sessions where file_key = ${key})`

import type { Context } from '#domain/context.server.ts'
import { questionPictureType } from '#domain/files/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Storage } from '#platform/storage/port.ts'

/** Reads name and type from the database instead of trusting the browser. */
export async function getOwnQuestionFile(ctx: Context, studentId: AccountId, key: string) {
  const file = await ctx.db
    .selectFrom('question_files')
    .select(['name', 'type'])
    .where('key', '=', key)
    .where('student_id', '=', studentId)
    .executeTakeFirst()
  if (!file) throw new Refusal('no_such_question_file')
  return file
}

export type StoredFile = { bytes: Uint8Array; name: string; type: string; isPicture: boolean }

/** The caller must check who may read the file. */
export async function readQuestionFile(
  { db, storage }: Context & { storage: Storage },
  key: string,
): Promise<StoredFile | null> {
  const file = await db.selectFrom('question_files').select(['name', 'type']).where('key', '=', key).executeTakeFirst()
  const stored = file && (await storage.get(key))
  return stored ? { ...file, bytes: stored.bytes, isPicture: file.type === questionPictureType } : null
}

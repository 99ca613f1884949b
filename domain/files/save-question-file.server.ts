import { randomBytes } from 'node:crypto'
import { countInHour, questionFileCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type QuestionFile, questionFolder, type StoredType } from '#domain/files/contract.ts'
import type { DecodeQueue } from '#domain/files/decode-queue.server.ts'
import { cleanFileName } from '#domain/files/file-name.server.ts'
import { inspectFile } from '#domain/files/inspect-file.server.ts'
import type { FilesContext } from '#domain/files/remove-question-files.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { questionFileMaxBytes, questionFilesPerHour } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Only the two participants and the team may see a question's file, so no cache may keep it. */
const cacheControl = 'private, no-store'

/**
 * A student uploads a file for a question. The row is inserted before the file is stored, and deleted if that fails, so
 * that the daily job finds every unused file.
 */
export async function saveQuestionFile(
  ctx: FilesContext & { decodeQueue: DecodeQueue },
  input: { name: string; bytes: Uint8Array },
): Promise<QuestionFile> {
  if (ctx.actor.kind === 'visitor') throw new Refusal('not_signed_in_to_ask')
  allow(ctx.actor, 'student')
  const { id } = ctx.actor
  if (input.bytes.length > questionFileMaxBytes) throw new Refusal('question_file_too_large')
  // Inspection is expensive, so refused files count too.
  const limit = {
    key: questionFileCountKey(id),
    max: questionFilesPerHour,
    refusal: 'too_many_question_files',
  } as const
  await countInHour(ctx.db, limit, ctx.clock.now())
  const { bytes, type, extension } = await inspectFile(input.bytes, { decodeQueue: ctx.decodeQueue, owner: id })

  const key = `${questionFolder(id)}${randomBytes(16).toString('hex')}`
  const file = { key, name: cleanFileName(input.name, extension), type }
  await insertRow(ctx, id, { ...file, size: bytes.length })
  try {
    await ctx.storage.put(key, bytes, { contentType: type, cacheControl })
  } catch (error) {
    await ctx.db.deleteFrom('question_files').where('key', '=', key).execute()
    throw error
  }
  await requireStillStored(ctx, key)
  return file
}

async function insertRow(
  ctx: Context,
  studentId: AccountId,
  { key, name, type, size }: { key: string; name: string; type: StoredType; size: number },
): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await preventDeletion(db, studentId)
    await db
      .insertInto('question_files')
      .values({ key, student_id: studentId, name, type, size_bytes: size, stored_at: ctx.clock.now() })
      .execute()
  })
}

/** Removes the file again if the account, and with it the row, was deleted during the upload. */
async function requireStillStored(ctx: FilesContext, key: string): Promise<void> {
  const row = await ctx.db.selectFrom('question_files').select('key').where('key', '=', key).executeTakeFirst()
  if (row) return
  await ctx.storage.remove([key])
  throw new Refusal('no_such_person')
}

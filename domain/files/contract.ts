import { z } from 'zod'
import type { AccountId } from '#kernel/ids.ts'
import { fileNameMaxLength } from '#kernel/limits.ts'
import { freeText } from '#kernel/free-text.ts'

/** A file that the student has uploaded before, as returned by the upload. Only the key is trusted. */
export const questionFile = z.object({
  key: freeText(300),
  name: z.string().min(1).max(fileNameMaxLength),
  type: z.string().max(100),
})
export type QuestionFile = z.infer<typeof questionFile>

/** The detected types of stored files. */
export type StoredType =
  | 'image/webp'
  | 'application/pdf'
  | 'application/msword'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Pictures are re-encoded as this type. No other type is ever shown inside a page. */
export const questionPictureType = 'image/webp'

/** Storage prefix of question files, which only the two participants of the session and the team may read. */
export function questionFolder(studentId: AccountId): string {
  return `questions/${studentId}/`
}

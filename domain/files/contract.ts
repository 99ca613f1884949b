import { z } from 'zod'
import type { AccountId } from '#kernel/ids.ts'
import { fileNameMaxLength } from '#kernel/limits.ts'
import { freeText } from '#kernel/free-text.ts'

/** A file that the student has stored before, as it was answered then. Of what comes back only the key is believed. */
export const questionFile = z.object({
  key: freeText(300),
  name: z.string().min(1).max(fileNameMaxLength),
  type: z.string().max(100),
})
export type QuestionFile = z.infer<typeof questionFile>

/** What this server finds files to be, and stores. */
export const storedTypes = [
  'image/webp',
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const
export type StoredType = (typeof storedTypes)[number]

/** Pictures are made anew as this, and nothing else is ever shown inside a page. */
export const questionPictureType = 'image/webp'

/** Files of questions lie under this prefix: for the two people of the session and the team alone. */
export function questionFolder(studentId: AccountId): string {
  return `questions/${studentId}/`
}

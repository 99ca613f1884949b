import { sendFile, type SendOptions } from '#app/base/send-file.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import { questionFileMaxBytes } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

export type StoredFile = NonNullable<SessionRequest['file']>

const extensions = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'pdf', 'doc', 'docx']

export const acceptedFiles = extensions.map((extension) => `.${extension}`).join(',')

/** Checks the file name and size; the server checks the content. */
export function findFileProblem({ name, size }: { name: string; size: number }): string | null {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  if (!extensions.includes(extension)) return refusals.question_file_type.text
  if (size > questionFileMaxBytes) return refusals.question_file_too_large.text
  return null
}

/** Uploads the file. Returns the stored file or an error text. */
export async function uploadFile(
  address: string,
  file: File,
  options: SendOptions,
): Promise<StoredFile | { error: string }> {
  const answer = await sendFile(address, file, options)
  if (!answer) return { error: uploadFailedText }
  try {
    const { file: stored, error } = JSON.parse(answer.text)
    return stored ?? { error: String(error ?? uploadRefusedText) }
  } catch {
    return { error: uploadRefusedText }
  }
}

const uploadFailedText = 'The upload failed. Please check your connection and choose the file again.'
const uploadRefusedText = 'The file could not be saved. Please try again.'

/** 840 KB, 2.4 MB. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

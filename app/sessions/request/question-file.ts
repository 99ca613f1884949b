import { sendFile, type SendOptions } from '#app/base/send-file.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import { questionFileMaxBytes } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

export type StoredFile = NonNullable<SessionRequest['file']>

const extensions = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'pdf', 'doc', 'docx']

/** Any picture that the browser can read, because `shrinkPicture` converts it. */
export const acceptedFiles = ['image/*', ...extensions.map((extension) => `.${extension}`)].join(',')

/** Checks only the file name and size. The server checks the content. */
export function findFileProblem({ name, size }: { name: string; size: number }): string | null {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  if (!extensions.includes(extension)) return refusals.question_file_type.text
  if (size > questionFileMaxBytes) return refusals.question_file_too_large.text
  return null
}

type UploadAnswer =
  | { file: StoredFile }
  /** Without a response from the server, the same file may be sent again. */
  | { error: string; canRetry: boolean }

export async function uploadFile(url: string, file: File, options: SendOptions): Promise<UploadAnswer> {
  const answer = await sendFile(url, file, options)
  if (!answer) return { error: uploadFailedText, canRetry: true }
  try {
    const { file: stored, error } = JSON.parse(answer.text)
    return stored ? { file: stored } : { error: String(error ?? uploadRefusedText), canRetry: answer.status >= 500 }
  } catch {
    return { error: uploadRefusedText, canRetry: true }
  }
}

const uploadFailedText = 'The upload failed. Please check your connection and try again.'
const uploadRefusedText = 'The file could not be saved. Please try again.'

/** 840 KB, 2.4 MB. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

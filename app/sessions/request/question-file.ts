import { sendFile, type SendOptions } from '#app/base/send-file.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import { questionFileMaxBytes } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

export type StoredFile = NonNullable<SessionRequest['file']>

const extensions = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'pdf', 'doc', 'docx']

export const acceptedFiles = extensions.map((extension) => `.${extension}`).join(',')

/** What is wrong with a file as far as its name and size tell; the server looks inside. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  if (!extensions.includes(extension)) return refusals.question_file_type.text
  if (size > questionFileMaxBytes) return refusals.question_file_too_large.text
  return null
}

/** The file as the server keeps it under that address, or why it does not. */
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

const uploadFailedText = 'The file did not arrive. Please check your connection and choose it again.'
const uploadRefusedText = 'The file could not be taken. Please try again.'

/** 840 KB, 2.4 MB. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

import { photoUploadPath } from '#app/account/photo/photo-upload-path.ts'
import { sendFile, type SendOptions } from '#app/base/send-file.ts'
import type { Crop } from '#kernel/crop.ts'

/** Carries the server's error text. The message is empty when there was no response or no text. */
export class PhotoError extends Error {}

type Options = SendOptions & { crop: Crop }

export async function uploadPhoto(file: File, { crop, ...options }: Options): Promise<string> {
  const query = new URLSearchParams(Object.entries(crop).map(([name, value]) => [name, String(value)]))
  const answer = await sendFile(`${photoUploadPath}?${query}`, file, options)
  const { url, error } = readAnswer(answer?.text ?? '')
  if (answer?.status !== 200 || !url) throw new PhotoError(error)
  return url
}

export async function removePhoto(): Promise<void> {
  const answer = await fetch(photoUploadPath, { method: 'DELETE' }).catch(() => null)
  if (!answer?.ok) throw new PhotoError(readAnswer((await answer?.text()) ?? '').error)
}

function readAnswer(text: string): { url?: string; error?: string } {
  try {
    const { url, error } = JSON.parse(text)
    return { url: asText(url), error: asText(error) }
  } catch {
    return {}
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

import { photoUploadPath } from '#app/features/photo/photo-address.ts'
import type { Crop } from '#kernel/crop.ts'

/** Why a photo was not changed, in the server's words; without any when nobody answered or nobody could say. */
export class PhotoFailed extends Error {}

type Options = { crop: Crop; onProgress(percent: number): void; signal: AbortSignal }

/** XMLHttpRequest, because it alone tells how much has been sent. */
export function uploadPhoto(file: File, { crop, onProgress, signal }: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const query = new URLSearchParams(Object.entries(crop).map(([name, value]) => [name, String(value)]))
    request.open('POST', `${photoUploadPath}?${query}`)
    request.setRequestHeader('Content-Type', file.type)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('load', () => {
      const { url, error } = readAnswer(request.responseText)
      if (request.status === 200 && url) resolve(url)
      else reject(new PhotoFailed(error))
    })
    for (const event of ['error', 'abort', 'timeout']) {
      request.addEventListener(event, () => reject(new PhotoFailed()))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

export async function removePhoto(): Promise<void> {
  const answer = await fetch(photoUploadPath, { method: 'DELETE' }).catch(() => null)
  if (!answer?.ok) throw new PhotoFailed(readAnswer((await answer?.text()) ?? '').error)
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

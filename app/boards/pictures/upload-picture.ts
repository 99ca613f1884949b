import { sendFile } from '#app/base/send-file.ts'
import { networkProblem } from '#app/base/network-problem.ts'

export type UploadedPicture = { id: string; width: number; height: number }

/** Stores a picture for a board. The server re-encodes it. */
export async function uploadPicture(
  boardId: string,
  picture: Blob,
  signal: AbortSignal,
): Promise<UploadedPicture | { refusal: { text: string } }> {
  const answer = await sendFile(`/boards/${boardId}/pictures`, picture, { onProgress: () => undefined, signal })
  if (!answer) return networkProblem
  try {
    const body = JSON.parse(answer.text) as { picture: UploadedPicture } | { refusal: { text: string } }
    return 'refusal' in body ? body : body.picture
  } catch {
    return { refusal: { text: 'Something went wrong. Please try again.' } }
  }
}

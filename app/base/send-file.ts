import { isProxyResponse } from '#app/base/network-problem.ts'
import { reportNetwork } from '#app/base/network-report.ts'

export type SendOptions = { onProgress(percent: number): void; signal: AbortSignal }

/**
 * Uploads a file. Uses XMLHttpRequest, because only it reports upload progress. Resolves to null when there is no
 * response of the server.
 */
export function sendFile(
  url: string,
  file: Blob,
  { onProgress, signal }: SendOptions,
): Promise<{ status: number; text: string } | null> {
  return new Promise((resolve) => {
    // An earlier abort fires no event.
    if (signal.aborted) return resolve(null)
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('load', () => {
      const isReached = !isProxyResponse(request.status, request.getResponseHeader('Content-Type'))
      reportNetwork(isReached)
      resolve(isReached ? { status: request.status, text: request.responseText } : null)
    })
    request.addEventListener('error', () => reportNetwork(false))
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, () => resolve(null))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

export type SendOptions = { onProgress(percent: number): void; signal: AbortSignal }

/** Sends the bytes of a file. XMLHttpRequest, because it alone tells how much has gone. Nothing when nobody answered. */
export function sendFile(
  address: string,
  file: Blob,
  { onProgress, signal }: SendOptions,
): Promise<{ status: number; text: string } | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, () => resolve(null))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Scanner } from '#platform/scanner/port.ts'

export type ScannerSettings = { host: string; port: number }

const answerTimeoutMs = 20_000
const chunkBytes = 64 * 1024

/** Sends files to ClamAV (clamd) with its command INSTREAM: chunks with their length, and an empty one at the end. */
export function createClamd({ host, port }: ScannerSettings, { timeoutMs = answerTimeoutMs } = {}): Scanner {
  return {
    async isInfected(bytes) {
      const answer = await send(bytes)
      if (answer === 'stream: OK') return false
      if (answer.endsWith(' FOUND')) return true
      throw new Error(`the virus scanner answered "${answer.slice(0, 200)}"`)
    },
  }

  async function send(bytes: Uint8Array): Promise<string> {
    const socket = connect({ host, port })
    const stop = AbortSignal.timeout(timeoutMs)
    const end = () => socket.destroy(new Error('the virus scanner did not answer in time'))
    stop.addEventListener('abort', end)
    try {
      await once(socket, 'connect')
      // The answer is read from the start, because clamd closes the connection when a file is larger than its limit.
      const answer = text(socket)
      socket.write('zINSTREAM\0')
      for (let from = 0; from < bytes.length; from += chunkBytes) {
        const chunk = bytes.subarray(from, from + chunkBytes)
        socket.write(lengthOf(chunk))
        socket.write(chunk)
      }
      socket.write(lengthOf(new Uint8Array()))
      return (await answer).replaceAll('\0', '').trim()
    } finally {
      stop.removeEventListener('abort', end)
      socket.destroy()
    }
  }
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

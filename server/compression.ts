import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const gzipLevel = 6

export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}

export function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(body, fast)
  return encoding === 'gzip' ? gzipSync(body, { level: gzipLevel }) : body
}

/** Slow and on another thread: for responses that are sent often. */
export const compressWell: (body: Buffer) => Promise<Buffer> = (body) => promisify(brotliCompress)(body, best)

/**
 * Compresses a page while it is being rendered. The chunks of each event-loop turn are flushed together: the head of
 * the page is not delayed, and React's many small chunks do not each cost a flush.
 */
export function compressStream(body: ReadableStream, encoding: Encoding): ReadableStream {
  if (encoding === 'identity') return body
  const compressor = encoding === 'br' ? createBrotliCompress(fast) : createGzip({ level: gzipLevel })
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  let parts: Buffer[] = []
  const flushParts = () => {
    if (parts.length === 0) return
    const hasRoom = compressor.write(Buffer.concat(parts))
    parts = []
    compressor.flush()
    if (!hasRoom) {
      source.pause()
      compressor.once('drain', () => source.resume())
    }
  }
  source.on('data', (chunk: Buffer) => {
    if (parts.push(chunk) === 1) setImmediate(flushParts)
  })
  source.once('end', () => {
    flushParts()
    compressor.end()
  })
  source.once('error', (error) => compressor.destroy(error))
  compressor.once('close', () => source.destroy())
  return Readable.toWeb(compressor) as ReadableStream
}

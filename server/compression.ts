import { Readable } from 'node:stream'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 5 }
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
  if (encoding === 'br') return brotliCompressSync(body, { params: brotliQuality })
  return encoding === 'gzip' ? gzipSync(body, { level: gzipLevel }) : body
}

/** Each piece is flushed as it comes, so that the head of a streamed page is not held back by the compressor. */
export function compressStream(body: ReadableStream, encoding: Encoding): ReadableStream {
  if (encoding === 'identity') return body
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: brotliQuality })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: gzipLevel })
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  source.once('error', (error) => compressor.destroy(error))
  return Readable.toWeb(source.pipe(compressor)) as ReadableStream
}

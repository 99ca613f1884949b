import { questionPictureType, type StoredType } from '#domain/files/contract.ts'
import type { DecodeQueue } from '#domain/files/decode-queue.server.ts'
import { inspectDoc, isCompoundFile } from '#domain/files/inspect-doc.server.ts'
import { inspectDocx, isZip } from '#domain/files/inspect-docx.server.ts'
import { openPicture, pictureEncoding, type PictureFormat, detectPictureFormat } from '#domain/files/picture.server.ts'
import { questionPictureMaxPixels, questionPictureMaxSide } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

export type RedrawnPicture = { data: Uint8Array; width: number; height: number }
type InspectedFile = { bytes: Uint8Array; type: StoredType; extension: string }

/**
 * Detects a file's type from its content, never from its name. Pictures keep only their pixels; documents stay
 * unchanged, so they are scanned for malware.
 */
export async function inspectFile(
  bytes: Uint8Array,
  { decodeQueue, owner }: { decodeQueue: DecodeQueue; owner: string },
): Promise<InspectedFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = detectPictureFormat(buffer)
  if (format) {
    const picture = await decodeQueue.run(owner, () => redrawPicture(buffer, format, questionPictureMaxSide))
    return { bytes: picture.data, type: questionPictureType, extension: 'webp' }
  }
  if (buffer.subarray(0, 5).toString('latin1') === '%PDF-') {
    await refuseInfected(bytes, decodeQueue)
    return { bytes, type: 'application/pdf', extension: 'pdf' }
  }
  if (isCompoundFile(buffer)) {
    inspectDoc(buffer)
    await refuseInfected(bytes, decodeQueue)
    return { bytes, type: 'application/msword', extension: 'doc' }
  }
  if (isZip(buffer)) {
    await decodeQueue.run(owner, () => inspectDocx(buffer))
    await refuseInfected(bytes, decodeQueue)
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    return { bytes, type, extension: 'docx' }
  }
  throw new Refusal('question_file_type')
}

/**
 * A file that could not be scanned is refused, too, so that an attacker cannot bypass the scan by stopping the scanner.
 */
async function refuseInfected(bytes: Uint8Array, { scanner }: DecodeQueue): Promise<void> {
  const isInfected = await scanner?.isInfected(bytes).catch((cause: unknown) => {
    throw new Refusal('file_not_scanned', { cause })
  })
  if (isInfected) throw new Refusal('file_infected')
}

/**
 * Removes metadata such as location and camera. Transparent areas become white, because dark ink would be unreadable
 * on the dark page.
 */
export async function redrawPicture(bytes: Buffer, format: PictureFormat, maxSide: number): Promise<RedrawnPicture> {
  try {
    const { picture, width, height } = await openPicture(bytes, format)
    const shrink = Math.sqrt(questionPictureMaxPixels / (width * height))
    const side = Math.min(maxSide, Math.ceil(Math.max(width, height) * shrink))
    const { data, info } = await picture
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .webp(pictureEncoding)
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (cause) {
    throw new Refusal('question_file_broken', { cause })
  }
}

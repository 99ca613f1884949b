import { questionPictureType, type StoredType } from '#domain/files/contract.ts'
import { inspectDoc, isCompoundFile } from '#domain/files/inspect-doc.server.ts'
import { inspectDocx, isZip } from '#domain/files/inspect-docx.server.ts'
import { openPicture, pictureEncoding, type PictureFormat, detectPictureFormat } from '#domain/files/picture.server.ts'
import { questionPictureMaxSide } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

type InspectedFile = { bytes: Uint8Array; type: StoredType; extension: string }

/**
 * Detects a file's type from its content, never from its name. Pictures keep only their pixels; documents stay
 * unchanged.
 */
export async function inspectFile(bytes: Uint8Array): Promise<InspectedFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = detectPictureFormat(buffer)
  if (format) return { bytes: await redraw(buffer, format), type: questionPictureType, extension: 'webp' }
  if (buffer.subarray(0, 5).toString('latin1') === '%PDF-') {
    return { bytes, type: 'application/pdf', extension: 'pdf' }
  }
  if (isCompoundFile(buffer)) {
    inspectDoc(buffer)
    return { bytes, type: 'application/msword', extension: 'doc' }
  }
  if (isZip(buffer)) {
    inspectDocx(buffer)
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    return { bytes, type, extension: 'docx' }
  }
  throw new Refusal('question_file_type')
}

/**
 * Removes metadata such as location and camera. Transparent areas become white, because dark ink would be unreadable
 * on the dark page.
 */
async function redraw(bytes: Buffer, format: PictureFormat): Promise<Uint8Array> {
  const side = questionPictureMaxSide
  try {
    const { picture } = await openPicture(bytes, format)
    return await picture
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .webp(pictureEncoding)
      .toBuffer()
  } catch (cause) {
    throw new Refusal('question_file_broken', { cause })
  }
}

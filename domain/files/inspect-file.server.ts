import { questionPictureType, type StoredType } from '#domain/files/contract.ts'
import { inspectDoc, isCompoundFile } from '#domain/files/inspect-doc.server.ts'
import { inspectDocx, isZip } from '#domain/files/inspect-docx.server.ts'
import {
  openPicture,
  pictureEncoding,
  type PictureFormat,
  pictureFormatOf,
} from '#domain/files/picture.server.ts'
import { questionPictureMaxSide } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

type InspectedFile = { bytes: Uint8Array; type: StoredType; extension: string }

/** What a file is by what is inside it, never by its name. Of a picture only the pixels are kept; documents stay as they are. */
export async function inspectFile(bytes: Uint8Array): Promise<InspectedFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = pictureFormatOf(buffer)
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

/** Where and with what it was taken is gone. What is transparent becomes paper: ink on the dark of the page could not be read. */
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

import { z } from 'zod'
import { openPicture, pictureEncoding, detectPictureFormat } from '#domain/files/picture.server.ts'
import type { Crop } from '#kernel/crop.ts'
import { photoLargePixels, photoMaxBytes, photoSmallPixels } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

export type Photo = { large: Buffer; small: Buffer }

const fraction = z.number().min(0).max(1)
export const cropSchema: z.ZodType<Crop> = z.object({
  left: fraction,
  top: fraction,
  size: z.number().min(0.01).max(1),
})

/**
 * Re-encodes an uploaded picture as two squares. Only its pixels are kept. Refuses files that cannot be decoded
 * completely.
 */
export async function preparePhoto(bytes: Uint8Array, crop?: Crop): Promise<Photo> {
  if (bytes.length > photoMaxBytes) throw new Refusal('photo_too_large')
  const format = detectPictureFormat(bytes)
  if (!format || format === 'gif') throw new Refusal('photo_type')
  const { default: sharp } = await import('sharp')

  const decode = async () => {
    const { picture, ...size } = await openPicture(bytes, format)
    return picture
      .extract(toSquare(size, crop))
      .resize(photoLargePixels, photoLargePixels)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  }
  const { data, info } = await decode().catch(() => {
    throw new Refusal('photo_type')
  })

  const square = sharp(data, { raw: info })
  const small = square.clone().resize(photoSmallPixels, photoSmallPixels)
  const [largeBytes, smallBytes] = await Promise.all(
    [square, small].map((image) => image.webp(pictureEncoding).toBuffer()),
  )
  return { large: largeBytes as Buffer, small: smallBytes as Buffer }
}

/** The chosen square in whole pixels, or the centre. Never empty, never beyond the edge. */
function toSquare({ width, height }: { width: number; height: number }, crop: Crop | undefined) {
  const shorter = Math.min(width, height)
  const side = Math.max(1, Math.round(shorter * (crop?.size ?? 1)))
  const clampStart = (length: number, start: number | undefined) =>
    Math.min(length - side, Math.round(start === undefined ? (length - side) / 2 : length * start))
  return {
    left: clampStart(width, crop?.left),
    top: clampStart(height, crop?.top),
    width: side,
    height: side,
  }
}

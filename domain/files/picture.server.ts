import type { Sharp } from 'sharp'
import { photoMaxPixels } from '#kernel/limits.ts'

const decodeTimeoutSeconds = 10

/** Half the time of the usual effort for files that are a few percent larger. */
export const pictureEncoding = { quality: 82, effort: 2 }

const magicBytes = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF[^]{4}WEBP/,
  gif: /^GIF8[79]a/,
}
export type PictureFormat = keyof typeof magicBytes

/** What a file is by its first bytes, whatever it is called; nothing when it is no picture that we read. */
export function pictureFormatOf(bytes: Uint8Array): PictureFormat | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const formats = Object.keys(magicBytes) as PictureFormat[]
  return formats.find((format) => magicBytes[format].test(head)) ?? null
}

/**
 * The first frame of a picture, turned the way the camera was held. It is decoded when its pixels are asked for, so that only then it is
 * certain that it can be read to its end.
 */
export async function openPicture(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<{ picture: Sharp; width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  // Phones write pictures that are slightly wrong; what a viewer can show is accepted, what is broken off is not.
  const options = { limitInputPixels: photoMaxPixels, failOn: 'error', pages: 1, autoOrient: true } as const
  const picture = sharp(bytes, options).timeout({ seconds: decodeTimeoutSeconds })
  const metadata = await picture.metadata()
  if (metadata.format !== format) throw new Error(`${format} on the outside, ${metadata.format} inside`)
  return { picture, ...metadata.autoOrient }
}

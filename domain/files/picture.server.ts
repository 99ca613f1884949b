import type { Sharp } from 'sharp'
import { photoMaxPixels } from '#kernel/limits.ts'

const decodeTimeoutSeconds = 10

/** Takes half the time of the default effort. The files are a few percent larger. */
export const pictureEncoding = { quality: 82, effort: 2 }

const magicBytes = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF[^]{4}WEBP/,
  gif: /^GIF8[79]a/,
}
export type PictureFormat = keyof typeof magicBytes

/** Detects the picture format by the first bytes. Null if it is not a supported picture. */
export function detectPictureFormat(bytes: Uint8Array): PictureFormat | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const formats = Object.keys(magicBytes) as PictureFormat[]
  return formats.find((format) => magicBytes[format].test(head)) ?? null
}

/**
 * Opens the first frame of a picture, rotated upright. Pixels are decoded only when they are read, so a truncated file
 * fails only then.
 */
export async function openPicture(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<{ picture: Sharp; width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  // Some phones write slightly invalid pictures. Accept these, but not truncated files.
  const options = { limitInputPixels: photoMaxPixels, failOn: 'error', pages: 1, autoOrient: true } as const
  const picture = sharp(bytes, options).timeout({ seconds: decodeTimeoutSeconds })
  const metadata = await picture.metadata()
  if (metadata.format !== format)
    throw new Error(`the first bytes are of type ${format}, but the content is ${metadata.format}`)
  return { picture, ...metadata.autoOrient }
}

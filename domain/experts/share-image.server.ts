import type sharp from 'sharp'
import type { ShareImageInput } from '#domain/experts/share-image-svg.server.ts'
import { photoMaxPixels } from '#kernel/limits.ts'

const photoTimeoutSeconds = 5

/**
 * The preview image for a shared link to an expert: PNG, 1200 by 630. Text is drawn as outlines of bundled fonts, so it
 * looks the same on every machine, and a name is never parsed as markup.
 */
export async function drawShareImage(input: ShareImageInput): Promise<Buffer> {
  const [{ default: sharp }, { faceBox, shareImageSvg }] = await Promise.all([
    import('sharp'),
    import('#domain/experts/share-image-svg.server.ts'),
  ])
  const { left, top, sizePx } = faceBox
  const photo = input.photo && (await cutRound(sharp, input.photo, sizePx))
  const svg = shareImageSvg(input, { hasPhoto: photo !== null })
  return sharp(Buffer.from(svg))
    .composite(photo ? [{ input: photo, left, top }] : [])
    .removeAlpha()
    .png()
    .toBuffer()
}

async function cutRound(draw: typeof sharp, bytes: Uint8Array, sizePx: number): Promise<Buffer | null> {
  const radius = sizePx / 2
  const circle = `<svg width="${sizePx}" height="${sizePx}"><circle cx="${radius}" cy="${radius}" r="${radius}"/></svg>`
  try {
    return await draw(bytes, { limitInputPixels: photoMaxPixels, pages: 1, autoOrient: true })
      .timeout({ seconds: photoTimeoutSeconds })
      .resize(sizePx, sizePx)
      .toColourspace('srgb')
      .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
      .png({ compressionLevel: 0 })
      .toBuffer()
  } catch {
    return null
  }
}

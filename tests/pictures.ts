import sharp from 'sharp'

/** A real picture, as small as a photo may be. */
export function onePixelPng(): Promise<Buffer> {
  return sharp({ create: { width: 1, height: 1, channels: 3, background: '#c08040' } })
    .png()
    .toBuffer()
}

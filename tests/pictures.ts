import sharp from 'sharp'

/** A valid image of the smallest allowed size. */
export function onePixelPng(): Promise<Buffer> {
  return sharp({ create: { width: 1, height: 1, channels: 3, background: '#c08040' } })
    .png()
    .toBuffer()
}

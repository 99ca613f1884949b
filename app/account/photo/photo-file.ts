import type { Crop } from '#kernel/crop.ts'
import { photoMaxBytes, photoSmallPixels } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Checks the type and size of a file. The server also checks its content. */
export function photoProblem(file: { type: string; size: number }): string | null {
  if (!photoTypes.includes(file.type)) return refusals.photo_type.text
  if (file.size > photoMaxBytes) return refusals.photo_too_large.text
  return null
}

/** Decodes a picture with its EXIF orientation applied; returns null if the browser cannot decode it. */
export async function openPicture(file: File): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return image
  } catch {
    closePicture(image)
    return null
  }
}

export function closePicture(image: HTMLImageElement): void {
  URL.revokeObjectURL(image.src)
}

/** Renders the crop as a data URL, shown until the upload is done. */
export function renderPreview(image: HTMLImageElement, crop: Crop): string {
  const { naturalWidth: width, naturalHeight: height } = image
  const side = crop.size * Math.min(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = photoSmallPixels * 2
  canvas
    .getContext('2d')
    ?.drawImage(image, crop.left * width, crop.top * height, side, side, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp')
}

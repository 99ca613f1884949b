import type { Crop } from '#kernel/crop.ts'
import { photoMaxBytes, photoSmallPixels } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp']

/** What is wrong with a file as far as the browser can tell; the server looks inside. */
export function photoProblem(file: { type: string; size: number }): string | null {
  if (!photoTypes.includes(file.type)) return refusals.photo_type.text
  if (file.size > photoMaxBytes) return refusals.photo_too_large.text
  return null
}

/** A picture that the browser can show, as a person sees it: turned the way the camera was held. */
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

/** The chosen square as it will look, shown until the server's own is there. */
export function previewOf(image: HTMLImageElement, crop: Crop): string {
  const { naturalWidth: width, naturalHeight: height } = image
  const side = crop.size * Math.min(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = photoSmallPixels * 2
  canvas
    .getContext('2d')
    ?.drawImage(image, crop.left * width, crop.top * height, side, side, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp')
}

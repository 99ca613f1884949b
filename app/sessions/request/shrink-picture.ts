import { findFileProblem } from '#app/sessions/request/question-file.ts'
import { pictureSentMaxPixels, pictureUnchangedMaxBytes } from '#kernel/limits.ts'

/** Whether the picture takes long to send, or is of a kind that only the browser may be able to read, such as HEIC. */
export function mayShrink(file: File): boolean {
  return file.type.startsWith('image/') && (file.size > pictureUnchangedMaxBytes || findFileProblem(file) !== null)
}

/** A smaller, upright JPEG of the picture. Returns the file itself if it cannot be decoded or made smaller. */
export async function shrinkPicture(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file)
    const jpeg = await encodeJpeg(picture)
    picture.close()
    const isSmaller = jpeg !== null && (jpeg.size < file.size || findFileProblem(file) !== null)
    return isSmaller ? new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: jpeg.type }) : file
  } catch {
    return file
  }
}

function encodeJpeg(picture: ImageBitmap): Promise<Blob | null> {
  // By area, so that a long screenshot stays readable.
  const scale = Math.min(1, Math.sqrt(pictureSentMaxPixels / (picture.width * picture.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG shows transparent parts black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
}

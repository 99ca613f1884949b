import { boardPictureMaxSide } from '#kernel/limits.ts'

const jpegQuality = 0.85

/**
 * Converts a picture to a JPEG, no larger than the server keeps, so that it uploads fast. Null if it cannot be drawn.
 */
export function toJpeg(picture: CanvasImageSource, size: { width: number; height: number }): Promise<Blob | null> {
  const scale = Math.min(1, boardPictureMaxSide / Math.max(size.width, size.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(size.width * scale))
  canvas.height = Math.max(1, Math.round(size.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG shows transparent parts black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
}

/**
 * Converts a photo to a JPEG. Returns the file itself if this browser cannot decode it, because the server may be able
 * to.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  let picture: ImageBitmap | undefined
  try {
    picture = await createImageBitmap(file)
    return (await toJpeg(picture, picture)) ?? file
  } catch {
    return file
  } finally {
    picture?.close()
  }
}

/** The current picture of a video track, such as a shared screen. Null when it has none. */
export async function takeFrame(track: MediaStreamTrack): Promise<Blob | null> {
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = new MediaStream([track])
  try {
    await video.play()
    return video.videoWidth > 0 ? await toJpeg(video, { width: video.videoWidth, height: video.videoHeight }) : null
  } catch {
    return null
  } finally {
    video.srcObject = null
  }
}

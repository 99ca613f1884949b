import { photoLargePixels, photoSmallPixels } from '#kernel/limits.ts'
import { smallPhotoName } from '#kernel/small-photo.ts'

/** The `srcset` of a photo. Images that we do not store have only one size. */
export function pictureSizes(url: string): string | undefined {
  if (!url.startsWith('/photos/')) return undefined
  return `${smallPhotoName(url)} ${photoSmallPixels}w, ${url} ${photoLargePixels}w`
}

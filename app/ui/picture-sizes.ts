import { photoLargePixels, photoSmallPixels } from '#kernel/limits.ts'
import { smallPhotoName } from '#kernel/small-photo.ts'

/** The `srcset` of a photo. Images that we do not store have only one size. */
export function pictureSizes(address: string): string | undefined {
  if (!address.startsWith('/photos/')) return undefined
  return `${smallPhotoName(address)} ${photoSmallPixels}w, ${address} ${photoLargePixels}w`
}

import { photoLargePixels, photoSmallPixels } from '#kernel/limits.ts'
import { smallPhotoName } from '#kernel/small-photo.ts'

/** For the browser to choose from. Pictures that are not kept by us have one size only. */
export function pictureSizes(address: string): string | undefined {
  if (!address.startsWith('/photos/')) return undefined
  return `${smallPhotoName(address)} ${photoSmallPixels}w, ${address} ${photoLargePixels}w`
}

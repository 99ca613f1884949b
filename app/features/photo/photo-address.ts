export const photoUploadPath = '/photo-upload'

/** The small form of a photo, for places where a face is no larger than a thumb; other pictures stay what they are. */
export function smallPhoto(url: string | null): string | null {
  return url?.startsWith('/photos/') ? url.replace(/\.webp$/, '-small.webp') : url
}

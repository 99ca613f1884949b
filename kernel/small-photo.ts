/** Every photo is stored in two sizes. Returns the name of the smaller one, as a storage key or a URL. */
export function smallPhotoName(name: string): string {
  return name.replace(/\.webp(?=$|\?)/, '-small.webp')
}

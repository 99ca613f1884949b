/** Every photo of ours is kept in two sizes; this is the name of the smaller one, as a key in the storage or as an address. */
export function smallPhotoName(name: string): string {
  return name.replace(/\.webp(?=$|\?)/, '-small.webp')
}

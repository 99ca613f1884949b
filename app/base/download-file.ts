/** Safari reads a large file after the click. */
const readingMs = 60_000

/** Saves a file that this page has made on the device. */
export function downloadFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), readingMs)
}

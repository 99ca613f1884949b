/** Safari may still read a large file for some time after the click. */
const revokeAfterMs = 60_000

/** Downloads a file that this page has created. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}

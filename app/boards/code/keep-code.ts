import { downloadFile } from '#app/base/download-file.ts'
import type { CodeLanguage } from '#app/boards/code/languages.ts'

export const notCopiedText = 'Your browser did not allow copying. Select the code and copy it yourself.'

/** Returns false if the browser does not allow it, for example without https. */
export async function copyCode(code: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code)
    return true
  } catch {
    return false
  }
}

export function downloadCode(code: string, { extension }: CodeLanguage): void {
  // Always plain text, because a browser must not open downloaded HTML with the rights of this page.
  downloadFile(new Blob([code], { type: 'text/plain' }), `code.${extension}`)
}

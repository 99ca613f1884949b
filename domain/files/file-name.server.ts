import { fileNameMaxLength } from '#kernel/limits.ts'

const extensions = /\.(jpe?g|png|webp|gif|pdf|docx?)$/i
/**
 * Invisible characters and those that change the writing direction. The two joiners stay, because Indian scripts need
 * them.
 */
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/**
 * Cleans a file name for display and download. Removes the path and sets the extension of the detected type, so that a
 * page or program cannot pose as a picture.
 */
export function cleanFileName(name: string, extension: string): string {
  const baseName = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const ending = `.${extension}`
  const stem = baseName
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(extensions, '')
    .replace(/^\.+/, '')
    .slice(0, fileNameMaxLength - ending.length)
    .replace(/\p{Cs}$/u, '')
    .trim()
  return (stem || 'file') + ending
}

import { fileNameMaxLength } from '#kernel/limits.ts'

const extensions = /\.(jpe?g|png|webp|gif|pdf|docx?)$/i
/** What cannot be seen or turns the direction of writing; the two joiners stay, Indian scripts need them. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/**
 * The name of a file as it is shown and as it will lie on somebody's disk: no path, and its end says what is inside, so that no page or
 * program comes under the name of a picture, nor the other way round.
 */
export function cleanFileName(name: string, extension: string): string {
  const baseName = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const ending = `.${extension}`
  const stem = baseName
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(extensions, '')
    .replace(/^\.+/, '')
    .slice(0, fileNameMaxLength - ending.length)
    .replace(/\p{Cs}$/u, '')
    .trim()
  return (stem || 'file') + ending
}

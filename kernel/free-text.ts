import { z } from 'zod'
import { nameMaxLength, nameMinLength } from '#kernel/limits.ts'

/**
 * Free text from a user. It is stored and shown as plain text; only the null character is refused, because the database
 * cannot store it.
 */
export function freeText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .refine((text) => !text.includes('\0'), 'Please remove the control characters')
}

/**
 * Invisible characters: direction marks, which would also reorder our own text after them, zero-width spaces, blank
 * letters of Korean and Mongolian, and tags. The joiners of Indian scripts (U+200C, U+200D) are not included.
 */
const invisible =
  /[\u00AD\u061C\u115F\u1160\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/gu

/** Line breaks become spaces, and invisible characters are removed. */
export function toSingleLine(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim()
}

/** One line of text about a person, shown inside sentences. */
export function singleLineText() {
  return z
    .string()
    .overwrite(toSingleLine)
    .refine((text) => !/\p{Cc}/u.test(text), 'Please remove the control characters')
}

/** The name of a person from any source. It appears in subjects of mails, calendar files and sentences. */
export const personName = singleLineText()
  .min(nameMinLength, `Name must be at least ${nameMinLength} characters`)
  .max(nameMaxLength, `Please use at most ${nameMaxLength} characters`)
  .refine((text) => /\p{L}/u.test(text), 'Please enter a name with letters')

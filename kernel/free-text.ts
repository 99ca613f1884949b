import { z } from 'zod'

/**
 * Free text from a user. It is stored and shown as plain text; only the null character is refused, because the database
 * cannot store it.
 */
export function freeText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !text.includes('\0'))
}

/** Control characters that change the direction of the text after them, also of our own text. No name needs them. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g

/** One line of text about a person, shown inside sentences. */
export function singleLineText() {
  return z
    .string()
    .overwrite((text) => text.replace(bidiControls, ''))
    .trim()
}

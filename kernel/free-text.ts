import { z } from 'zod'

/** What a person writes freely. It is kept and shown as text, whatever is in it; only a sign that the database cannot keep is refused. */
export function freeText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !text.includes('\0'))
}

/** Marks that turn the direction of whatever stands after them, also of our own words; no name needs them. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g

/** One line about somebody, which is shown inside of sentences. */
export function singleLineText() {
  return z
    .string()
    .overwrite((text) => text.replace(bidiControls, ''))
    .trim()
}

import { z } from 'zod'

/** What a person writes freely. It is kept and shown as text, whatever is in it; only a sign that the database cannot keep is refused. */
export function writtenText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !text.includes('\0'))
}

import { z } from 'zod'
import { invalidPhone, isPhone, parentsNumberProblem, normalizeLanguages } from '#domain/accounts/rules.ts'
import { aboutMaxLength, emailMaxLength, languagesMaxLength } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'
import { freeText, personName } from '#kernel/free-text.ts'

const notAnEmail = 'Please enter a valid email address'

export const email = z.string().trim().toLowerCase().max(emailMaxLength, notAnEmail).pipe(z.email(notAnEmail))

/** A form with only an email address. */
export const emailForm = z.object({ email })

export type SignIn = {
  id: string
  createdAt: Date
  lastUsedAt: Date
  userAgent: string
  address: string
  current: boolean
}

/** The fields of a student profile that the student edits. */
export const studentProfile = z.object({
  fullName: personName,
  phone: z
    .string()
    .trim()
    .refine((text) => text === '' || isPhone(text), invalidPhone),
  bio: freeText(aboutMaxLength),
  languages: freeText(languagesMaxLength).transform(normalizeLanguages),
  parentsWhatsapp: z
    .string()
    .trim()
    .refine((text) => parentsNumberProblem(text) === undefined, refusals.parents_number.text),
})
export type StudentProfileInput = z.input<typeof studentProfile>

export type StudentProfile = {
  fullName: string
  email: string
  phone: string | null
  avatarUrl: string | null
  bio: string | null
  languages: string
  parentsWhatsapp: string | null
  memberSince: Date
}

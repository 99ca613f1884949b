import { z } from 'zod'
import {
  emailMaxLength,
  nameMaxLength,
  nameMinLength,
  passwordMaxLength,
  passwordMinLength,
} from '#kernel/limits.ts'

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(emailMaxLength)
  .pipe(z.email('Please enter a valid email address'))

export const fullName = z
  .string()
  .trim()
  .min(nameMinLength, `Name must be at least ${nameMinLength} characters`)
  .max(nameMaxLength)

export const password = z
  .string()
  .min(passwordMinLength, `Password must be at least ${passwordMinLength} characters`)
  .max(passwordMaxLength)

export const roles = ['student', 'user', 'expert', 'team'] as const
export type Role = (typeof roles)[number]

export const newAccount = z.object({ email, fullName, password, role: z.enum(roles) })
export type NewAccount = z.infer<typeof newAccount>

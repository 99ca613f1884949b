import { z } from 'zod'
import { email } from '#domain/accounts/contract.ts'
import { roles, teamRoles } from '#domain/policy.ts'
import { personName } from '#kernel/free-text.ts'
import { passwordMaxLength, passwordMinLength } from '#kernel/limits.ts'

export const password = z
  .string()
  .min(passwordMinLength, `Password must be at least ${passwordMinLength} characters`)
  .max(passwordMaxLength)

/** Without a password, the account can only be opened by a link. */
export const newAccount = z.object({
  email,
  fullName: personName,
  password: password.optional(),
  role: z.enum(roles),
  teamRole: z.enum(teamRoles).optional(),
})
export type NewAccount = z.infer<typeof newAccount>

export const registration = z.object({ email, fullName: personName, password, accepted: z.boolean() })
export type Registration = z.input<typeof registration>

export const credentials = z.object({ email, password })
export type Credentials = z.input<typeof credentials>

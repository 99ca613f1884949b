import { z } from 'zod'
import { email } from '#domain/accounts/contract.ts'
import { roles, teamRoles } from '#domain/policy.ts'
import { personName, singleLineText } from '#kernel/free-text.ts'
import { passkeyNameMaxLength, passwordMaxLength, passwordMinLength } from '#kernel/limits.ts'

const password = z
  .string()
  .min(passwordMinLength, `Password must be at least ${passwordMinLength} characters`)
  .max(passwordMaxLength, `Please use at most ${passwordMaxLength} characters`)

/** Without a password, the person must set one through a link before the first sign-in. */
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

/** If empty, the passkey is named after the browser. */
export const passkeyName = singleLineText().max(passkeyNameMaxLength)

const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/)
const passkeyBase = {
  id: base64url.max(1_364),
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).catch({}).default({}),
}

/** The WebAuthn JSON that a browser returns after it has created a passkey. */
export const newPasskey = z.object({
  ...passkeyBase,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .catch([])
      .default([]),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** The WebAuthn JSON that a browser returns after it has used a passkey. */
export const usedPasskey = z.object({
  ...passkeyBase,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
})
export type UsedPasskey = z.infer<typeof usedPasskey>

export type OwnPasskey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

export type OwnFactors = {
  hasAuthenticator: boolean
  /** The actor is a member of the team, which needs a second factor, and has none. */
  isMissing: boolean
  recoveryCodesLeft: number
  passkeys: OwnPasskey[]
  isPasskeyOffered: boolean
}

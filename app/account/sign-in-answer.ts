import type { FlashCode } from '#app/base/flash-text.ts'
import type { Role } from '#domain/policy.ts'

/** The response to a sign-in that does not leave the page. `flash` is the code of the success text. */
export type SignInAnswer = { role: Role; flash: FlashCode }

import type { Role } from '#domain/policy.ts'
import { isCommonPassword, isEasyVariation } from '#domain/sign-in/common-passwords.ts'
import { password } from '#domain/sign-in/contract.ts'
import { passwordMinLengthOf } from '#domain/sign-in/rules.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Returns the password that a person of this role may set. The team sees money and people, so its rules are stricter. */
export function checkNewPassword(input: string, role: Role): string {
  const code = role === 'team' ? 'weak_team_password' : 'weak_password'
  const next = parse(password.min(passwordMinLengthOf(role)), input, code)
  if (isCommonPassword(next) || (role === 'team' && isEasyVariation(next))) throw new Refusal(code)
  return next
}

import type { Role } from '#domain/policy.ts'
import { isCommonPassword, isEasyVariation, isOwnName } from '#domain/sign-in/common-passwords.ts'
import { passwordMinLengthOf } from '#domain/sign-in/rules.ts'
import { passwordMaxLength } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

type Owner = { role: Role; fullName: string; email: string }

/** Throws a refusal for a weak password, with the reason for the field of the form. */
export function checkNewPassword(password: string, owner: Owner): void {
  const weakness = findWeakness(password, owner)
  if (!weakness) return
  const code = owner.role === 'team' ? 'weak_team_password' : 'weak_password'
  throw new Refusal(code, { problems: { password: weakness } })
}

/** The rules for the team are stricter, because it has access to money and personal data. */
function findWeakness(password: string, owner: Owner): string | undefined {
  const minLength = passwordMinLengthOf(owner.role)
  if (password.length < minLength) return `Password must be at least ${minLength} characters`
  if (password.length > passwordMaxLength) return `Please use at most ${passwordMaxLength} characters`
  if (isCommonPassword(password)) {
    return 'This password is too common: it is in the lists that attackers try first. Please choose another one.'
  }
  if (isOwnName(password, owner)) {
    return 'This password is only your name or email address. Please choose one that others cannot guess.'
  }
  if (owner.role === 'team' && isEasyVariation(password)) {
    return 'This password is made of common words or neighbouring keys. Please add words that others cannot guess.'
  }
  return undefined
}

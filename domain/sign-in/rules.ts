import type { Role } from '#domain/policy.ts'
import { passwordMinLength, teamPasswordMinLength } from '#kernel/limits.ts'

export function passwordMinLengthOf(role: Role): number {
  return role === 'team' ? teamPasswordMinLength : passwordMinLength
}

import type { Role } from '#domain/policy.ts'
import { passwordMinLength, teamPasswordMinLength } from '#kernel/limits.ts'

export function passwordMinLengthOf(role: Role): number {
  return role === 'team' ? teamPasswordMinLength : passwordMinLength
}

/** The host name that passkeys of a site belong to. Null for an IP address, because browsers refuse it. */
export function passkeyHost(origin: string): string | null {
  const { hostname } = new URL(origin)
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname
}

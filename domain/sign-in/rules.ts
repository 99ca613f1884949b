import type { Role } from '#domain/policy.ts'
import { passwordMinLength, teamPasswordMinLength } from '#kernel/limits.ts'

export function passwordMinLengthOf(role: Role): number {
  return role === 'team' ? teamPasswordMinLength : passwordMinLength
}

/** The host name that passkeys of a site belong to; null for a network address, which browsers refuse. */
export function passkeyHost(origin: string): string | null {
  const { hostname } = new URL(origin)
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname
}

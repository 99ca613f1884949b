import type { Role } from '#domain/policy.ts'
import { phoneMaxLength, phoneMinDigits, signInCookieDays, teamSignInHours } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

/** How long a browser stays signed in. The team decides about other people's money, so it signs in every day. */
export function signInHours(role: Role): number {
  return role === 'team' ? teamSignInHours : signInCookieDays * 24
}

/** Accepts spaces, brackets, hyphens and a leading plus. */
export function isPhone(text: string): boolean {
  const trimmed = text.trim()
  return (
    /^\+?[\d ()-]+$/.test(trimmed) &&
    trimmed.length <= phoneMaxLength &&
    trimmed.replace(/\D/g, '').length >= phoneMinDigits
  )
}

export const invalidPhone = 'Please enter a valid phone number'

export function phoneProblem(text: string): string | undefined {
  return isPhone(text) ? undefined : invalidPhone
}

/** The parent's number is optional, but it must be valid if given. */
export function parentsNumberProblem(text: string): string | undefined {
  return text.trim() === '' || /^[6-9]\d{9}$/.test(text.trim()) ? undefined : refusals.parents_number.text
}

/** Turns 'Hindi,, English ' into 'Hindi, English'. */
export function normalizeLanguages(text: string): string {
  return text
    .split(',')
    .map((language) => language.trim())
    .filter(Boolean)
    .join(', ')
}

/** A readable name: 'Chrome on Android'. */
export function browserName(userAgent: string): string {
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(userAgent)?.[0]
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  const parts = [browser, system].filter((part) => part !== undefined).map((part) => names[part] ?? part)
  return parts.length > 0 ? parts.join(' on ') : 'A browser'
}

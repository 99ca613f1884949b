/** '+91 98450 54321' as '••• 21' */
export function maskPhone(phone: string): string {
  return `••• ${phone.replace(/\D/g, '').slice(-2)}`
}

/** The digits of a phone number in any notation; null for anything else. */
export function phoneDigits(search: string): string | null {
  if (!/^\+?[\d ()-]+$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  return digits.length >= phoneSearchMinDigits ? digits : null
}

/** Fewer digits would match too many people. */
const phoneSearchMinDigits = 4

/** '+91 98450 54321' as '••• 21' */
export function maskPhone(phone: string): string {
  return `••• ${phone.replace(/\D/g, '').slice(-2)}`
}

/** The digits of what may be a phone number, however it is written; nothing for anything else. */
export function phoneDigits(search: string): string | null {
  if (!/^\+?[\d ()-]+$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  return digits.length >= phoneSearchMinDigits ? digits : null
}

/** Fewer digits find everybody. */
const phoneSearchMinDigits = 4

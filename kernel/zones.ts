/** Apart from `time.ts`, because every page asks for the zone of its browser, and few write dates. */

/** Where a viewer's clock is not known. */
export const defaultZone = 'Asia/Kolkata'

const zoneName = /^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*){0,2}$/

/** The time zone of that IANA name, if there is one. */
export function findZone(name: string): string | undefined {
  // Offsets such as +05:30 are zones, too, for Intl, but say nothing about summer.
  if (name.length > 40 || !zoneName.test(name)) return undefined
  try {
    return canonicalZone(new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return undefined
  }
}

/** Many machines still know Kolkata by its old name. */
export function canonicalZone(name: string): string {
  return name === 'Asia/Calcutta' ? defaultZone : name
}

/** In a separate file from `time.ts`, because every page reads its browser's zone, but few format dates. */

/** Used when the viewer's time zone is not known. */
export const defaultZone = 'Asia/Kolkata'

const zoneName = /^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*){0,2}$/

/** Returns the canonical IANA time zone of that name, if it exists. */
export function findZone(name: string): string | undefined {
  // Intl also accepts offsets such as +05:30, but they do not include daylight saving time.
  if (name.length > 40 || !zoneName.test(name)) return undefined
  try {
    return canonicalZone(new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return undefined
  }
}

/** Many machines still use Kolkata's old name. */
export function canonicalZone(name: string): string {
  return name === 'Asia/Calcutta' ? defaultZone : name
}

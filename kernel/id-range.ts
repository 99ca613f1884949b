/** The first and the last id that begin with a text. */
export type IdRange = { first: string; last: string }

/**
 * Reads an id or its beginning, from eight digits. The receipt number of a session is such a beginning. Returns null
 * for any other text.
 */
export function findIdRange(text: string): IdRange | null {
  const typed = text.toLowerCase()
  const digits = typed.replaceAll('-', '')
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null
  const first = addDashes(digits.padEnd(32, '0'))
  if (typed !== digits && !first.startsWith(typed)) return null
  return { first, last: addDashes(digits.padEnd(32, 'f')) }
}

function addDashes(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

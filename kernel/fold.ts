/**
 * Normalizes text for comparison: lower case, without diacritics of Latin letters, with single spaces. The database has
 * the same function, and a test checks that both agree.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

/** 'Machine Learning' becomes 'machine-learning' in a URL. */
export function slug(name: string): string {
  return fold(name).trim().replaceAll(' ', '-')
}

/**
 * How words are compared: in small letters, without the marks above and below Latin letters, with single spaces. The
 * database has the same function, and a test holds the two together.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

/** 'Machine Learning' is 'machine-learning' in an address. */
export function slug(name: string): string {
  return fold(name).trim().replaceAll(' ', '-')
}

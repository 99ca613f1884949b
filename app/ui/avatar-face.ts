import { initialsMaxLetters } from '#kernel/limits.ts'

/**
 * The colour behind initials tells people apart and means nothing, so it is not among the product's tokens. All have
 * one lightness, on which the near-white letters pass AA.
 */
export const avatarColours = [
  'bg-[oklch(0.42_0.09_25)]',
  'bg-[oklch(0.42_0.08_60)]',
  'bg-[oklch(0.42_0.08_105)]',
  'bg-[oklch(0.42_0.08_150)]',
  'bg-[oklch(0.42_0.07_195)]',
  'bg-[oklch(0.42_0.09_245)]',
  'bg-[oklch(0.42_0.1_290)]',
  'bg-[oklch(0.42_0.1_340)]',
] as const

/** The same name has the same colour on every page, on the server and in the browser. */
export function avatarColour(name: string): (typeof avatarColours)[number] {
  let hash = 0
  for (const char of name.trim().toLowerCase()) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return avatarColours[hash % avatarColours.length] ?? avatarColours[0]
}

const titles = /^(dr|prof|mr|mrs|ms|shri|smt|ca|adv)\.$/i
// A letter of Devanagari may be several code points, and so may an emoji; a person sees one sign.
const signs = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** The first sign of the first and of the last name; a title such as 'Dr.' is no name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const names = words.filter((word) => !titles.test(word))
  const chosen = names.length > initialsMaxLetters ? [names[0], names.at(-1)] : names
  return chosen.map((word) => firstSign(word ?? '').toUpperCase()).join('')
}

function firstSign(word: string): string {
  for (const { segment } of signs.segment(word)) return segment
  return ''
}

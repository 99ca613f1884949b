import { initialsMaxLetters } from '#kernel/limits.ts'

const titles = /^(dr|prof|mr|mrs|ms|shri|smt|ca|adv)\.$/i
// A Devanagari letter or an emoji may be several code points, but a person sees one character.
const graphemeSegmenter = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** The first character of the first and the last name, ignoring titles such as 'Dr.'. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const names = words.filter((word) => !titles.test(word))
  const chosen = names.length > initialsMaxLetters ? [names[0], names.at(-1)] : names
  return chosen.map((word) => firstGrapheme(word ?? '').toUpperCase()).join('')
}

/** 'Asha R.': the first name and the initial of the last name. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/).filter((word) => word !== '' && !titles.test(word))
  const last = others.at(-1)
  return last ? `${first} ${firstGrapheme(last).toUpperCase()}.` : first
}

/** The index of the background colour behind the initials: the same name always gets the same colour. */
export function colourIndex(name: string, { of: count }: { of: number }): number {
  let hash = 0
  for (const char of name.trim().toLowerCase()) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return hash % count
}

function firstGrapheme(word: string): string {
  for (const { segment } of graphemeSegmenter.segment(word)) return segment
  return ''
}

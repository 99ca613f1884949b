import { colourIndex } from '#kernel/initials.ts'

/**
 * The colour behind initials only distinguishes people, so it is not a design token. All colours have the same
 * lightness, so that near-white letters have AA contrast.
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

export function avatarColour(name: string): (typeof avatarColours)[number] {
  return avatarColours[colourIndex(name, { of: avatarColours.length })] ?? avatarColours[0]
}

import { colourIndex } from '#kernel/initials.ts'

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

export function avatarColour(name: string): (typeof avatarColours)[number] {
  return avatarColours[colourIndex(name, { of: avatarColours.length })] ?? avatarColours[0]
}

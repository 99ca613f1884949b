import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawPortrait, type Portrait } from '#seeds/portrait.ts'

/**
 * The portraits as pictures, because drawing and encoding them at every first start would take longer than all the rest
 * of it. `node seeds/write-portraits.ts` draws them anew.
 */
export const portraitFolder = join(import.meta.dirname, 'portraits')
/** Says which drawings the pictures were made from, so that a test can tell when they are out of date. */
export const drawnFromFile = join(portraitFolder, 'drawn-from.txt')

type Drawn = { email: string; portrait: Portrait }

export function portraitName({ email }: Pick<Drawn, 'email'>): string {
  return `${email.slice(0, email.indexOf('@'))}.webp`
}

/** A square WebP picture, for `savePhoto`. */
export async function readPortrait(expert: Pick<Drawn, 'email'>): Promise<Uint8Array> {
  return readFile(join(portraitFolder, portraitName(expert)))
}

export function drawnFrom(experts: Drawn[]): string {
  const hash = createHash('sha256')
  for (const { portrait } of experts) hash.update(drawPortrait(portrait))
  return hash.digest('hex')
}

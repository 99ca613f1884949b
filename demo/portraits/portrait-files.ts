import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One drawn portrait of a fictitious person per demo expert. */
export const portraitFolder = join(import.meta.dirname, 'files')

export function portraitName({ email }: { email: string }): string {
  return `${email.slice(0, email.indexOf('@'))}.webp`
}

/** A square WebP picture, for `savePhoto`. */
export async function readPortrait(expert: { email: string }): Promise<Uint8Array> {
  return readFile(join(portraitFolder, portraitName(expert)))
}

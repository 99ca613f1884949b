/** The place of a sealed value. The value opens nowhere else, so it cannot be moved to another row and read there. */
export type SealedPlace = {
  purpose: 'second factor' | 'bank account' | 'withdrawal' | 'push key'
  rowId: string
}

/** Encrypts texts in the database and its backups. */
export type Sealer = {
  seal(text: string, place: SealedPlace): string
  /** Throws when the text was changed, belongs elsewhere, or needs a key that is not configured. */
  open(sealed: string, place: SealedPlace): string
  /** True when the current key sealed it. */
  isCurrent(sealed: string): boolean
}

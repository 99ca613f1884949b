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
  /**
   * Tells whether two texts are equal without keeping them: equal texts have equal fingerprints while the current key
   * stays. Without the key nobody can guess the text from it.
   */
  fingerprint(text: string, purpose: 'bank account'): string
  /** True when the current key made it. */
  isCurrent(sealed: string): boolean
}

/** The field of a sealed value. The value opens nowhere else, so it cannot be moved to another row and read there. */
export type SealedField = {
  purpose: 'second factor' | 'bank account' | 'withdrawal' | 'push key' | 'calendar' | 'calendar feed'
  rowId: string
}

/** Encrypts texts in the database and its backups. */
export type Sealer = {
  seal(text: string, field: SealedField): string
  /** Throws when the text was changed, belongs elsewhere, or needs a key that is not configured. */
  open(sealed: string, field: SealedField): string
  /**
   * Shows whether two texts are equal without storing them: equal texts have equal fingerprints as long as the current
   * key is the same. Without the key, nobody can guess the text from its fingerprint.
   */
  fingerprint(text: string, purpose: 'bank account'): string
  /** Whether the text was sealed with the current key. */
  isCurrent(sealed: string): boolean
}

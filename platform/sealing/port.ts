/** Where a sealed value belongs. It opens nowhere else, so nobody can move it to another row and have it read there. */
export type SealedPlace = {
  purpose: 'second factor' | 'bank account' | 'withdrawal' | 'push key'
  rowId: string
}

/** Keeps texts unreadable in the database and in its backups. */
export type Sealer = {
  seal(text: string, place: SealedPlace): string
  /** Throws when it was changed, belongs elsewhere, or needs a key that is not configured. */
  open(sealed: string, place: SealedPlace): string
  /** Whether the key that seals now has sealed it. */
  isCurrent(sealed: string): boolean
}

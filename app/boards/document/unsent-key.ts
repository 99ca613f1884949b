/** The storage key, within a tab, of board changes that could not be stored before the page closed. */
export function unsentKey(boardId: string): string {
  return `samjhao:board:${boardId}`
}

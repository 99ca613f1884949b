/** The place in the storage of a tab for changes of a board that could not be stored before its page closed. */
export function unsentKey(boardId: string): string {
  return `samjhao:board:${boardId}`
}

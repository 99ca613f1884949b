import { z } from 'zod'
import { freeText, singleLineText } from '#kernel/free-text.ts'
import { type BoardId, boardId, type SessionId, sessionId } from '#kernel/ids.ts'
import { actionReasonMaxLength, boardNameMaxLength, boardUpdateMaxBytes } from '#kernel/limits.ts'

export const boardUpdate = z.object({
  id: boardId,
  /** One change of the shared document, or several merged ones, as Yjs encodes them. */
  data: z.custom<Uint8Array>(isBoardUpdate),
})
export type BoardUpdate = z.input<typeof boardUpdate>

function isBoardUpdate(data: unknown): boolean {
  return data instanceof Uint8Array && data.length > 0 && data.length <= boardUpdateMaxBytes
}

/** The team must give a reason to read a board. The audit log records it. */
export const boardReading = z.object({ id: sessionId, why: freeText(actionReasonMaxLength) })
export type BoardReading = z.input<typeof boardReading>

export const boardDetails = z.object({
  /** Created by the browser before its first attempt. */
  id: boardId,
  name: singleLineText().min(1, 'Give the board a name.').max(boardNameMaxLength),
})
export type BoardDetails = z.input<typeof boardDetails>

/** Copies the board `from` into the board `id`. */
export const boardCopy = z.object({ id: boardId, from: boardId })
export type BoardCopy = z.input<typeof boardCopy>

/** A summary of the content of a stored board, without its drawings. */
export type BoardOverview = {
  id: BoardId
  changedAt: Date
  pages: number
  /** Strokes, shapes, texts and pictures. */
  elements: number
  /** The different texts. */
  texts: string[]
  code: string
  /** The id of the language in the code pad. Null when nobody has chosen one. */
  language: string | null
}

/** A board of a session in the list of its two people. */
export type SessionBoard = {
  sessionId: SessionId
  question: string | null
  otherName: string
  changedAt: Date
}

export type SessionBoardPage = {
  boards: SessionBoard[]
  /** Cursor: the next page begins after this session. */
  next: SessionId | null
}

export type PreparedBoard = {
  id: BoardId
  name: string
  changedAt: Date
  /** How much of the room for drawings is used. */
  fullPercent: number
}

export type BoardPicture = { id: string; width: number; height: number }

/** The changes after a number. The browser merges them, because merging hostile ones could block the server. */
export type BoardChanges = {
  last: number
  changes: Uint8Array[]
  /** Whether later changes exist, which did not fit into the wanted size. */
  hasMore: boolean
}

export type BoardForTeam = Omit<BoardChanges, 'hasMore'> & Pick<BoardOverview, 'elements' | 'code' | 'language'>

/** Storage prefix of the pictures of a board. */
export function boardFolder(id: BoardId): string {
  return `boards/${id}/`
}

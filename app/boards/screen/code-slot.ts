import type { ComponentType } from 'react'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'

export type CodePadProps = {
  board: Pick<SharedBoard, 'doc' | 'presence'>
  otherName: string
  canWrite: boolean
}

/** The code pad beside the board, loaded when its tab is opened. While it is null, there is no such tab. */
export const CodePad: ComponentType<CodePadProps> | null = null

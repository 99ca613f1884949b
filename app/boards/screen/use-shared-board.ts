import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import type { ByteChannel } from '#app/boards/document/board-channel.ts'
import type { SharedBoardView } from '#app/boards/document/board-state.ts'
import { openSharedBoard, type SharedBoard } from '#app/boards/document/shared-board.ts'

/** The board of a session, or a prepared one, open while the component is mounted. Null before it is open. */
export function useSharedBoard(boardId: string, channel: ByteChannel | null): SharedBoard | null {
  const live = useContext(LiveContext)
  const [board, setBoard] = useState<SharedBoard | null>(null)
  useEffect(() => {
    const opened = openSharedBoard({ boardId })
    // oxlint-disable-next-line react/set-state-in-effect -- an open board must be closed, which only an effect can do
    setBoard(opened)
    return () => opened.close()
  }, [boardId])
  useEffect(() => (board && live ? board.watch(live) : undefined), [board, live])
  useEffect(() => {
    board?.connect(channel)
    return () => board?.connect(null)
  }, [board, channel])
  return board
}

const loading: SharedBoardView = { status: 'loading', isSaved: true, problem: null, isLost: false }

export function useBoardState(board: SharedBoard | null): SharedBoardView {
  return useSyncExternalStore(
    (listener) => board?.subscribe(listener) ?? (() => undefined),
    () => board?.view() ?? loading,
    () => loading,
  )
}

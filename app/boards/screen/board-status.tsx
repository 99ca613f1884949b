import type { ReactNode } from 'react'
import type { BoardView, BoardViewState } from '#app/boards/drawing/board-view.ts'
import { keyHint } from '#app/boards/screen/key-cursor.tsx'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

type Props = {
  view: BoardView
  state: BoardViewState
  otherName: string | null
  /** What is being added to the board. */
  progress: string | null
}

/** What goes on at the board. It is always mounted, so that screen readers announce it. */
export function BoardStatus({ view, state, otherName, progress }: Props) {
  return (
    <div role="status" className="flex flex-col items-center gap-2">
      {state.keyCursor && <Note>{keyHint(state)}</Note>}
      {progress && (
        <Note>
          <Spinner className="size-4" />
          {progress}
        </Note>
      )}
      {state.isFollowing && (
        <Note>
          You see what {otherName} shows.
          <Button size="small" variant="quiet" className="-my-2 -mr-3" onClick={view.stopFollowing}>
            Stop following
          </Button>
        </Note>
      )}
      {state.isLeading && (
        <Note>
          {otherName} follows you.
          <Button size="small" variant="quiet" className="-my-2 -mr-3" onClick={() => view.lead(false)}>
            Stop
          </Button>
        </Note>
      )}
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 rounded-full border border-line bg-float px-4 py-2 text-small shadow-float">
      {children}
    </p>
  )
}

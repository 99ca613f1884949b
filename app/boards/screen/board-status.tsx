import type { BoardView, BoardViewState } from '#app/boards/drawing/board-view.ts'
import { shownKeyCursor } from '#app/boards/drawing/key-input.ts'
import { keyHint } from '#app/boards/screen/key-cursor.tsx'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

type Props = {
  view: BoardView
  state: BoardViewState
  otherName: string | null
  /** The files that are being added, as a text. Null when there are none. */
  progress: string | null
}

const pill = 'flex items-center gap-2 rounded-full border border-line bg-float text-small shadow-float'

/** The notices above the lower edge of the board. Always mounted, so that screen readers announce them. */
export function BoardStatus({ view, state, otherName, progress }: Props) {
  return (
    <div role="status" className="flex flex-col items-center gap-2">
      {shownKeyCursor(state) && <p className={`${pill} px-4 py-2`}>{keyHint(state)}</p>}
      {progress && (
        <p className={`${pill} px-4 py-2`}>
          <Spinner className="size-4" />
          {progress}
        </p>
      )}
      {state.isFollowing && (
        <p className={`${pill} py-1 pr-1 pl-4`}>
          You see what {otherName} shows.
          <Button size="small" variant="quiet" className="pointer-events-auto" onClick={view.stopFollowing}>
            Stop following
          </Button>
        </p>
      )}
      {state.isLeading && (
        <p className={`${pill} py-1 pr-1 pl-4`}>
          {otherName} follows you.
          <Button size="small" variant="quiet" className="pointer-events-auto" onClick={() => view.lead(false)}>
            Stop
          </Button>
        </p>
      )}
    </div>
  )
}

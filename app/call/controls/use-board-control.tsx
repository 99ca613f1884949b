import { PenLine } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { BoardPanelProps } from '#app/boards/screen/board-panel.tsx'
import type { Control } from '#app/call/controls/control.ts'
import { wasConnected, chooseCallScreen } from '#app/call/engine/call-screen.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { cx } from '#app/ui/cx.ts'
import { createLazyPart } from '#app/ui/lazy-part.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast.ts'
import { isCall } from '#domain/sessions/states.ts'

const besidePicture = 'flex flex-1 bg-raised max-md:absolute max-md:inset-0'

const BoardPanel = createLazyPart<BoardPanelProps>({
  load: async () => (await import('#app/boards/screen/board-panel.tsx')).default,
  loading: (
    <p role="status" className={cx(besidePicture, 'items-center justify-center gap-3 text-soft')}>
      <Spinner />
      Loading the board…
    </p>
  ),
  Failed: ({ failures, onRetry }) => (
    <div className={cx(besidePicture, 'p-6')}>
      <div className="m-auto max-w-form">
        <LoadFailed what="The board" failures={failures} isInCall onRetry={onRetry} />
      </div>
    </div>
  ),
})

/** Someone who presses Board just after the other side has opened it means to open it, too. */
const reactionMs = 1_000

type Options = { call: Call; view: CallView; otherName: string; isSmall: boolean }

/** The shared board of a call: its button, and its panel beside the picture. Null before the call is connected. */
export function useBoardControl({ call, view, otherName, isSmall }: Options): Control | null {
  const { session, sessionId, isBoardOpen, boardChannel } = view
  const isOpenedHere = useRef(isBoardOpen)
  const openedByOtherAtMs = useRef(-Infinity)
  useEffect(() => {
    if (isBoardOpen && !isOpenedHere.current) {
      openedByOtherAtMs.current = performance.now()
      toast({
        kind: 'info',
        text: `${otherName} opened the board`,
        description: 'You both draw on it. Press Board to close it on your side.',
        id: 'board-opened',
        isOnPage: !isSmall,
      })
    }
    isOpenedHere.current = isBoardOpen
  }, [isBoardOpen, otherName, isSmall])
  if (!wasConnected(chooseCallScreen(view))) return null
  const show = (isOpen: boolean) => {
    isOpenedHere.current = isOpen
    call.showBoard(isOpen)
  }
  return {
    label: isBoardOpen ? 'Close the board' : 'Board',
    word: 'Board',
    icon: <PenLine />,
    isOn: isBoardOpen,
    shortcut: 'b',
    onSelect: () => show(!isBoardOpen || performance.now() - openedByOtherAtMs.current < reactionMs),
    panel: isBoardOpen && (
      <BoardPanel
        boardId={sessionId}
        otherName={otherName}
        channel={boardChannel}
        subjects={session?.expertSubjects ?? undefined}
        canWrite={session !== null && isCall(session.state)}
        questionFile={session?.fileName ? { name: session.fileName, url: `/sessions/${sessionId}/file` } : null}
        screen={isSmall ? null : findScreen(view)}
        offersPrepared={view.side === 'expert' && session !== null && isCall(session.state)}
        onClose={() => show(false)}
      />
    ),
  }
}

/** The screen that one of the two shares. */
function findScreen({ screen, remote, other }: CallView): MediaStreamTrack | null {
  return screen ?? (other?.screen ? (remote?.getVideoTracks()[0] ?? null) : null)
}

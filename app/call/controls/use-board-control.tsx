import { PenLine } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Control } from '#app/call/controls/control.ts'
import { wasConnected, chooseCallScreen } from '#app/call/engine/call-screen.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast.ts'
import { isCall } from '#domain/sessions/states.ts'

const BoardPanel = lazy(() => import('#app/boards/screen/board-panel.tsx'))

type Options = { call: Call; view: CallView; otherName: string; isSmall: boolean }

/** The shared board of a call: its button, and its panel beside the picture. Null before the call is connected. */
export function useBoardControl({ call, view, otherName, isSmall }: Options): Control | null {
  const { session, sessionId, isBoardOpen, boardChannel } = view
  const isOpenedHere = useRef(isBoardOpen)
  useEffect(() => {
    if (isBoardOpen && !isOpenedHere.current) {
      toast({
        kind: 'info',
        text: `${otherName} opened the board`,
        description: 'You both draw on it. Press Board to close it on your side.',
        id: 'board-opened',
      })
    }
    isOpenedHere.current = isBoardOpen
  }, [isBoardOpen, otherName])
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
    onSelect: () => show(!isBoardOpen),
    panel: isBoardOpen && (
      <Suspense fallback={<Loading />}>
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
      </Suspense>
    ),
  }
}

/** The screen that one of the two shares. */
function findScreen({ screen, remote, other }: CallView): MediaStreamTrack | null {
  return screen ?? (other?.screen ? (remote?.getVideoTracks()[0] ?? null) : null)
}

function Loading() {
  return (
    <p
      role="status"
      className="m-auto flex flex-1 items-center justify-center gap-3 bg-raised text-soft max-md:absolute max-md:inset-0"
    >
      <Spinner />
      Loading the board…
    </p>
  )
}

import { lazy, type ReactNode, type Ref, Suspense, useEffect, useRef } from 'react'
import { X } from 'lucide-react'
import type { ByteChannel } from '#app/boards/document/board-channel.ts'
import type { SharedBoard, SharedBoardView } from '#app/boards/document/shared-board.ts'
import { DrawingBoard } from '#app/boards/screen/drawing-board.tsx'
import { useDrawing } from '#app/boards/screen/use-drawing.ts'
import { useBoardState, useSharedBoard } from '#app/boards/screen/use-shared-board.ts'
import type { QuestionFile } from '#app/boards/screen/use-pictures.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'

export type BoardPanelProps = {
  boardId: string
  otherName: string
  /** Carries changes to the other page at once; null while there is none. */
  channel: ByteChannel | null
  /** False before the call is connected and after it. */
  canWrite: boolean
  questionFile: QuestionFile | null
  /** The subjects of the expert, for the languages of the code pad. */
  subjects?: readonly string[] | undefined
  /** The screen that one of the two shares, to keep a picture of it. */
  screen: MediaStreamTrack | null
  onClose(): void
}

const CodePad = lazy(async () => ({ default: (await import('#app/boards/code/code-pad.tsx')).CodePad }))
const panelStyle = 'flex min-h-0 flex-1 flex-col pt-0! -outline-offset-2'

/** The board that both people of a call draw on, and the code pad beside it. */
export default function BoardPanel({ boardId, channel, onClose, ...rest }: BoardPanelProps) {
  const board = useSharedBoard(boardId, channel)
  const state = useBoardState(board)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const close = (
    <IconButton label="Close the board" icon={<X className="size-5" aria-hidden="true" />} onClick={onClose} />
  )
  if (!board || state.status !== 'ready') {
    return (
      <Panel ref={panel}>
        <div className="flex justify-end p-1">{close}</div>
        <div className="m-auto max-w-form p-6 text-center">
          {state.status === 'refused' ? (
            <Notice tone="bad" announce>
              {state.problem}
            </Notice>
          ) : (
            <Loading />
          )}
        </div>
      </Panel>
    )
  }
  return (
    <Panel ref={panel}>
      <OpenBoard board={board} boardId={boardId} saving={<Saving state={state} />} close={close} {...rest} />
    </Panel>
  )
}

type OpenProps = Omit<BoardPanelProps, 'channel' | 'onClose'> & {
  board: SharedBoard
  saving: ReactNode
  close: ReactNode
}

function OpenBoard(props: OpenProps) {
  const { board, otherName, canWrite, subjects, saving, close } = props
  // Above the tabs, so that the page and the steps to undo stay while the code is shown.
  const drawing = useDrawing(board)
  if (!drawing) return null
  return (
    <Tabs defaultValue="board" className="flex min-h-0 flex-1 flex-col">
      <TabList aria-label="Board and code" className="shrink-0 px-2">
        <Tab value="board">Board</Tab>
        <Tab value="code">Code</Tab>
      </TabList>
      <TabPanel value="board" className={panelStyle}>
        <DrawingBoard {...props} drawing={drawing} />
      </TabPanel>
      <TabPanel value="code" className={panelStyle}>
        <div className="flex items-center justify-between pl-3">
          {saving}
          {close}
        </div>
        <Suspense fallback={<Loading />}>
          <CodePad board={board} otherName={otherName} canWrite={canWrite} {...(subjects && { subjects })} />
        </Suspense>
      </TabPanel>
    </Tabs>
  )
}

function Panel({ ref, children }: { ref: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Board"
      className="flex min-h-0 min-w-0 animate-fade-in flex-col bg-raised outline-none max-md:absolute max-md:inset-0 md:flex-1"
    >
      {children}
    </section>
  )
}

function Loading() {
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <Spinner />
      Loading the board…
    </p>
  )
}

/** Shows the refusal until the board is saved again. */
function Saving({ state: { isSaved, problem } }: { state: SharedBoardView }) {
  return (
    <div className="min-w-0 text-small">
      <p role="status" className="text-bad wrap-anywhere">
        {!isSaved && problem && `Not saved. ${problem}`}
      </p>
      {(isSaved || !problem) && <p className="whitespace-nowrap text-quiet">{isSaved ? 'Saved' : 'Saving…'}</p>}
    </div>
  )
}

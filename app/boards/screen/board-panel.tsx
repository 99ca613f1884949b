import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { X } from 'lucide-react'
import type { CodePadProps } from '#app/boards/code/code-pad.tsx'
import type { ByteChannel } from '#app/boards/document/board-channel.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { DrawingBoard } from '#app/boards/screen/drawing-board.tsx'
import { Saving } from '#app/boards/screen/saving.tsx'
import { useDrawing } from '#app/boards/screen/use-drawing.ts'
import { useBoardState, useSharedBoard } from '#app/boards/screen/use-shared-board.ts'
import type { QuestionFile } from '#app/boards/screen/use-pictures.tsx'
import { type BoardTab, useOtherTab } from '#app/boards/screen/use-other-tab.ts'
import { useUnsavedGuard } from '#app/boards/screen/use-unsaved-guard.ts'
import { useBackButton } from '#app/base/use-back-button.ts'
import { Button } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { createLazyPart } from '#app/ui/lazy-part.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'

export type BoardPanelProps = {
  boardId: string
  /** Null on a prepared board, which nobody else sees. */
  otherName: string | null
  /** Carries changes to the other page immediately; null while there is no channel. */
  channel: ByteChannel | null
  /** False before the call is connected and after it. */
  canWrite: boolean
  questionFile: QuestionFile | null
  /** The subjects of the expert, for the languages of the code pad. */
  subjects?: readonly string[] | undefined
  /** The screen that one of the two shares, to keep a picture of it. */
  screen: MediaStreamTrack | null
  /** The expert may add a prepared board. */
  offersPrepared?: boolean
  /** Absent if the board is a page of its own. */
  onClose?(): void
}

const CodePad = createLazyPart<CodePadProps>({
  load: async () => (await import('#app/boards/code/code-pad.tsx')).CodePad,
  loading: (
    <div className="m-auto">
      <Loading />
    </div>
  ),
  Failed: ({ otherName, failures, onRetry }) => (
    <div className="m-auto max-w-form p-6">
      <LoadFailed what="The code pad" failures={failures} isInCall={otherName !== null} onRetry={onRetry} />
    </div>
  ),
})
const panelStyle = 'flex min-h-0 flex-1 flex-col pt-0! -outline-offset-2'

/** The board that both people of a call draw on, or that an expert prepares, and the code pad beside it. */
export default function BoardPanel({ boardId, channel, onClose, ...rest }: BoardPanelProps) {
  const board = useSharedBoard(boardId, channel)
  const state = useBoardState(board)
  const panel = useRef<HTMLElement>(null)
  const isPanel = onClose !== undefined
  useEffect(() => (isPanel ? panel.current?.focus() : undefined), [isPanel])
  useUnsavedGuard(state)
  const [isPhone] = useState(() => matchMedia('(max-width: 47.99rem)').matches)
  const retry = () => {
    // The button disappears while the board loads, and when it is saved.
    panel.current?.focus()
    board?.retry()
  }
  const close = onClose && (
    <IconButton label="Close the board" icon={<X className="size-5" aria-hidden="true" />} onClick={onClose} />
  )
  if (!board || state.status !== 'ready') {
    return (
      <Panel ref={panel}>
        {isPhone && onClose && <CloseOnBack onClose={onClose} />}
        <div className="flex justify-end p-1">{close}</div>
        <div className="m-auto max-w-form p-6 text-center">
          {state.status === 'refused' ? (
            <Notice
              tone="bad"
              announce
              action={
                <Button variant="outline" size="small" onClick={retry}>
                  Try again
                </Button>
              }
            >
              {state.problem}
            </Notice>
          ) : (
            <Loading isLost={state.isLost} />
          )}
        </div>
      </Panel>
    )
  }
  return (
    <Panel ref={panel}>
      {isPhone && onClose && <CloseOnBack onClose={onClose} />}
      <OpenBoard
        board={board}
        boardId={boardId}
        saving={<Saving state={state} onRetry={retry} />}
        close={close}
        {...rest}
      />
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
  // Created outside the tabs, so that the page and its undo history stay while the code is shown.
  const drawing = useDrawing(board)
  const [tab, setTab] = useState<BoardTab>('board')
  const otherTab = useOtherTab(board, tab)
  if (!drawing) return null
  return (
    <Tabs value={tab} onValueChange={(value) => setTab(value as BoardTab)} className="flex min-h-0 flex-1 flex-col">
      <div className="relative flex shrink-0 items-center">
        <TabList aria-label="Board and code" className="min-w-0 flex-1 px-2">
          <Tab value="board">Board</Tab>
          <Tab value="code">Code</Tab>
        </TabList>
        {/* Always mounted, so that screen readers announce it. */}
        <p role="status" className="absolute right-3 flex max-w-1/2 text-small whitespace-pre text-soft">
          {otherTab && otherTab !== tab && (
            <>
              <span className="truncate">{otherName}</span> is {otherTab === 'code' ? 'in Code' : 'on Board'}
            </>
          )}
        </p>
      </div>
      <TabPanel value="board" className={panelStyle}>
        <DrawingBoard {...props} drawing={drawing} />
      </TabPanel>
      <TabPanel value="code" className={panelStyle}>
        <div className="flex items-center justify-between pl-3">
          {saving}
          {close}
        </div>
        <CodePad board={board} otherName={otherName} canWrite={canWrite} {...(subjects && { subjects })} />
      </TabPanel>
    </Tabs>
  )
}

/**
 * On a phone the board fills the screen, so the back button closes it and does not leave the page. An open menu, dialog
 * or text box is closed first.
 */
function CloseOnBack({ onClose }: { onClose(): void }) {
  useBackButton(() => closeInnermost() || onClose())
  return null
}

/** Menus, lists and dialogs, and the box of a text. Escape closes each of them. */
const openAbove = '[data-state="open"]:is([role="menu"], [role="listbox"], [role="dialog"]), [data-write-box]'

/** Returns whether something was open. */
function closeInnermost(): boolean {
  const innermost = [...document.querySelectorAll(openAbove)].at(-1)
  innermost?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  return innermost !== undefined
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

function Loading({ isLost = false }) {
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <Spinner />
      {isLost ? 'The board cannot be loaded now. Trying again…' : 'Loading the board…'}
    </p>
  )
}

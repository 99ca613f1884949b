import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { listPageElements } from '#app/boards/document/board-model.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { sizes } from '#app/boards/drawing/board-view.ts'
import type { DrawTools, WritePlace } from '#app/boards/drawing/draw-tools.ts'
import { boxOf, toScreen } from '#app/boards/drawing/geometry.ts'
import { putCursor } from '#app/boards/drawing/key-input.ts'
import type { Theme } from '#app/boards/drawing/palette.ts'
import { BoardAsText } from '#app/boards/screen/board-as-text.tsx'
import { BoardStatus } from '#app/boards/screen/board-status.tsx'
import { FormulaLayer } from '#app/boards/screen/formula-layer.tsx'
import { KeyCursor, KeyHelp } from '#app/boards/screen/key-cursor.tsx'
import { PageBar } from '#app/boards/screen/page-bar.tsx'
import { usePreparedBoards } from '#app/boards/screen/prepared-choice.tsx'
import { toolChoices, Toolbar } from '#app/boards/screen/toolbar.tsx'
import { type Drawing, rememberTheme, useCanvas, useDrawingState } from '#app/boards/screen/use-drawing.ts'
import { type QuestionFile, usePictures } from '#app/boards/screen/use-pictures.tsx'
import { WriteBox } from '#app/boards/screen/write-box.tsx'
import { Button } from '#app/ui/button.tsx'

type Props = {
  board: SharedBoard
  drawing: Drawing
  boardId: string
  otherName: string | null
  canWrite: boolean
  questionFile: QuestionFile | null
  screen: MediaStreamTrack | null
  offersPrepared?: boolean
  saving: ReactNode
  close: ReactNode
}

/** The ratio of the text height to the line width. */
const textSizeFactor = 6
/** The distance between two texts that are written by keyboard. */
const textGap = 12

/** The board to draw on, with its pages and tools. */
export function DrawingBoard(props: Props) {
  const { board, boardId, otherName, canWrite, questionFile, screen, offersPrepared, saving, close, drawing } = props
  const { model, view } = drawing
  const state = useDrawingState(drawing)
  const [place, setPlace] = useState<WritePlace | null>(null)
  const helpId = useId()
  const { area, paper, overlay, tools } = useCanvas({
    ...drawing,
    board,
    otherName: otherName ?? '',
    canWrite,
    onWrite: setPlace,
  })
  const prepared = usePreparedBoards({ ...drawing, boardId })
  const pictures = usePictures({ ...drawing, boardId, canWrite, questionFile, screen })
  const pages = model.pages()
  const page = view.currentPage()
  const elements = listPageElements(model.elements().values(), page.id)
  const edited = place?.id ? model.get(place.id) : undefined
  const hasSelected = canWrite && elements.some(({ id }) => id === state.selected)

  const chooseTheme = (theme: Theme) => {
    rememberTheme(theme)
    view.change({ theme })
  }
  const closeBox = () => {
    setPlace(null)
    area.current?.focus()
  }
  const removeSelected = () => {
    tools.current?.removeSelected()
    // The button disappears.
    area.current?.focus()
  }
  const putText = (text: string) => {
    const written = place && writeElement(drawing, place, text)
    // The next text written by keyboard is placed below this one.
    if (written && state.keyCursor) {
      const { x, y, height } = boxOf(written)
      putCursor(view, toScreen(view.viewport(), { x, y: y + height + textGap }))
    }
    closeBox()
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for the controls inside */}
      <div
        className="flex min-h-0 flex-1 flex-col"
        onKeyDown={(event) => canWrite && tools.current && onShortcut(event, drawing, tools.current)}
        onPaste={pictures.onPaste}
      >
        {pictures.inputs}
        <PageBar
          {...drawing}
          pages={pages}
          page={page}
          state={state}
          canWrite={canWrite}
          isShared={otherName !== null}
          fileButton={pictures.fileButton}
          menuItems={
            <>
              {pictures.menuItems}
              {offersPrepared && prepared.menuItem}
            </>
          }
          onChooseTheme={chooseTheme}
          saving={saving}
          close={close}
        />
        <div className="relative min-h-0 flex-1" {...pictures.dropZone}>
          <div
            ref={area}
            role="application"
            aria-label={`Drawing area, page ${pages.indexOf(page) + 1} of ${pages.length}`}
            aria-roledescription="board"
            aria-describedby={helpId}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is used by keys, see key-input.ts
            tabIndex={0}
            className="absolute inset-0 touch-none overflow-hidden -outline-offset-2 select-none"
            // The drawing is below the focus ring.
            style={{ cursor: state.tool === 'move' ? 'grab' : 'crosshair', isolation: 'isolate' }}
          >
            <canvas ref={paper} className="absolute inset-0 size-full" style={{ zIndex: -1 }} />
            <canvas ref={overlay} className="absolute inset-0 size-full" style={{ zIndex: -1 }} />
            <FormulaLayer
              view={view}
              moved={state}
              formulas={elements
                .filter((element) => element.kind === 'formula')
                .filter(({ id }) => !state.erasing.has(id))}
            />
            {canWrite && <KeyCursor state={state} />}
          </div>
          <KeyHelp id={helpId} canWrite={canWrite} />
          {elements.length === 0 && !page.picture && !place && (
            <p className="pointer-events-none absolute inset-x-0 top-1/3 px-8 text-center text-quiet">
              {canWrite && otherName === null
                ? 'Draw or write here. Only you see this board, until you add it to a call.'
                : canWrite
                  ? `Draw or write here. ${otherName} sees it immediately, and it is saved with your session.`
                  : 'This page is empty.'}
            </p>
          )}
          {place && (
            <WriteBox
              key={`${place.kind} ${place.id ?? ''}`}
              kind={place.kind}
              initial={edited?.kind === 'text' ? edited.text : edited?.kind === 'formula' ? edited.tex : ''}
              onDone={putText}
              onCancel={closeBox}
            />
          )}
          <div className="pointer-events-none absolute inset-x-0 bottom-2 flex flex-col items-center gap-2 px-2">
            {hasSelected && (
              <Button
                size="small"
                variant="danger"
                className="pointer-events-auto shadow-float"
                onClick={removeSelected}
              >
                <Trash2 className="size-4" aria-hidden="true" />
                Delete
              </Button>
            )}
            {pictures.problem}
            <BoardStatus view={view} state={state} otherName={otherName} progress={pictures.progress} />
          </div>
        </div>
        {canWrite && (
          <Toolbar
            state={state}
            theme={view.theme()}
            canUndo={model.canUndo()}
            canRedo={model.canRedo()}
            onChange={view.change}
            onUndo={() => tools.current?.undo()}
            onRedo={() => tools.current?.redo()}
          />
        )}
        <BoardAsText pages={pages} elements={model.elements().values()} />
      </div>
      {/* Outside, because the shortcuts do not apply in it. */}
      {prepared.dialog}
    </>
  )
}

/** Adds a text or formula, or changes or removes the edited one. Returns the added element. */
function writeElement({ model, view }: Drawing, { kind, x, y, id }: WritePlace, text: string) {
  const { colour } = view.state()
  const page = view.currentPage().id
  model.endStep()
  const content = kind === 'text' ? { kind, text } : { kind, tex: text }
  const size = sizes[view.state().size] * textSizeFactor
  let added: string | undefined
  if (id && text === '') model.remove([id])
  else if (id) model.change(id, kind === 'text' ? { text } : { tex: text })
  else if (text) added = model.add({ ...content, page, colour, size, x, y })
  model.endStep()
  return added === undefined ? undefined : model.get(added)
}

/** Ctrl+Z, Ctrl+Y and the numbers of the tools work everywhere on the board, except while something is typed. */
function onShortcut(event: KeyboardEvent, { view }: Drawing, tools: DrawTools): void {
  if (event.target instanceof Element && event.target.closest('input, textarea')) return
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !event.shiftKey) tools.undo()
    else if (key === 'y' || key === 'z') tools.redo()
    else return
    event.preventDefault()
    return
  }
  const choice = toolChoices.find(({ shortcut }) => shortcut === event.key)
  if (choice && !event.altKey) view.change({ tool: choice.value })
}

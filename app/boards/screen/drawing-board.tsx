import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { listPageElements } from '#app/boards/document/board-model.ts'
import type { BoardElement } from '#app/boards/document/elements.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { sizes } from '#app/boards/drawing/board-view.ts'
import type { WritePlace } from '#app/boards/drawing/draw-tools.ts'
import { boxOf, overlaps, type Point, toPage } from '#app/boards/drawing/geometry.ts'
import type { Theme } from '#app/boards/drawing/palette.ts'
import { BoardAsText } from '#app/boards/screen/board-as-text.tsx'
import { FormulaLayer } from '#app/boards/screen/formula-layer.tsx'
import { PageBar } from '#app/boards/screen/page-bar.tsx'
import { usePreparedBoards } from '#app/boards/screen/prepared-choice.tsx'
import { toolChoices, Toolbar } from '#app/boards/screen/toolbar.tsx'
import { type Drawing, rememberTheme, useCanvas, useDrawingState } from '#app/boards/screen/use-drawing.ts'
import { type QuestionFile, usePictures } from '#app/boards/screen/use-pictures.tsx'
import { WriteBox } from '#app/boards/screen/write-box.tsx'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

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

/** Texts are this many times as high as lines are wide. */
const textSizeFactor = 6
const panStepPx = 60

/** The board to draw on, with its pages and tools. */
export function DrawingBoard(props: Props) {
  const { board, boardId, otherName, canWrite, questionFile, screen, offersPrepared, saving, close, drawing } = props
  const { model, view } = drawing
  const state = useDrawingState(drawing)
  const [place, setPlace] = useState<WritePlace | null>(null)
  const { area, paper, overlay } = useCanvas({
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

  const chooseTheme = (theme: Theme) => {
    rememberTheme(theme)
    view.change({ theme })
  }
  const closeBox = () => {
    setPlace(null)
    area.current?.focus()
  }
  const putText = (text: string) => {
    if (place) writeElement(drawing, place, text)
    closeBox()
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for the controls inside */}
      <div
        className="flex min-h-0 flex-1 flex-col"
        onKeyDown={(event) => onShortcut(event, drawing, canWrite)}
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
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for the drawing */}
          <div
            ref={area}
            role="application"
            aria-label={`Drawing area, page ${pages.indexOf(page) + 1} of ${pages.length}`}
            aria-roledescription="board"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the page
            tabIndex={0}
            onKeyDown={(event) => onAreaKey(event, drawing, { canWrite, onWrite: setPlace })}
            className="absolute inset-0 touch-none overflow-hidden -outline-offset-2 select-none"
            style={{ cursor: state.tool === 'move' ? 'grab' : 'crosshair' }}
          >
            <canvas ref={paper} className="absolute inset-0 size-full" />
            <canvas ref={overlay} className="absolute inset-0 size-full" />
            <FormulaLayer view={view} formulas={elements.filter((element) => element.kind === 'formula')} />
          </div>
          {elements.length === 0 && !page.picture && !place && (
            <p className="pointer-events-none absolute inset-x-0 top-1/3 px-8 text-center text-quiet">
              {canWrite && otherName === null
                ? 'Draw or write here. Only you see this board, until you add it to a call.'
                : canWrite
                  ? `Draw or write here. ${otherName} sees it at once, and it is saved with your session.`
                  : 'Nothing is on this page.'}
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
          {/* Always mounted, so that screen readers announce it. */}
          <div role="status" className="absolute inset-x-0 bottom-2 flex justify-center">
            {pictures.progress && (
              <p className="flex items-center gap-2 rounded-full border border-line bg-float px-4 py-2 text-small shadow-float">
                <Spinner className="size-4" />
                {pictures.progress}
              </p>
            )}
            {state.isFollowing && (
              <p className="flex items-center gap-2 rounded-full border border-line bg-float py-1 pr-1 pl-4 text-small shadow-float">
                You see what {otherName} shows.
                <Button size="small" variant="quiet" onClick={view.stopFollowing}>
                  Stop following
                </Button>
              </p>
            )}
            {state.isLeading && (
              <p className="flex items-center gap-2 rounded-full border border-line bg-float py-1 pr-1 pl-4 text-small shadow-float">
                {otherName} follows you.
                <Button size="small" variant="quiet" onClick={() => view.lead(false)}>
                  Stop
                </Button>
              </p>
            )}
          </div>
        </div>
        {canWrite && (
          <Toolbar
            state={state}
            theme={view.theme()}
            canUndo={model.canUndo()}
            canRedo={model.canRedo()}
            onChange={view.change}
            onUndo={model.undo}
            onRedo={model.redo}
          />
        )}
        <BoardAsText pages={pages} elements={model.elements().values()} />
      </div>
      {/* Outside, because the shortcuts do not apply in it. */}
      {prepared.dialog}
    </>
  )
}

/** Adds a text or formula, or changes or removes the one that was edited. */
function writeElement({ model, view }: Drawing, { kind, x, y, id }: WritePlace, text: string): void {
  const { colour, size } = view.state()
  const page = view.currentPage().id
  model.endStep()
  const content = kind === 'text' ? { kind, text } : { kind, tex: text }
  if (id && text === '') model.remove([id])
  else if (id) model.change(id, kind === 'text' ? { text } : { tex: text })
  else if (text) model.add({ ...content, page, colour, size: sizes[size] * textSizeFactor, x, y })
  model.endStep()
}

/** Ctrl+Z, Ctrl+Y and the numbers of the tools work everywhere on the board, except while something is typed. */
function onShortcut(event: KeyboardEvent, { model, view }: Drawing, canWrite: boolean): void {
  if (!canWrite || (event.target instanceof Element && event.target.closest('input, textarea'))) return
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !event.shiftKey) model.undo()
    else if (key === 'y' || key === 'z') model.redo()
    else return
    event.preventDefault()
    return
  }
  const choice = toolChoices.find(({ shortcut }) => shortcut === event.key)
  if (choice && !event.altKey) view.change({ tool: choice.value })
}

type AreaOptions = { canWrite: boolean; onWrite(place: WritePlace): void }

/** Arrow keys move the page, plus and minus zoom, Enter writes in the middle, Delete removes what is selected. */
function onAreaKey(event: KeyboardEvent, { model, view }: Drawing, { canWrite, onWrite }: AreaOptions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
  const direction = directions[event.key]
  const { tool, selected } = view.state()
  if (direction) view.pan({ x: direction.x * panStepPx, y: direction.y * panStepPx })
  else if (event.key === '+' || event.key === '=') view.zoom(1.25)
  else if (event.key === '-') view.zoom(0.8)
  else if (event.key === 'Enter' && canWrite) {
    const { width, height } = view.size()
    const middle = toPage(view.viewport(), { x: width / 2, y: height / 2 })
    const { x, y } = belowOthers(listPageElements(model.elements().values(), view.currentPage().id), middle)
    onWrite({ kind: tool === 'formula' ? 'formula' : 'text', x: Math.round(x), y: Math.round(y), id: null })
  } else if ((event.key === 'Delete' || event.key === 'Backspace') && canWrite && selected) {
    model.endStep()
    model.remove([selected])
    view.change({ selected: null })
  } else return
  event.preventDefault()
}

/** A place below what is at this point, so that texts written by keyboard do not cover each other. */
function belowOthers(elements: BoardElement[], { x, y }: Point): Point {
  const boxes = elements.filter(({ kind }) => kind === 'text' || kind === 'formula').map(boxOf)
  const cover = boxes.find((box) => overlaps(box, { x, y, width: 1, height: sizes.medium * textSizeFactor }))
  return cover ? belowOthers(elements, { x, y: cover.y + cover.height + 1 }) : { x, y }
}

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

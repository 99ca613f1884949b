import { ChevronLeft, ChevronRight, Download, Maximize, Moon, Sun, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { listPageElements } from '#app/boards/document/board-model.ts'
import { downloadPage, downloadPdf } from '#app/boards/saved/download-board.ts'
import { useSavedCanvas, useSavedDrawing } from '#app/boards/saved/use-saved-drawing.ts'
import { boxOf, unite } from '#app/boards/drawing/geometry.ts'
import { BoardAsText } from '#app/boards/screen/board-as-text.tsx'
import { FormulaLayer } from '#app/boards/screen/formula-layer.tsx'
import { type Drawing, rememberTheme, useDrawingState } from '#app/boards/screen/use-drawing.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { refusals } from '#kernel/refusals.ts'

export type BoardViewerProps = {
  /** The stored document. */
  data: Uint8Array
  /** The name of downloaded files, without an extension. */
  fileName: string
  /** The title of a downloaded document. */
  title: string
}

const zoomStep = 1.25
const panStepPx = 60

/** Shows the pages of a stored board, to zoom and to download. */
export function BoardViewer({ data, ...rest }: BoardViewerProps) {
  const drawing = useSavedDrawing(data)
  if (drawing === 'unreadable') return <Notice tone="bad">{refusals.board_unreadable.text}</Notice>
  return drawing && <Viewer drawing={drawing} {...rest} />
}

type Props = Omit<BoardViewerProps, 'data'> & { drawing: Drawing }

function Viewer({ drawing, fileName, title }: Props) {
  const { model, view } = drawing
  const state = useDrawingState(drawing)
  const { area, paper, isFitted, fit } = useSavedCanvas(drawing)
  const height = useMemo(() => heightOf(drawing), [drawing])
  const pages = model.pages()
  const page = view.currentPage()
  const index = pages.indexOf(page)
  const elements = listPageElements(model.elements().values(), page.id)
  const show = (to: number) => {
    const target = pages[to]
    if (!target) return
    view.showPage(target.id)
    fit()
  }
  const changeTheme = () => {
    const theme = state.theme === 'dark' ? 'light' : 'dark'
    rememberTheme(theme)
    view.change({ theme })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    if (direction) view.pan({ x: direction.x * panStepPx, y: direction.y * panStepPx })
    else if (event.key === '+' || event.key === '=') view.zoom(zoomStep)
    else if (event.key === '-') view.zoom(1 / zoomStep)
    else if (event.key === '0') fit()
    else if (event.key === 'PageDown') show(index + 1)
    else if (event.key === 'PageUp') show(index - 1)
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-control border border-line" style={{ containerType: 'inline-size' }}>
        <div className="flex items-center border-b border-line px-1">
          {pages.length > 1 && (
            <IconButton
              label="Previous page"
              icon={<ChevronLeft className="size-5" />}
              disabled={index <= 0}
              onClick={() => show(index - 1)}
            />
          )}
          <p className={cx('figures text-small whitespace-nowrap', pages.length === 1 && 'sr-only')} aria-live="polite">
            <span className="sr-only">Page </span>
            {index + 1} of {pages.length}
          </p>
          {pages.length > 1 && (
            <IconButton
              label="Next page"
              icon={<ChevronRight className="size-5" />}
              disabled={index >= pages.length - 1}
              onClick={() => show(index + 1)}
            />
          )}
          <p className="min-w-0 flex-1 truncate px-2 text-small text-quiet max-md:hidden">{page.title}</p>
          <div className="ml-auto flex">
            <IconButton
              label="Zoom out"
              icon={<ZoomOut className="size-5" />}
              onClick={() => view.zoom(1 / zoomStep)}
            />
            <IconButton label="Zoom in" icon={<ZoomIn className="size-5" />} onClick={() => view.zoom(zoomStep)} />
            <IconButton label="Show everything" icon={<Maximize className="size-5" />} onClick={fit} />
          </div>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for the drawing */}
        <div
          ref={area}
          role="application"
          aria-roledescription="board"
          aria-label={`Drawing of page ${index + 1} of ${pages.length}. Arrow keys move it, plus and minus zoom.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the page
          tabIndex={0}
          onKeyDown={onKeyDown}
          style={{
            height: `clamp(14rem, ${height} + 2rem, min(60svh, 36rem))`,
            cursor: 'grab',
            // The drawing is below the focus ring.
            isolation: 'isolate',
            // A finger scrolls the page around the board until the board is zoomed in.
            touchAction: isFitted ? 'pan-y' : 'none',
          }}
          className="relative overflow-hidden -outline-offset-2 select-none"
        >
          <canvas ref={paper} className="absolute inset-0 size-full" style={{ zIndex: -1 }} />
          <FormulaLayer view={view} formulas={elements.filter((element) => element.kind === 'formula')} />
          {elements.length === 0 && !page.picture && (
            <p className="pointer-events-none absolute inset-x-0 top-1/3 px-8 text-center text-quiet">
              This page is empty.
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Downloads drawing={drawing} index={index} fileName={fileName} title={title} />
        {!page.picture && (
          <IconButton
            label={state.theme === 'dark' ? 'Light board' : 'Dark board'}
            icon={state.theme === 'dark' ? <Sun className="size-5" /> : <Moon className="size-5" />}
            className="ml-auto"
            onClick={changeTheme}
          />
        )}
      </div>
      <BoardAsText pages={pages} elements={model.elements().values()} />
    </div>
  )
}

/** The height of the highest page when it fills the width, so that wide drawings leave no empty space on a phone. */
function heightOf({ model }: Drawing): string {
  const shares = model.pages().map(({ id, picture }) => {
    const boxes = listPageElements(model.elements().values(), id).map(boxOf)
    const content = unite(picture ? [...boxes, { x: 0, y: 0, ...picture }] : boxes)
    return content ? content.height / Math.max(1, content.width) : 0
  })
  return `${(Math.max(...shares) * 100).toFixed(1)}cqw`
}

type DownloadsProps = Pick<Props, 'drawing' | 'fileName' | 'title'> & { index: number }

/** This browser creates the files, because only it can draw the board. */
function Downloads({ drawing: { model }, index, fileName, title }: DownloadsProps) {
  const [making, setMaking] = useState<'png' | 'pdf' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const pages = model.pages()
  const page = pages[index]
  const isOne = pages.length === 1
  const download = async (kind: 'png' | 'pdf') => {
    if (!page) return
    setMaking(kind)
    setProblem(null)
    const board = { pages, elements: model.elements().values() }
    const pageName = isOne ? fileName : `${fileName}-page-${index + 1}`
    const made = kind === 'png' ? downloadPage(page, board, pageName) : downloadPdf(board, fileName, title)
    setProblem(await made.catch(() => 'The file could not be created. Please try again.'))
    setMaking(null)
  }
  return (
    <>
      <Button
        variant="outline"
        size="small"
        busy={making === 'png'}
        disabled={making === 'pdf'}
        onClick={() => void download('png')}
      >
        <Download className="size-4" aria-hidden="true" />
        {isOne ? 'PNG' : 'This page as PNG'}
      </Button>
      <Button
        variant="outline"
        size="small"
        busy={making === 'pdf'}
        disabled={making === 'png'}
        onClick={() => void download('pdf')}
      >
        <Download className="size-4" aria-hidden="true" />
        {isOne ? 'PDF' : 'All pages as PDF'}
      </Button>
      <ErrorLine text={problem ?? undefined} />
    </>
  )
}

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

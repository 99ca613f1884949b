import {
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  FilePlus2,
  Grid3x3,
  Maximize,
  Moon,
  Presentation,
  Rows3,
  Square,
  Sun,
  Trash2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type BoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { type BoardPage, type Paper, papers } from '#app/boards/document/elements.ts'
import type { BoardView, BoardViewState } from '#app/boards/drawing/board-view.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/ui/menu.tsx'

const paperNames: Record<Paper, { name: string; icon: ReactNode }> = {
  plain: { name: 'Plain paper', icon: <Square /> },
  grid: { name: 'Grid paper', icon: <Grid3x3 /> },
  ruled: { name: 'Ruled paper', icon: <Rows3 /> },
}

type Props = {
  model: BoardModel
  view: BoardView
  pages: BoardPage[]
  page: BoardPage
  state: BoardViewState
  canWrite: boolean
  /** False on a board that nobody else sees. */
  isShared: boolean
  /** Puts the file of the question on the board. */
  fileButton: ReactNode
  /** Further entries of the menu, such as adding a picture. */
  menuItems: ReactNode
  onChooseTheme(theme: BoardViewState['theme']): void
  /** The state of saving, and the button that closes the board. */
  saving: ReactNode
  close: ReactNode
}

/** The toolbar for pages, zoom and the state of saving. */
export function PageBar(props: Props) {
  const { model, view, pages, page, state, canWrite, isShared, fileButton, menuItems } = props
  const { onChooseTheme, saving, close } = props
  const index = pages.findIndex(({ id }) => id === page.id)
  const show = (to: number) => {
    const target = pages[to]
    if (target) view.showPage(target.id)
  }
  const addPage = () => {
    model.endStep()
    const added = model.addPage(page.id, { paper: page.paper })
    if (added) view.showPage(added)
  }
  const choosePaper = (paper: Paper) => {
    model.endStep()
    model.changePage(page.id, { paper })
  }
  const removePage = () => {
    model.endStep()
    model.removePage(page.id)
    if (page.id !== firstPageId) view.showPage((pages[index - 1] ?? pages[index + 1] ?? page).id)
  }
  return (
    // On a phone, a failure to save is shown in a second row.
    <div className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center border-b border-line px-1 md:gap-x-2">
      <div className="flex items-center md:gap-1">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft className="size-5" />}
          disabled={index <= 0}
          onClick={() => show(index - 1)}
        />
        <p className="figures text-small whitespace-nowrap" aria-live="polite">
          <span className="sr-only">Page </span>
          {index + 1} of {pages.length}
        </p>
        <IconButton
          label="Next page"
          icon={<ChevronRight className="size-5" />}
          disabled={index >= pages.length - 1}
          onClick={() => show(index + 1)}
        />
        <IconButton label="Add a page" icon={<FilePlus2 className="size-5" />} disabled={!canWrite} onClick={addPage} />
        {fileButton}
        <Menu trigger={<IconButton label="More board actions" icon={<Ellipsis className="size-5" />} />}>
          {canWrite && menuItems}
          {isShared && (
            <MenuItem icon={<Presentation />} onSelect={() => view.lead(!state.isLeading)}>
              {state.isLeading ? 'Stop “Follow me”' : 'Follow me'}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Maximize />} onSelect={view.fit}>
            Show everything
          </MenuItem>
          <MenuItem icon={<ZoomIn />} onSelect={() => view.zoom(1.25)}>
            Zoom in
          </MenuItem>
          <MenuItem icon={<ZoomOut />} onSelect={() => view.zoom(0.8)}>
            Zoom out
          </MenuItem>
          {!page.picture && (
            <MenuItem
              icon={state.theme === 'dark' ? <Sun /> : <Moon />}
              onSelect={() => onChooseTheme(state.theme === 'dark' ? 'light' : 'dark')}
            >
              {state.theme === 'dark' ? 'Light board' : 'Dark board'}
            </MenuItem>
          )}
          {canWrite && <MenuSeparator />}
          {canWrite &&
            papers
              .filter((paper) => paper !== page.paper)
              .map((paper) => (
                <MenuItem key={paper} icon={paperNames[paper].icon} onSelect={() => choosePaper(paper)}>
                  {paperNames[paper].name}
                </MenuItem>
              ))}
          {canWrite && (
            <MenuItem icon={<Trash2 />} danger onSelect={removePage}>
              {page.id === firstPageId ? 'Clear this page' : 'Delete this page'}
            </MenuItem>
          )}
        </Menu>
      </div>
      {saving}
      <div className="col-start-3 row-start-1">{close}</div>
    </div>
  )
}

import { BookCopy } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Drawing } from '#app/boards/screen/use-drawing.ts'
import { MenuItem } from '#app/ui/menu.tsx'

const PreparedDialog = lazy(async () => ({
  default: (await import('#app/boards/screen/prepared-dialog.tsx')).PreparedDialog,
}))

/** Lets the expert of a call add a prepared board: an entry of the menu, and its dialog. */
export function usePreparedBoards({ boardId, ...drawing }: Drawing & { boardId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => setIsOpen(false)
  const menuItem: ReactNode = (
    <MenuItem icon={<BookCopy />} onSelect={() => setIsOpen(true)}>
      Add a prepared board
    </MenuItem>
  )
  const dialog: ReactNode = isOpen && (
    <Suspense>
      <PreparedDialog
        boardId={boardId}
        onClose={close}
        onAdded={(page) => {
          close()
          showWhenLoaded(drawing, page)
        }}
      />
    </Suspense>
  )
  return { menuItem, dialog }
}

/** The server adds the pages, so they arrive a moment later. */
function showWhenLoaded({ model, view }: Drawing, page: string): void {
  const stop = model.subscribe(show)
  show()

  function show(): void {
    if (!model.pages().some(({ id }) => id === page)) return
    stop()
    view.showPage(page)
  }
}

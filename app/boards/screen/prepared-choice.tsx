import { BookCopy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LoadingBoards } from '#app/boards/screen/loading-boards.tsx'
import type { PreparedListProps } from '#app/boards/screen/prepared-list.tsx'
import type { Drawing } from '#app/boards/screen/use-drawing.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { createLazyPart } from '#app/ui/lazy-part.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { MenuItem } from '#app/ui/menu.tsx'

const PreparedList = createLazyPart<PreparedListProps>({
  load: async () => (await import('#app/boards/screen/prepared-list.tsx')).PreparedList,
  loading: <LoadingBoards />,
  Failed: ({ failures, onRetry }) => (
    <LoadFailed what="The list of your boards" failures={failures} isInCall onRetry={onRetry} />
  ),
})

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
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Add a prepared board"
      description="Its pages are added after the pages of this board. You can both change the copy. Your prepared board does not change."
    >
      <PreparedList
        boardId={boardId}
        onAdded={(page) => {
          close()
          showWhenLoaded(drawing, page)
        }}
      />
    </Dialog>
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

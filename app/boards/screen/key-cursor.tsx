import type { BoardViewState } from '#app/boards/drawing/board-view.ts'
import { toolChoices } from '#app/boards/screen/toolbar.tsx'

/** Where the keyboard uses the tool. It can be seen on any paper, while the board has the focus. */
export function KeyCursor({ keyCursor, keyTool }: Pick<BoardViewState, 'keyCursor' | 'keyTool'>) {
  if (!keyCursor) return null
  return (
    <svg
      data-key-cursor=""
      aria-hidden="true"
      viewBox="-16 -16 32 32"
      className="pointer-events-none absolute -top-4 -left-4 hidden size-8 fill-none group-focus:block"
      style={{ transform: `translate(${keyCursor.x}px, ${keyCursor.y}px)` }}
    >
      {['stroke-white stroke-5', 'stroke-black stroke-2'].map((style) => (
        <g key={style} className={style}>
          <path d="M-14 0H-5M5 0H14M0-14V-5M0 5V14" />
          {keyTool && <circle r="9" />}
        </g>
      ))}
    </svg>
  )
}

/** The keys of the drawing area, for screen readers. Others see `keyHint`. */
export function KeyHelp({ id, canWrite }: { id: string; canWrite: boolean }) {
  return (
    <p id={id} className="sr-only">
      {canWrite
        ? `Arrow keys move a cursor, with Shift in large steps. Enter begins the chosen tool at the cursor and ends it.
          Escape cancels. With the Move tool, Enter picks up what is at the cursor, Enter again edits a text, and Delete
          removes what is selected. The numbers choose tools, and S chooses Move. Ctrl and arrow keys move the page.`
        : 'Arrow keys move the page.'}{' '}
      Plus and minus zoom.
    </p>
  )
}

/** What the keys do now, once the keyboard is used. */
export function keyHint({ tool, keyTool, selected }: Pick<BoardViewState, 'tool' | 'keyTool' | 'selected'>): string {
  if (keyTool === 'move') return 'Arrow keys move it, Enter puts it down or edits a text, Delete removes it.'
  if (keyTool === 'eraser') return 'Arrow keys erase, Enter ends, Escape cancels.'
  if (keyTool) return 'Arrow keys draw, Enter ends, Escape cancels.'
  if (selected) return 'Selected. Delete removes it.'
  const name = toolChoices.find(({ value }) => value === tool)?.label ?? ''
  return `Enter: ${name}. Arrow keys: cursor. Ctrl + arrow keys: page.`
}

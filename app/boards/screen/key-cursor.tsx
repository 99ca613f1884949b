import type { BoardViewState } from '#app/boards/drawing/board-view.ts'
import { shownKeyCursor } from '#app/boards/drawing/key-input.ts'
import { toolChoices } from '#app/boards/screen/toolbar.tsx'

/** Shows where the keyboard uses the tool. It has two colours, to be visible on any paper. */
export function KeyCursor({ state }: { state: BoardViewState }) {
  const cursor = shownKeyCursor(state)
  if (!cursor) return null
  return (
    <svg
      data-key-cursor=""
      aria-hidden="true"
      viewBox="-16 -16 32 32"
      width="32"
      height="32"
      fill="none"
      className="pointer-events-none absolute"
      style={{ left: cursor.x - 16, top: cursor.y - 16 }}
    >
      {['white', 'black'].map((stroke, index) => (
        <g key={stroke} stroke={stroke} strokeWidth={index === 0 ? 5 : 2}>
          <path d="M-14 0H-5M5 0H14M0-14V-5M0 5V14" />
          {state.keyTool && <circle r="9" />}
        </g>
      ))}
    </svg>
  )
}

/** Explains the keys of the drawing area to screen readers. Other users see `keyHint`. */
export function KeyHelp({ id, canWrite }: { id: string; canWrite: boolean }) {
  return (
    <p id={id} className="sr-only">
      {canWrite
        ? `Arrow keys move a cursor, with Shift in large steps. Enter begins the chosen tool there and ends it. Escape
          cancels. With Move, Enter picks up what is at the cursor, Enter again edits a text, and Delete removes it.
          Numbers choose tools, a full stop chooses Move. Ctrl and arrow keys move the page.`
        : 'Arrow keys move the page.'}{' '}
      Plus and minus zoom.
    </p>
  )
}

/** Explains the current effect of the keys. Shown once the keyboard is used. */
export function keyHint({ tool, keyTool, selected }: Pick<BoardViewState, 'tool' | 'keyTool' | 'selected'>): string {
  if (keyTool === 'move') return 'Arrow keys move it, Enter puts it down or edits a text, Delete removes it.'
  if (keyTool === 'eraser') return 'Arrow keys erase, Enter ends, Escape cancels.'
  if (keyTool) return 'Arrow keys draw, Enter ends, Escape cancels.'
  if (selected) return 'Selected. Delete removes it.'
  const name = toolChoices.find(({ value }) => value === tool)?.label ?? ''
  return `Enter: ${name}. Arrow keys: cursor. Ctrl + arrow keys: page.`
}

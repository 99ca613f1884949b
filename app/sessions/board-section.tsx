import type { ReactNode } from 'react'
import { useZone } from '#app/base/zone.tsx'
import { CodeView } from '#app/boards/code/code-view.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { BoardOverview } from '#domain/boards/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { dateText } from '#kernel/time.ts'

type Props = {
  /** Null when nothing was written. */
  board: BoardOverview | null
  /** Draws the pages of the board. Without it the section lists what can be read as text. */
  view?: (board: BoardOverview) => ReactNode
}

/** The board and the code of a session, as they were at its end. */
export function BoardSection({ board, view }: Props) {
  const zone = useZone()
  return (
    <Card as="section" id="board" aria-labelledby="board-title" className="scroll-mt-20 print:hidden">
      <CardHeader
        title={<span id="board-title">Board and code</span>}
        description={board ? contentText(board) : undefined}
      />
      {board ? (
        <div className="grid gap-4">
          {view?.(board)}
          {board.texts.length > 0 && (
            <ul aria-label="Texts on the board" className="grid list-disc gap-1 pl-5">
              {board.texts.map((text) => (
                <li key={text} className="max-w-prose whitespace-pre-line wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          )}
          {board.code.trim() !== '' && <CodeView code={board.code} language={board.language} />}
          <p className="text-small text-quiet">
            Last changed <time dateTime={board.changedAt.toISOString()}>{dateText(board.changedAt, zone)}</time>
          </p>
        </div>
      ) : (
        <p className="text-soft">Nothing was written on the board.</p>
      )}
    </Card>
  )
}

function contentText({ pages, elements }: BoardOverview): string | undefined {
  return elements > 0 ? `${counted(pages, 'page')} with ${counted(elements, 'element')}` : undefined
}

import { useRevalidator } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { CodeView } from '#app/boards/code/code-view.tsx'
import { SavedBoard } from '#app/boards/saved/saved-board.tsx'
import { UnsentChanges } from '#app/boards/saved/unsent-changes.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { BoardOverview } from '#domain/boards/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { counted } from '#kernel/count-text.ts'
import { dateText } from '#kernel/time.ts'

type Props = {
  sessionId: SessionId
  /** Null when nothing was written. */
  board: BoardOverview | null
}

/** The board and the code of a session, as they were at its end. */
export function BoardSection({ sessionId, board }: Props) {
  const zone = useZone()
  const { revalidate } = useRevalidator()
  return (
    <Card as="section" id="board" aria-labelledby="board-title" className="scroll-mt-20 print:hidden">
      <CardHeader
        title={<span id="board-title">Board and code</span>}
        description={board ? contentText(board) : undefined}
      />
      <UnsentChanges boardId={sessionId} onSent={() => void revalidate()} />
      {board ? (
        <div className="grid gap-4">
          {board.elements > 0 && (
            <SavedBoard
              // A board may still change shortly after the call.
              key={board.changedAt.toISOString()}
              source={{ boardId: board.id }}
              fileName={`board-${dateText(board.changedAt, zone).toLowerCase().replaceAll(/[ ,]+/g, '-')}`}
              title={`Board of ${dateText(board.changedAt, zone)}`}
            />
          )}
          {board.texts.length > 0 && (
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5 text-small text-soft hover:text-text">
                Texts on the board
              </summary>
              <ul aria-label="Texts on the board" className="grid list-disc gap-1 pl-5">
                {board.texts.map((text) => (
                  <li key={text} className="max-w-prose whitespace-pre-line wrap-anywhere">
                    {text}
                  </li>
                ))}
              </ul>
            </details>
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

import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { CodeView } from '#app/boards/code/code-view.tsx'
import { SavedBoard } from '#app/boards/saved/saved-board.tsx'
import { receiptNumber } from '#app/sessions/session-text.ts'
import { ReasonForm } from '#app/team/sessions/reason-form.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionEvidence } from '#domain/team/contract.ts'

export type ReadBoard = {
  /** In base64. */
  changes: string[]
  elements: number
  code: string
  language: string | null
}

type Answer = { board: ReadBoard } | { refusal: { text: string } }
type Props = {
  evidence: SessionEvidence
  /** The ticket that is recorded as the reason. Absent outside the page of a ticket. */
  ticket?: string | undefined
}

/** The board and the code of two people. */
export function PrivateBoard({ evidence: { session, hasBoard }, ticket }: Props) {
  const fetcher = useFetcher<Answer>()
  const card = useRef<HTMLDivElement>(null)
  const answer = fetcher.data
  const board = answer && 'board' in answer ? answer.board : null
  useEffect(() => {
    if (board) card.current?.focus()
  }, [board])
  if (!hasBoard) return null
  if (board) {
    return (
      <div ref={card} tabIndex={-1} className="outline-none">
        <Card as="section" aria-label="Board and code">
          <CardHeader title="Board and code" />
          <div className="grid gap-4">
            {board.elements > 0 ? (
              <SavedBoard
                source={{ changes: board.changes }}
                fileName={`board-${receiptNumber(session)}`}
                title={`Board of session ${receiptNumber(session)}`}
              />
            ) : (
              <p className="text-soft">Nothing is drawn on the board.</p>
            )}
            {board.code.trim() !== '' && <CodeView code={board.code} language={board.language} />}
          </div>
        </Card>
      </div>
    )
  }
  return (
    <ReasonForm
      fetcher={fetcher}
      act="read_board"
      title="Board and code"
      content={`What ${session.studentName} and ${session.expertName} drew and wrote.`}
      buttonText="See the board"
      ticket={ticket}
    />
  )
}

import { Presentation } from 'lucide-react'
import { Link } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { SessionBoard, SessionBoardPage } from '#domain/boards/contract.ts'
import { dateText } from '#kernel/time.ts'

type Props = { page: SessionBoardPage; isFirst: boolean; path: '/user' | '/expert' }

/** The boards of the viewer's sessions. Each opens on the page of its session. */
export function SessionBoards({ page: { boards, next }, isFirst, path }: Props) {
  return (
    <>
      {boards.length > 0 ? (
        <Card as="section">
          <CardHeader title="From your sessions" />
          <ul aria-label="Boards of sessions, the latest first" className="divide-y divide-line">
            {boards.map((board) => (
              <Row key={board.sessionId} board={board} to={`${path}/sessions/${board.sessionId}#board`} />
            ))}
          </ul>
        </Card>
      ) : isFirst ? (
        <EmptyState
          heading="No boards yet"
          level={2}
          icon={<Presentation />}
          action={
            path === '/user' ? (
              <ButtonLink to="/experts">Find Experts</ButtonLink>
            ) : (
              <ButtonLink to="/expert/profile">Go to your profile</ButtonLink>
            )
          }
        >
          Boards that you write on during a call are kept here.
        </EmptyState>
      ) : (
        <EmptyState heading="No older boards" level={2} icon={<Presentation />} />
      )}
      <CursorPagination
        label="Pages of boards"
        newest={isFirst ? null : `${path}/boards`}
        older={next && `${path}/boards?before=${next}`}
      />
    </>
  )
}

function Row({ board: { question, otherName, changedAt }, to }: { board: SessionBoard; to: string }) {
  const zone = useZone()
  return (
    <li className="group relative py-3.5 first:pt-0 last:pb-0">
      <Link
        to={to}
        className="line-clamp-2 font-semibold wrap-anywhere group-hover:underline group-hover:underline-offset-4 after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {question ?? `Session with ${otherName}`}
      </Link>
      <p className="flex flex-wrap gap-x-2 text-small text-quiet wrap-anywhere">
        <span>with {otherName}</span>
        <time dateTime={changedAt.toISOString()}>{dateText(changedAt, zone)}</time>
      </p>
    </li>
  )
}

import { Link } from 'react-router'
import { receiptNumber } from '#app/sessions/session-text.ts'
import type { PersonRef } from '#domain/team/contract.ts'
import type { SessionId } from '#kernel/ids.ts'

export function PersonLink({ person: { id, name } }: { person: PersonRef }) {
  return (
    <Link to={`/team/people/${id}`} className={linkStyle}>
      {name}
    </Link>
  )
}

export function SessionLink({ id }: { id: SessionId }) {
  return (
    <Link to={`/team/sessions/${id}`} className={`figures ${linkStyle}`}>
      {receiptNumber({ id })}
    </Link>
  )
}

const linkStyle = 'inline-flex min-h-11 items-center underline-offset-4 wrap-anywhere hover:underline md:min-h-8'

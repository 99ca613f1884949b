import { Link } from 'react-router'
import { receiptNumber } from '#app/sessions/session-text.ts'
import type { Named } from '#domain/team/contract.ts'
import type { SessionId } from '#kernel/ids.ts'

/** To a person's story. */
export function PersonLink({ person: { id, name } }: { person: Named }) {
  return (
    <Link to={`/team/people/${id}`} className={look}>
      {name}
    </Link>
  )
}

/** To everything that is known about a session. */
export function SessionLink({ id }: { id: SessionId }) {
  return (
    <Link to={`/team/sessions/${id}`} className={`figures ${look}`}>
      {receiptNumber({ id })}
    </Link>
  )
}

const look = 'inline-flex min-h-11 items-center underline-offset-4 wrap-anywhere hover:underline md:min-h-8'

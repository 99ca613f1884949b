import { Link } from 'react-router'
import { receiptNumber } from '#app/sessions/session-text.ts'
import { useDuty } from '#app/team/base/use-shell.ts'
import type { PersonRef } from '#domain/team/contract.ts'
import type { SessionId } from '#kernel/ids.ts'

/** Shows a link, or only the name if the viewer's role cannot open people's pages. */
export function PersonLink({ person: { id, name } }: { person: PersonRef }) {
  if (!useDuty('supportPeople')) return <span className="wrap-anywhere">{name}</span>
  return (
    <Link to={`/team/people/${id}`} className={linkStyle}>
      {name}
    </Link>
  )
}

export function SessionLink({ id }: { id: SessionId }) {
  if (!useDuty('supportPeople')) return <span className="figures">{receiptNumber({ id })}</span>
  return (
    <Link to={`/team/sessions/${id}`} className={`figures ${linkStyle}`}>
      {receiptNumber({ id })}
    </Link>
  )
}

const linkStyle = 'inline-flex min-h-11 items-center underline-offset-4 wrap-anywhere hover:underline md:min-h-8'

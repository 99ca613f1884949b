import { Phone, Video } from 'lucide-react'
import { Link } from 'react-router'
import { ownLinks } from '#app/base/own-links.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useZone } from '#app/base/zone.tsx'
import {
  callTypeLabel,
  ownAmount,
  ownRefund,
  personOf,
  sharedTime,
  sessionStateLabel,
  freeReason,
} from '#app/sessions/session-text.ts'
import { FoundLine } from '#app/sessions/found-line.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { LessonLine } from '#domain/reviews/contract.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = {
  sessions: SessionView[]
  label: string
  /** The texts that have the words of a search, by session. */
  found?: Record<string, LessonLine | undefined> | undefined
  words?: string
}

/** A list of sessions. Each row links to its session page. */
export function SessionRows({ sessions, label, found, words = '' }: Props) {
  const { to } = ownLinks(useViewer()).sessions
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {sessions.map((session) => (
        <Row key={session.id} session={session} to={`${to}/${session.id}`} line={found?.[session.id]} words={words} />
      ))}
    </ul>
  )
}

type RowProps = { session: SessionView; to: string; line: LessonLine | undefined; words: string }

function Row({ session, to, line, words }: RowProps) {
  const { name, photoUrl } = personOf(session)
  const zone = useZone()
  const { label, tone } = sessionStateLabel(session)
  const Icon = session.callType === 'video' ? Video : Phone
  return (
    <li className="group relative flex flex-wrap items-center gap-x-3.5 py-3.5 first:pt-0 last:pb-0">
      <Avatar name={name} src={photoUrl} />
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          className="font-semibold wrap-anywhere group-hover:underline group-hover:underline-offset-4 after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-quiet">
          <span className="inline-flex items-center gap-1.5">
            <Icon className="size-3.5" aria-hidden="true" />
            {callTypeLabel(session)}
          </span>
          <time dateTime={session.askedAt.toISOString()}>{dayAndTime(session.askedAt, zone)}</time>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 text-right">
        <Badge tone={tone}>{label}</Badge>
        <Outcome session={session} />
      </div>
      {line && <FoundLine line={line} words={words} />}
    </li>
  )
}

/** Shows duration and amount. A free session shows only ₹0. */
function Outcome({ session }: { session: SessionView }) {
  const amount = ownAmount(session)
  if (amount === null) {
    return freeReason(session) === null ? null : (
      <p className="figures text-small text-quiet">{formatRupees(paise(0))}</p>
    )
  }
  const refund = ownRefund(session)
  return (
    <>
      <p className="figures text-small text-soft">
        <span className="sr-only">Shared time </span>
        {sharedTime(session)}
        <span className="sr-only">, {session.side === 'expert' ? 'earned ' : 'cost '}</span>
        <span className="ml-2 font-semibold text-text">{formatRupees(amount)}</span>
      </p>
      {refund !== null && <p className="figures text-small text-quiet">{formatRupees(refund)} refunded</p>}
    </>
  )
}

/** Links from the latest sessions to all sessions. */
export function AllSessions({ to }: { to: string }) {
  return (
    <ButtonLink to={to} variant="outline" size="small">
      All sessions
    </ButtonLink>
  )
}

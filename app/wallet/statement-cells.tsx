import { BanknoteArrowDown, HandCoins, PlusCircle, RotateCcw, Scale, Undo2, Video } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { ownLinks } from '#app/base/own-links.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useZone } from '#app/base/zone.tsx'
import type { LineSource, NamedSubject, StatementLine } from '#domain/wallet/contract.ts'
import { dayAndTime, relativeTime } from '#kernel/time.ts'

const icons: Record<LineSource, ComponentType<{ className: string }>> = {
  'top-up': PlusCircle,
  session: Video,
  refund: RotateCcw,
  withdrawal: BanknoteArrowDown,
  'sent back': Undo2,
  repayment: HandCoins,
  correction: Scale,
}

export function Source({ source }: { source: LineSource }) {
  const Icon = icons[source]
  return (
    <span className="inline-flex items-center gap-2.5 align-bottom">
      <Icon className="size-4 shrink-0 text-quiet" aria-hidden="true" />
      {sourceLabel(source)}
    </span>
  )
}

/** 'Top-up', 'Sent back': the source, capitalised. */
export function sourceLabel(source: LineSource): string {
  return source.charAt(0).toUpperCase() + source.slice(1)
}

/** Shows the relative time, and the exact time in the viewer's zone. */
export function EntryTime({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {relativeTime(at, now)}
      <span className="block text-quiet"> {dayAndTime(at, useZone())}</span>
    </time>
  )
}

type DescriptionProps = { line: Pick<StatementLine, 'description'> & Partial<NamedSubject> }

/** Links to the session or booking, and shows the name of the other person. */
export function Description({ line: { description, otherName, sessionId, bookingId } }: DescriptionProps) {
  const sessionsPath = ownLinks(useViewer()).sessions.to
  const to = sessionId
    ? `${sessionsPath}/${sessionId}`
    : bookingId && `${sessionsPath.replace('sessions', 'bookings')}/${bookingId}`
  return (
    <span>
      {to ? (
        <Link to={to} className="underline underline-offset-4 hover:text-text">
          {description}
        </Link>
      ) : (
        description || '-'
      )}
      {otherName && <span className="block text-quiet wrap-anywhere"> with {otherName}</span>}
    </span>
  )
}

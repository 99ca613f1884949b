import { CircleCheck, Clock3, MailCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '#app/base/zone.tsx'
import { roughDuration } from '#app/team/base/rough-duration.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import type { Ticket, TicketKind, TicketState } from '#domain/tickets/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

export const ticketKindLabels: Record<TicketKind, string> = {
  refund: 'Refund',
  report: 'Report',
  complaint: 'Complaint',
}

export const ticketStateLabels: Record<TicketState, { label: string; tone: Tone; icon: ReactNode }> = {
  open: { label: 'New', tone: 'accent', icon: <Clock3 /> },
  acknowledged: { label: 'Acknowledged', tone: 'info', icon: <MailCheck /> },
  resolved: { label: 'Resolved', tone: 'good', icon: <CircleCheck /> },
}

export function TicketBadge({ state, isAutomatic }: Pick<Ticket, 'state' | 'isAutomatic'>) {
  const { label, tone, icon } = ticketStateLabels[state]
  return (
    <Badge tone={tone} icon={icon}>
      {isAutomatic ? 'Automatic' : label}
    </Badge>
  )
}

/** Shows 'Acknowledge in 5 hours', 'Decide in 12 days' or how late the ticket is. */
export function Due({ ticket: { state, dueAt }, now }: { ticket: Ticket; now: Date }) {
  const zone = useZone()
  if (state === 'resolved') return null
  const task = state === 'open' ? 'Acknowledge' : 'Decide'
  const leftMs = dueAt.getTime() - now.getTime()
  const isLate = leftMs < 0
  return (
    <time
      dateTime={dueAt.toISOString()}
      title={dayAndTime(dueAt, zone)}
      className={isLate ? 'inline-flex items-center gap-1.5 font-semibold text-bad' : undefined}
    >
      {isLate && <TriangleAlert className="size-4" aria-hidden="true" />}
      {isLate ? `${task}: ${roughDuration(-leftMs)} late` : `${task} in ${roughDuration(leftMs)}`}
    </time>
  )
}

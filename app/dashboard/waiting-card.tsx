import { MessageSquare, PhoneMissed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import type { MissedCall, UnreadChat, WaitingForExpert } from '#domain/sessions/contract.ts'
import { counted } from '#kernel/count-text.ts'

type Props = {
  waiting: WaitingForExpert
  /** Whether feedback is waiting above this card. */
  hasReminders: boolean
  zone: string
  now: Date
}

/** Unread messages and missed calls. Each leads to its session. */
export function WaitingCard({ waiting: { chats, calls }, hasReminders, zone, now }: Props) {
  if (chats.total + calls.total === 0) {
    if (hasReminders) return null
    return (
      <Card as="section" aria-labelledby="waiting">
        <CardHeader level={3} title={<span id="waiting">Waiting for you</span>} />
        <p className="text-soft">
          Nothing at the moment. Unread messages, missed calls and open feedback will appear here.
        </p>
      </Card>
    )
  }
  return (
    <Card as="section" aria-labelledby="waiting">
      <CardHeader level={3} title={<span id="waiting">Messages and missed calls</span>} />
      <div className="grid grid-cols-1 gap-4">
        <Rows label="Unread messages" {...chats}>
          {chats.latest.map((chat) => (
            <Row key={chat.sessionId} item={chat} icon={<MessageSquare />} zone={zone} now={now}>
              {counted(chat.count, 'new message')}
            </Row>
          ))}
        </Rows>
        <Rows label="Missed calls" {...calls}>
          {calls.latest.map((call) => (
            <Row key={call.sessionId} item={call} icon={<PhoneMissed />} zone={zone} now={now}>
              Missed {call.callType} call
              {call.question && <p className="line-clamp-2 text-soft wrap-anywhere">{call.question}</p>}
            </Row>
          ))}
        </Rows>
      </div>
    </Card>
  )
}

type RowsProps = { label: string; latest: unknown[]; total: number; children: ReactNode }

function Rows({ label, latest, total, children }: RowsProps) {
  if (total === 0) return null
  return (
    <div>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
      {total > latest.length && (
        <p className="mt-3 text-small text-quiet">And {total - latest.length} more among your sessions.</p>
      )}
    </div>
  )
}

type RowProps = { item: UnreadChat | MissedCall; icon: ReactNode; zone: string; now: Date; children: ReactNode }

function Row({ item: { sessionId, studentName, at }, icon, zone, now, children }: RowProps) {
  return (
    <li className="group relative flex gap-3.5 py-3 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="mt-1 shrink-0 text-accent [&>svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link
            to={`/expert/sessions/${sessionId}`}
            className="font-semibold wrap-anywhere group-hover:underline group-hover:underline-offset-4 after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {studentName}
          </Link>
          <span className="text-small text-quiet">
            <RelativeTime at={at} now={now} zone={zone} />
          </span>
        </p>
        <div className="text-small text-quiet">{children}</div>
      </div>
    </li>
  )
}

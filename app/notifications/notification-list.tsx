import { Bell, Check } from 'lucide-react'
import { Link } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { groupByDay } from '#app/notifications/by-day.ts'
import { kindIcons } from '#app/notifications/kind-icons.tsx'
import { useMarkReadForm } from '#app/notifications/use-mark-read-form.ts'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import type { NotificationRow } from '#domain/notifications/contract.ts'
import { notificationText } from '#domain/notifications/text.ts'

type Props = { rows: NotificationRow[]; now: Date }

export function NotificationList({ rows, now }: Props) {
  const zone = useZone()
  return groupByDay(rows, { now, zone }).map(({ day, name, rows: rowsOfDay }) => (
    <section key={day} aria-labelledby={`day-${day}`} className="mt-6 first:mt-0">
      <h2 id={`day-${day}`} className="mb-2 text-small font-semibold text-quiet">
        {name}
      </h2>
      <Card className="px-0 py-0 md:px-0 md:py-0">
        <ul className="divide-y divide-line">
          {rowsOfDay.map((row) => (
            <Row key={row.id} row={row} now={now} />
          ))}
        </ul>
      </Card>
    </section>
  ))
}

function Row({ row, now }: { row: NotificationRow; now: Date }) {
  const zone = useZone()
  const { id, told: content, name, createdAt, isRead } = row
  const { title, body, detail } = notificationText(content, { name })
  return (
    <li className="relative flex items-start gap-3 p-4 first:rounded-t-card last:rounded-b-card has-[a:hover]:bg-float md:gap-4 md:px-5">
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-full bg-float [&>svg]:size-4.5',
          isRead ? 'text-quiet' : 'text-accent',
        )}
      >
        {kindIcons[content.kind] ?? <Bell />}
      </span>
      <div className="min-w-0 flex-1">
        {/* The whole row is the link; its route marks the notification as read. */}
        <Link
          to={`/notifications/${id}`}
          className={cx(
            'wrap-anywhere after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent',
            isRead ? 'font-medium text-soft' : 'font-semibold',
          )}
        >
          {!isRead && <span className="sr-only">Unread: </span>}
          {title}
        </Link>
        <p className="mt-0.5 text-small wrap-anywhere text-soft">{body}</p>
        {detail && <p className="mt-0.5 text-small wrap-anywhere text-soft">{detail}</p>}
        <p className="mt-1 text-small text-quiet">
          <RelativeTime at={createdAt} now={now} zone={zone} />
        </p>
      </div>
      {!isRead && <MarkRead id={id} title={title} />}
    </li>
  )
}

const findLink = (form: HTMLElement) => form.closest('li')?.querySelector('a')

function MarkRead({ id, title }: { id: string; title: string }) {
  const { Form, ref, problem } = useMarkReadForm(findLink)
  return (
    <Form
      ref={ref}
      method="post"
      action="/notifications"
      className="relative z-10 -my-1 -mr-2 flex max-w-44 flex-col items-end"
    >
      <input type="hidden" name="act" value="read" />
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        aria-label={`Mark as read: ${title}`}
        title="Mark as read"
        className="flex size-11 items-center justify-center rounded-control text-quiet hover:bg-line hover:text-text"
      >
        <Check className="size-5" aria-hidden="true" />
      </button>
      <ErrorLine text={problem} />
    </Form>
  )
}

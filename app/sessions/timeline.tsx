import { useZone } from '#app/base/zone.tsx'
import { eventText } from '#app/sessions/session-text.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionEvent, SessionView } from '#domain/sessions/contract.ts'
import { clockText, dateText, timeText } from '#kernel/time.ts'

type Props = { events: SessionEvent[]; session: SessionView }

/** All events of a session. Both people and the team see the same text. */
export function Timeline({ events, session }: Props) {
  const zone = useZone()
  const start = session.askedAt.getTime()
  return (
    <Card as="section" className="print:hidden">
      <CardHeader
        title="Timeline"
        description={`${dateText(session.askedAt, zone)}, ${session.side ? 'the same for both of you' : 'as shown to both sides'}`}
      />
      <ol className="relative before:absolute before:inset-y-2 before:left-1 before:w-px before:bg-line">
        {events.map((event) => (
          <li key={event.id} className="relative py-2 pl-6 wrap-anywhere">
            <span
              aria-hidden="true"
              className="absolute top-4 left-0 size-2.25 rounded-full border-2 border-quiet bg-raised"
            />
            <p>{eventText(event, session)}</p>
            <p className="figures text-small text-quiet">
              <time dateTime={event.at.toISOString()}>{timeText(event.at, zone)}</time>
              <span className="ml-2">
                <span aria-hidden="true">+</span>
                <span className="sr-only">after </span>
                {clockText(Math.max(0, Math.floor((event.at.getTime() - start) / 1_000)))}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

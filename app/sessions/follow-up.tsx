import { clockTime, dayText, zoneText } from '#app/base/time-text.ts'
import { minutesText } from '#app/sessions/session-text.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'

export type FollowUp = {
  minutes: number
  zone: string
  /** The next days with free times. Each link has its time filled in. */
  days: { day: string; times: { at: Date; to: string }[] }[]
  /** All times, from the first free day. */
  more: string
  /** False when no time can be booked at all. */
  hasMore: boolean
}

type Props = {
  followUp: FollowUp
  expertName: string
  /** The expert suggested it in the summary. */
  isSuggested: boolean
}

export function bookPath(expertId: string): string {
  return `/expert/details/${expertId}/book`
}

/** Lets the student book the next session with the same expert. */
export function FollowUpCard({ followUp, expertName, isSuggested }: Props) {
  const { minutes, zone, days, more, hasMore } = followUp
  const firstTime = days[0]?.times[0]
  return (
    <Card as="section" id="follow-up" aria-labelledby="follow-up-title" className="scroll-mt-20 print:hidden">
      <CardHeader
        title={
          <span id="follow-up-title">{isSuggested ? `${expertName} suggests a follow-up` : 'Book the follow-up'}</span>
        }
        description={
          firstTime ? `Next free times for ${minutesText(minutes)}, ${zoneText(zone, firstTime.at)}` : undefined
        }
      />
      {days.length > 0 ? (
        <ul className="mb-4 grid gap-3">
          {days.map(({ day, times }) => (
            <li key={day} className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span className="min-w-36 text-small text-soft">{times[0] && dayText(times[0].at, zone)}</span>
              {times.map(({ at, to }) => (
                <ButtonLink key={to} to={to} variant="outline" size="small">
                  <span className="sr-only">{dayText(at, zone)}, </span>
                  <time dateTime={at.toISOString()}>{clockTime(at, zone)}</time>
                </ButtonLink>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mb-4 text-soft">
          {hasMore
            ? `${expertName} has no free time in the next seven days.`
            : `${expertName} has no free times at the moment.`}
        </p>
      )}
      {hasMore && (
        <ButtonLink to={more} variant="quiet" size="small">
          {days.length > 0 ? 'Other times' : 'See the next free day'}
        </ButtonLink>
      )}
    </Card>
  )
}

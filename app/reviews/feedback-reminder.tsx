import { Link } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { reminderTitle } from '#app/reviews/review-text.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { FeedbackReminders } from '#domain/reviews/contract.ts'
import { dateText } from '#kernel/time.ts'

/** Lists sessions whose feedback the expert postponed. */
export function FeedbackReminder({ reminders: { latest, total } }: { reminders: FeedbackReminders }) {
  const zone = useZone()
  if (total === 0) return null
  return (
    <Notice title={reminderTitle(total)}>
      <ul aria-label="Sessions without feedback" className="mt-1">
        {latest.map(({ sessionId, studentName, endedAt }) => (
          <li key={sessionId}>
            <Link
              to={`/expert/sessions/${sessionId}#feedback`}
              className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere hover:text-text md:min-h-8"
            >
              {studentName}, {dateText(endedAt, zone)}
            </Link>
          </li>
        ))}
      </ul>
      {total > latest.length && <p className="mt-1">And {total - latest.length} more among your sessions.</p>}
    </Notice>
  )
}

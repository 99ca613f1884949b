import type { PastAction } from '#demo/past/past-action.ts'
import { toInstant } from '#demo/past/past-clock.ts'
import type { ReplayContext } from '#demo/past/replay-context.ts'
import { markAllRead } from '#domain/notifications/mark-read.server.ts'
import type { Person } from '#domain/policy.ts'

/** Marks all notifications as read, except those of the last two days. */
export function readingActions({ as }: ReplayContext, { people, now }: { people: Person[]; now: Date }): PastAction[] {
  const at = toInstant({ daysAgo: 2, at: '08:30' }, now)
  return people.map((person) => ({ at, run: () => markAllRead(as(person)) }))
}

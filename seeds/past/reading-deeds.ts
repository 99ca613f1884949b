import { markAllRead } from '#domain/notifications/mark-read.server.ts'
import type { Person } from '#domain/policy.ts'
import type { Deed } from '#seeds/past/deed.ts'
import { instantOf } from '#seeds/past/past-clock.ts'
import type { Stage } from '#seeds/past/stage.ts'

/** Everybody has read what they were told, but for the last two days. */
export function readingDeeds({ as }: Stage, { people, now }: { people: Person[]; now: Date }): Deed[] {
  const at = instantOf({ ago: 2, at: '08:30' }, now)
  return people.map((person) => ({ at, act: () => markAllRead(as(person)) }))
}

import type { Deed } from '#demo/past/deed.ts'
import { instantOf } from '#demo/past/past-clock.ts'
import type { Stage } from '#demo/past/stage.ts'
import { markAllRead } from '#domain/notifications/mark-read.server.ts'
import type { Person } from '#domain/policy.ts'

/** Everybody has read what they were told, but for the last two days. */
export function readingDeeds({ as }: Stage, { people, now }: { people: Person[]; now: Date }): Deed[] {
  const at = instantOf({ ago: 2, at: '08:30' }, now)
  return people.map((person) => ({ at, act: () => markAllRead(as(person)) }))
}

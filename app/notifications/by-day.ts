import type { NotificationRow } from '#domain/notifications/contract.ts'
import { dayOf } from '#kernel/days.ts'
import { dateText, daysLater } from '#kernel/time.ts'

type Day = { day: string; name: string; rows: NotificationRow[] }

/** Groups rows, newest first, by day in the viewer's zone. */
export function groupByDay(rows: NotificationRow[], { now, zone }: { now: Date; zone: string }): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    const day = dayOf(row.createdAt, zone)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, name: dayName(row.createdAt, { now, zone }), rows: [row] })
  }
  return days
}

function dayName(time: Date, { now, zone }: { now: Date; zone: string }): string {
  const day = dayOf(time, zone)
  if (day === dayOf(now, zone)) return 'Today'
  return day === dayOf(daysLater(now, -1), zone) ? 'Yesterday' : dateText(time, zone)
}

import { dayAndTime, relativeTime } from '#kernel/time.ts'

/** A relative time, with the exact time as tooltip and for screen readers. */
export function RelativeTime({ at, now, zone }: { at: Date; now: Date; zone: string }) {
  const exact = dayAndTime(at, zone)
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      {relativeTime(at, now)}
      <span className="sr-only">, {exact}</span>
    </time>
  )
}

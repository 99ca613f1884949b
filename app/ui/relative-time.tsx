import { dayAndTime, relativeTime } from '#kernel/time.ts'

/** How long ago, with the exact time for those who point at it and for those who listen. */
export function RelativeTime({ at, now, zone }: { at: Date; now: Date; zone: string }) {
  const exact = dayAndTime(at, zone)
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      {relativeTime(at, now)}
      <span className="sr-only">, {exact}</span>
    </time>
  )
}

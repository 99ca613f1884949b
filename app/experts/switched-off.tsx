import { useZone } from '#app/base/zone.tsx'
import { GoOnline } from '#app/experts/go-online.tsx'
import type { Online } from '#app/experts/use-online.ts'
import { Notice } from '#app/ui/notice.tsx'
import { dayAndTime } from '#kernel/time.ts'

/** Explains why the system set the expert to offline. */
export function SwitchedOff({ switchedOffAt, online }: { switchedOffAt: Date; online: Online }) {
  return (
    <Notice tone="bad" title="You were set to offline" announce action={<GoOnline online={online} />}>
      You did not answer two requests in a row, so we set you to offline on {dayAndTime(switchedOffAt, useZone())}. Go
      online when you are back.
    </Notice>
  )
}

import { useZone } from '#app/base/zone.tsx'
import { GoOnline } from '#app/experts/go-online.tsx'
import type { Online } from '#app/experts/use-online.ts'
import { Notice } from '#app/ui/notice.tsx'
import { dayAndTime } from '#kernel/time.ts'

/** Says why the switch is off although nobody here has moved it. */
export function SwitchedOff({ at, online }: { at: Date; online: Online }) {
  return (
    <Notice tone="bad" title="You were set to offline" announce action={<GoOnline online={online} />}>
      Two requests in a row were not answered. On {dayAndTime(at, useZone())} we switched you off, so that
      students do not wait in vain. Go online when you are back.
    </Notice>
  )
}

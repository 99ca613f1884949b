import { useEffect, useEffectEvent } from 'react'
import type { AskedQuestion } from '#app/experts/open-request-context.ts'
import { requestParam } from '#app/experts/request-param.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type Props = {
  callType: CallType
  earlierQuestion: AskedQuestion | null | undefined
  request(callType: CallType, earlierQuestion?: AskedQuestion | null): void
}

/** Repeats the call request once after the login, or after the link of an alert. For signed-in people. */
export function RepeatedRequest({ callType, earlierQuestion, request }: Props) {
  const earlierCallType = earlierQuestion?.callType
  const repeat = useEffectEvent(() => request(callType, earlierQuestion))
  useEffect(() => {
    const { pathname, search } = window.location
    if ((earlierCallType ?? new URLSearchParams(search).get(requestParam)) !== callType) return
    // Removed from the URL immediately, because a reload or a second button must not repeat the request. These links
    // have no other parameters.
    history.replaceState(history.state, '', pathname)
    repeat()
  }, [callType, earlierCallType])
  return null
}

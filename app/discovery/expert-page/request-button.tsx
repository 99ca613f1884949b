import type { ComponentProps } from 'react'
import { useViewer } from '#app/base/use-viewer.ts'
import { callable } from '#app/experts/status-in-page.ts'
import { type ExpertToCall, useSessionRequest } from '#app/experts/use-session-request.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import type { ExpertStatus } from '#domain/discovery/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'> & {
  expert: ExpertToCall
  status: ExpertStatus
  callType: CallType
}

/** A disabled button must not look like the main action of the screen. */
const disabledStyle = 'disabled:border disabled:border-line-strong disabled:bg-transparent disabled:text-text'

/** Requests a call. For visitors it is a form that leads to the login and back, so it works without scripts. */
export function RequestButton({ expert, status, callType, ...buttonLook }: Props) {
  const viewer = useViewer()
  const request = useSessionRequest(expert, status)
  const buttonProps = { ...buttonLook, ...callable(status), className: cx('w-full', disabledStyle) }
  if (viewer) return <Button {...buttonProps} onClick={() => request(callType)} />
  return (
    <form
      action="/login"
      onSubmit={(event) => {
        event.preventDefault()
        request(callType)
      }}
    >
      <input type="hidden" name="redirect" value={`/expert/details/${expert.id}`} />
      <Button {...buttonProps} type="submit" />
    </form>
  )
}

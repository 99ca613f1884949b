import type { ComponentProps } from 'react'
import { type CallType, useBooking } from '#app/features/experts/use-booking.ts'
import { useViewer } from '#app/features/frame/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import type { ExpertPage, ExpertStatus } from '#domain/discovery/contract.ts'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'> & {
  expert: Pick<ExpertPage, 'id'>
  status: ExpertStatus
  callType: CallType
}

/**
 * Asks for a call. A visitor's is the button of a form that leads to the login and back to the expert, so that it also works
 * before any script runs.
 */
export function BookingButton({ expert, status, callType, ...look }: Props) {
  const viewer = useViewer()
  const book = useBooking(expert, status)
  const disabled = status !== 'online'
  if (viewer)
    return <Button {...look} className="w-full" disabled={disabled} onClick={() => book(callType)} />
  return (
    <form
      action="/login"
      onSubmit={(event) => {
        event.preventDefault()
        book(callType)
      }}
    >
      <input type="hidden" name="redirect" value={`/expert/details/${expert.id}`} />
      <Button {...look} type="submit" className="w-full" disabled={disabled} />
    </form>
  )
}

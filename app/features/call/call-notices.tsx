import type { ReactNode } from 'react'
import type { Call, CallView } from '#app/features/call/call.ts'
import type { Stage } from '#app/features/call/stage.ts'
import { Button } from '#app/ui/button.tsx'

type Props = { view: CallView; stage: Stage; call: Call }

/** What the two should know now, above the picture and not over a face. */
export function CallNotices({ view, stage, call }: Props) {
  const { warning, deviceProblem, side } = view
  return (
    <div className="absolute inset-x-4 top-20 mx-auto grid max-w-form gap-2">
      {stage === 'reconnecting' && (
        <Strip>Reconnecting. Nobody hears you now, and this time is not charged.</Strip>
      )}
      {deviceProblem && (
        <Strip
          action={
            <Button size="small" variant="outline" onClick={() => void call.open()}>
              Try again
            </Button>
          }
        >
          {deviceProblem.device === 'camera'
            ? 'Your camera cannot be used, so the call goes on with your voice.'
            : 'Your microphone cannot be used: you can listen, but not speak. Allow it in the address bar of your browser.'}
        </Strip>
      )}
      {warning !== null && stage === 'connected' && (
        <Strip urgent>
          {side === 'student'
            ? lowBalanceWords(warning)
            : `The student’s money lasts for about ${minutes(warning)} more.`}
        </Strip>
      )}
    </div>
  )
}

function lowBalanceWords(left: number): string {
  return `Low balance: your money lasts for about ${minutes(left)} more. Then the call ends.`
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`
}

function Strip({
  children,
  action,
  urgent = false,
}: {
  children: ReactNode
  action?: ReactNode
  urgent?: boolean
}) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className="flex flex-wrap items-center gap-3 rounded-card border border-accent/40 bg-ink/90 px-4 py-3 text-small"
    >
      <p className="min-w-0 flex-1 basis-48">{children}</p>
      {action}
    </div>
  )
}

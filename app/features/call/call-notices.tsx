import { useState } from 'react'
import { AudioOnlyNotice } from '#app/features/call/audio-only.tsx'
import type { Call, CallView } from '#app/features/call/call.ts'
import { ShareNotice } from '#app/features/call/share-screen.tsx'
import { msLeft, type Stage } from '#app/features/call/stage.ts'
import { Strip } from '#app/features/call/strip.tsx'
import { useTicks } from '#app/features/call/use-call.ts'
import { deviceHelp } from '#app/features/devices/device-help.ts'
import type { DeviceTrouble } from '#app/features/devices/open-media.ts'
import { QuickTopUp } from '#app/features/wallet/quick-top-up.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type Props = { view: CallView; stage: Stage; call: Call }

/** What the two should know now: between the picture and the controls, where it covers neither. */
export function CallNotices({ view, stage, call }: Props) {
  const { warning, trouble, side } = view
  const left = useMinutesLeft(view)
  return (
    <div className="mx-auto grid w-full max-w-form gap-2 px-4 not-empty:py-3">
      {stage === 'reconnecting' && (
        <Strip>Reconnecting. Nobody hears you now, and this time is not charged.</Strip>
      )}
      {trouble && (
        <Strip
          action={
            <Button size="small" variant="outline" onClick={() => void call.open()}>
              Try again
            </Button>
          }
        >
          <TroubleWords trouble={trouble} />
        </Strip>
      )}
      <ShareNotice call={call} view={view} />
      <AudioOnlyNotice call={call} view={view} />
      {warning !== null && stage === 'connected' && (
        <Strip urgent action={side === 'student' && <AddMoney />}>
          {side === 'student'
            ? lowBalanceWords(left ?? warning)
            : `The student’s money lasts for about ${minutes(left ?? warning)} more.`}
        </Strip>
      )}
    </div>
  )
}

/** Begun ones counted: somebody with money for two minutes is not told of three. */
function useMinutesLeft({ session, meter }: CallView): number | null {
  const ms = msLeft(meter, useTicks())
  return ms === null || !session ? null : Math.max(1, Math.ceil(ms / session.minuteMs))
}

function TroubleWords({ trouble }: { trouble: DeviceTrouble }) {
  const { title, text } = deviceHelp(trouble, navigator.userAgent)
  const goesOn =
    trouble.device === 'camera' ? 'The call goes on with your voice.' : 'You can listen, but not speak.'
  return `${title}. ${goesOn} ${text}`
}

/** Money that is added here makes the call longer at once. */
function AddMoney() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      title="Add money"
      description="The call goes on meanwhile."
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button size="small">Add money</Button>}
    >
      <QuickTopUp onAdded={() => setIsOpen(false)} />
    </Dialog>
  )
}

function lowBalanceWords(left: number): string {
  return `Low balance: your money lasts for about ${minutes(left)} more. Then the call ends.`
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`
}

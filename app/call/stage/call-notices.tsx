import { useState } from 'react'
import { AudioOnlyNotice } from '#app/call/controls/audio-only.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { ShareNotice } from '#app/call/controls/share-screen.tsx'
import { GoOn, UntilWhen } from '#app/call/stage/booked-time.tsx'
import { isLive, msLeft, type Stage } from '#app/call/engine/stage.ts'
import { Strip } from '#app/call/controls/strip.tsx'
import { limitOf, noticeWords, shortLimitWords } from '#app/call/stage/time-left.ts'
import { useTicks } from '#app/call/engine/use-call.ts'
import { deviceHelp } from '#app/call/devices/device-help.ts'
import type { DeviceTrouble } from '#app/call/devices/open-media.ts'
import { QuickTopUp } from '#app/wallet/quick-top-up.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type Props = { view: CallView; stage: Stage; call: Call; isSmall: boolean }

/** What the two should know now: between the picture and the controls, where it covers neither. A small window says it in short. */
export function CallNotices({ view, stage, call, isSmall }: Props) {
  const { warning, trouble, side } = view
  const limit = limitOf(view)
  const left = useMinutesLeft(view) ?? warning ?? 0
  return (
    <div
      className={
        isSmall
          ? 'grid gap-2 px-2 not-empty:pt-2'
          : 'mx-auto grid w-full max-w-form gap-2 px-4 not-empty:py-3'
      }
    >
      {stage === 'reconnecting' && (
        <Strip>{isSmall ? 'Reconnecting. Not charged.' : reconnectingWords(view)}</Strip>
      )}
      {trouble && (
        <Strip
          action={
            <Button size="small" variant="outline" onClick={() => void call.open()}>
              Try again
            </Button>
          }
        >
          {isSmall ? goesOnWords(trouble) : <TroubleWords trouble={trouble} />}
        </Strip>
      )}
      <ShareNotice call={call} view={view} isSmall={isSmall} />
      {!isSmall && <AudioOnlyNotice call={call} view={view} />}
      {isLive(stage) && <UntilWhen key={view.session?.endsAt} view={view} isSmall={isSmall} />}
      {warning !== null && isLive(stage) && limit === 'booked' && (
        <GoOn view={view} minutesLeft={left} isSmall={isSmall} />
      )}
      {warning !== null && isLive(stage) && limit !== 'booked' && (
        <Strip action={limit === 'money' && side === 'student' && <AddMoney />}>
          {isSmall ? shortLimitWords(left) : noticeWords(limit, left, side)}
        </Strip>
      )}
    </div>
  )
}

function reconnectingWords({ isUnheard, quality }: CallView): string {
  return isUnheard && quality !== 'lost'
    ? 'Reconnecting to our servers. You can go on talking, and this time is not charged.'
    : 'Reconnecting. Nobody hears you now, and this time is not charged.'
}

/** Begun ones counted: somebody with money for two minutes is not told of three. */
function useMinutesLeft({ session, meter }: CallView): number | null {
  const ms = msLeft(meter, useTicks())
  return ms === null || !session ? null : Math.max(1, Math.ceil(ms / session.minuteMs))
}

function TroubleWords({ trouble }: { trouble: DeviceTrouble }) {
  const { title, text } = deviceHelp(trouble, navigator.userAgent)
  return `${title}. ${goesOnWords(trouble)} ${text}`
}

function goesOnWords({ device }: DeviceTrouble): string {
  return device === 'camera' ? 'The call goes on with your voice.' : 'You can listen, but not speak.'
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

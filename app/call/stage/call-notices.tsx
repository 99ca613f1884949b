import { NoPictureNotice } from '#app/call/controls/audio-only.tsx'
import type { Control } from '#app/call/controls/control.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { ShareNotice } from '#app/call/controls/share-screen.tsx'
import { ContinueOffer, EndTimeNotice } from '#app/call/stage/booked-time.tsx'
import { wasConnected, type CallScreen } from '#app/call/engine/call-screen.ts'
import { CallNotice } from '#app/call/controls/call-notice.tsx'
import { chooseLimit, noticeText, shortLimitText } from '#app/call/stage/time-left.ts'
import { deviceHelp } from '#app/call/devices/device-help.ts'
import type { DeviceProblem } from '#app/call/devices/open-media.ts'
import { Button } from '#app/ui/button.tsx'

type Props = {
  view: CallView
  callScreen: CallScreen
  call: Call
  minutesLeft: number | null
  /** Null for experts. */
  addMoney: Control | null
  isSmall: boolean
}

/** Notices between the video and the controls, where they cover neither. The small window shows short versions. */
export function CallNotices({ view, callScreen, call, minutesLeft, addMoney, isSmall }: Props) {
  const { warning, deviceProblem, side } = view
  const limit = chooseLimit(view)
  const isLow = warning !== null && minutesLeft !== null && wasConnected(callScreen)
  return (
    <div
      className={
        isSmall ? 'grid gap-2 px-2 not-empty:pt-2' : 'mx-auto grid w-full max-w-form gap-2 px-4 not-empty:py-3'
      }
    >
      {callScreen === 'reconnecting' && (
        <CallNotice>{isSmall ? 'Reconnecting. Not charged.' : reconnectingText(view)}</CallNotice>
      )}
      {deviceProblem && (
        <CallNotice
          action={
            <Button size="small" variant="outline" onClick={() => void call.open()}>
              Try again
            </Button>
          }
        >
          {isSmall ? withoutDeviceText(deviceProblem) : <DeviceProblemText deviceProblem={deviceProblem} />}
        </CallNotice>
      )}
      <ShareNotice call={call} view={view} isSmall={isSmall} />
      {!isSmall && <NoPictureNotice call={call} view={view} />}
      {wasConnected(callScreen) && <EndTimeNotice key={view.session?.endsAt} view={view} isSmall={isSmall} />}
      {isLow && limit === 'booked' && <ContinueOffer view={view} minutesLeft={minutesLeft} isSmall={isSmall} />}
      {isLow && limit !== 'booked' && (
        <CallNotice action={limit === 'money' && addMoney && <AddMoneyButton addMoney={addMoney} />}>
          {isSmall ? shortLimitText(minutesLeft) : noticeText(limit, minutesLeft, side)}
        </CallNotice>
      )}
    </div>
  )
}

function AddMoneyButton({ addMoney }: { addMoney: Control }) {
  return (
    <Button size="small" onClick={addMoney.onSelect}>
      {addMoney.label}
    </Button>
  )
}

function reconnectingText({ isMeterSilent, quality }: CallView): string {
  return isMeterSilent && quality !== 'lost'
    ? 'Reconnecting to our servers. You can keep talking, and this time is not charged.'
    : 'Reconnecting. Nobody can hear you now, and this time is not charged.'
}

function DeviceProblemText({ deviceProblem }: { deviceProblem: DeviceProblem }) {
  const { title, text } = deviceHelp(deviceProblem, navigator.userAgent)
  return `${title}. ${withoutDeviceText(deviceProblem)} ${text}`
}

function withoutDeviceText({ device }: DeviceProblem): string {
  return device === 'camera' ? 'The call continues with your voice only.' : 'You can listen, but not speak.'
}

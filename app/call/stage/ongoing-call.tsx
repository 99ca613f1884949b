import { ArrowLeftRight, Maximize2, PhoneOff } from 'lucide-react'
import { Fragment, type RefObject, useState } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { CallControls } from '#app/call/controls/call-controls.tsx'
import { CallNotices } from '#app/call/stage/call-notices.tsx'
import { CallPill, LineQuality, MutedMedia } from '#app/call/stage/call-pill.tsx'
import { type Control, controlKey } from '#app/call/controls/control.ts'
import { hangUp } from '#app/call/engine/hang-up.ts'
import { LeaveGuard } from '#app/call/stage/leave-guard.tsx'
import { RemotePicture, SelfView } from '#app/call/stage/call-video.tsx'
import { hangUpShortcut } from '#app/call/controls/shortcuts-help.tsx'
import { SmallControls } from '#app/call/controls/small-controls.tsx'
import { ScreenCaption } from '#app/call/controls/share-screen.tsx'
import { MutedHint } from '#app/call/stage/speaking.tsx'
import { ringSecondsLeft, ringTimeText, type CallScreen, wasConnected } from '#app/call/engine/call-screen.ts'
import { useAnimationClock } from '#app/call/engine/use-call.ts'
import { muteControl, useControls } from '#app/call/controls/use-controls.tsx'
import { useAddMoney } from '#app/call/stage/use-add-money.tsx'
import { useLeaveConfirmation } from '#app/call/stage/use-leave-confirmation.tsx'
import { useShortcuts, useShortcutsChoice } from '#app/call/controls/use-shortcuts.ts'
import type { Size } from '#app/call/stage/use-size.ts'
import { useWakeLock } from '#app/call/stage/use-wake-lock.ts'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'

type Props = {
  call: Call
  view: CallView
  callScreen: CallScreen
  minutesLeft: number | null
  otherName: string
  surface: RefObject<HTMLElement | null>
  size: Size
  /** Moves the small window to another corner. */
  onMove(): void
  /** Called when the user hangs up and the server cannot be reached. */
  onLeave(): void
}

/** The call from the first ring until it ends. */
export function OngoingCall(props: Props) {
  const { call, view, callScreen, minutesLeft, otherName, surface, size, onMove, onLeave } = props
  const { isSmall, makeSmall, makeLarge } = size
  const shortcuts = useShortcutsChoice()
  const controls = useControls({ call, view, otherName, surface, isSmall, onSmall: makeSmall, shortcuts })
  const addMoney = useAddMoney(view, surface)
  const leaveConfirmation = useLeaveConfirmation(view, callScreen)
  const hangUpControl: Control = {
    label: callScreen === 'ringing' ? 'Cancel the call' : 'Hang up',
    word: callScreen === 'ringing' ? 'Cancel' : 'Hang up',
    icon: <PhoneOff />,
    shortcut: hangUpShortcut,
    onSelect: () => leaveConfirmation.confirm(() => hangUp(call, onLeave)),
  }
  const mute = muteControl(call, view)
  const isBesideBoard = view.isBoardOpen && wasConnected(callScreen) && !isSmall
  const newCount = controls.reduce((sum, { badge = 0 }) => sum + badge, 0)
  const back: Control = {
    label: newCount ? `Back to the call, ${newCount} new` : 'Back to the call',
    icon: <Maximize2 />,
    badge: newCount,
    shortcut: 'w',
    onSelect: makeLarge,
  }
  useShortcuts({
    areEnabled: shortcuts[0],
    isSmall,
    surface,
    controls: isSmall ? [mute, back, hangUpControl] : [...controls, hangUpControl],
    call,
  })
  useWakeLock()
  return (
    <>
      <div className={cx('relative flex min-h-0', isSmall ? 'h-40 md:h-44' : 'flex-1')}>
        <Picture
          view={view}
          callScreen={callScreen}
          minutesLeft={minutesLeft}
          otherName={otherName}
          isSmall={isSmall}
          isBesideBoard={isBesideBoard}
        />
        {!isSmall && controls.map((control) => <Fragment key={controlKey(control)}>{control.panel}</Fragment>)}
      </div>
      <CallNotices
        view={view}
        callScreen={callScreen}
        call={call}
        minutesLeft={minutesLeft}
        addMoney={addMoney?.control ?? null}
        isSmall={isSmall}
      />
      {isSmall ? (
        <SmallControls back={back} mute={mute} hangUp={hangUpControl} onMove={onMove} />
      ) : (
        <CallControls
          controls={addMoney ? [addMoney.control, ...controls] : controls}
          hangUp={hangUpControl}
          showsShortcuts={shortcuts[0]}
        />
      )}
      {addMoney?.dialog}
      {leaveConfirmation.dialog}
      <LeaveGuard onLeave={() => call.hangUp()} />
    </>
  )
}

/**
 * On phones the picture is in a corner of the board, below the buttons of both tabs, and must not catch the pen. A button
 * moves it to the other side. On wider screens the picture is beside the board.
 */
const besideBoardStyle = cx(
  'order-last shrink-0 overflow-hidden bg-ink',
  'max-md:pointer-events-none max-md:absolute max-md:top-38 max-md:z-10 max-md:h-28 max-md:w-36 max-md:rounded-card max-md:border max-md:border-line',
  'md:relative md:w-72 md:border-l md:border-line',
)

type PictureProps = Pick<Props, 'view' | 'callScreen' | 'minutesLeft' | 'otherName'> & {
  isSmall: boolean
  isBesideBoard: boolean
}

/** The other side's video with status around the edges; the small window shows only part of it. */
function Picture({ view, callScreen, minutesLeft, otherName, isSmall, isBesideBoard }: PictureProps) {
  const isConnected = wasConnected(callScreen)
  const [isLeft, setIsLeft] = useState(false)
  const besideBoard = cx(besideBoardStyle, isLeft ? 'max-md:left-2' : 'max-md:right-2')
  return (
    <div className={isBesideBoard ? besideBoard : 'relative min-w-0 flex-1 bg-ink'}>
      <RemotePicture view={view} name={otherName} callScreen={callScreen} isSmall={isSmall || isBesideBoard}>
        {!isConnected && !isSmall && <Waiting callScreen={callScreen} view={view} otherName={otherName} />}
      </RemotePicture>
      {isSmall || isBesideBoard ? (
        <div
          className={cx(
            'pointer-events-none absolute inset-2 flex flex-col items-start',
            isBesideBoard && 'max-md:pr-9',
          )}
        >
          {isConnected && <CallPill view={view} minutesLeft={minutesLeft} isShort />}
          {isBesideBoard && (
            <IconButton
              label="Move the picture to the other side"
              icon={<ArrowLeftRight className="size-5" aria-hidden="true" />}
              className="pointer-events-auto absolute -right-2 -bottom-2 bg-ink/80 md:hidden"
              onClick={() => setIsLeft(!isLeft)}
            />
          )}
          <p className="mt-auto max-w-full truncate rounded-card bg-ink/80 px-2 py-0.5 text-small font-semibold">
            {isConnected ? otherName : screenText(callScreen, otherName)}
          </p>
        </div>
      ) : (
        <>
          <header className="absolute inset-x-0 top-0 flex items-start justify-between gap-3 p-4 pt-[calc(1rem+env(safe-area-inset-top))]">
            <div className="min-w-0 rounded-card bg-ink/80 px-3 py-1.5">
              <p className="truncate text-lead font-semibold">{otherName}</p>
              <LineQuality quality={isConnected ? shownQuality(view) : null} />
              {callScreen === 'connected' && view.other && (
                <MutedMedia callType={view.session?.callType} {...view.other} />
              )}
              <ScreenCaption view={view} otherName={otherName} />
            </div>
            {isConnected && <CallPill view={view} minutesLeft={minutesLeft} />}
          </header>
          <SelfView view={view} isPaused={callScreen === 'reconnecting'} />
          <MutedHint view={view} />
        </>
      )}
    </div>
  )
}

function Waiting({ callScreen, view, otherName }: Pick<PictureProps, 'callScreen' | 'view' | 'otherName'>) {
  const secondsLeft = useRingSecondsLeft(view)
  return (
    <div className="relative">
      <p className="text-title wrap-anywhere">{screenText(callScreen, otherName)}</p>
      <p className="figures mt-1 text-soft">
        {callScreen === 'ringing' && secondsLeft !== null ? ringTimeText(secondsLeft) : 'One moment'}
      </p>
      <p className="mt-1 text-small text-quiet">Nothing is charged before you are both connected.</p>
    </div>
  )
}

/** Hides every quality but 'lost' while the meter does not reply. */
function shownQuality({ quality, isMeterSilent }: CallView): CallView['quality'] {
  return isMeterSilent && quality !== 'lost' ? null : quality
}

function screenText(callScreen: CallScreen, otherName: string): string {
  return callScreen === 'ringing' ? `Calling ${otherName}` : 'Connecting'
}

function useRingSecondsLeft({ session }: CallView): number | null {
  const [endsAtMs, setEndsAtMs] = useState<number | null>(null)
  const nowMs = useAnimationClock()
  if (session && endsAtMs === null) setEndsAtMs(nowMs + session.ringLeftMs)
  return endsAtMs === null ? null : ringSecondsLeft(endsAtMs, nowMs)
}

import { DoorOpen } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { otherParticipant } from '#app/bookings/booking-text.ts'
import { useWaitingRoom, type WaitingState } from '#app/bookings/use-waiting-room.ts'
import { CallStarterContext, JoinBookedCallContext } from '#app/call/engine/calls-context.ts'
import { DeviceCheck } from '#app/call/devices/device-check.tsx'
import { useDevices } from '#app/call/devices/use-devices.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { BookingView } from '#domain/bookings/contract.ts'
import { bookingNoShowMinutes } from '#kernel/limits.ts'

/** Stores the booking that this tab waits for, so that waiting continues after a reload. */
const storageKey = 'samjhao:waiting'

type Props = {
  booking: BookingView
  /** Changes with every live message to this user. */
  changeSignal: unknown
  hasBegun: boolean
}

/** Opens a few minutes before the start and waits until both sides have joined. */
export function WaitingRoom(props: Props) {
  const { booking } = props
  const { name } = otherParticipant(booking)
  const isHydrated = useHydrated()
  const [hasJoined, setHasJoined] = useState<boolean | null>(null)
  const isWaiting = hasJoined ?? (isHydrated && safeSessionStorage.getItem(storageKey) === booking.id)
  const calls = useContext(CallStarterContext)
  useEffect(() => calls?.prepare(), [calls])
  // Leaving the page stops the waiting. A reload does not run this cleanup.
  useEffect(() => () => safeSessionStorage.removeItem(storageKey), [])
  if (isWaiting) return <Room {...props} onLeave={() => setHasJoined(false)} />
  if (booking.state !== 'booked') return null
  const waitingCost = booking.side === 'student' ? ' Waiting costs nothing.' : ''
  return (
    <Card as="section">
      <CardHeader
        title="You can join now"
        description={`The session starts as soon as you and ${name} are both here.${waitingCost}`}
      />
      <Button
        size="large"
        disabled={!isHydrated}
        className="w-full sm:w-auto"
        onClick={() => {
          safeSessionStorage.setItem(storageKey, booking.id)
          setHasJoined(true)
        }}
      >
        <DoorOpen className="size-5" aria-hidden="true" />
        Join the session
      </Button>
    </Card>
  )
}

function Room({ booking, changeSignal, hasBegun, onLeave }: Props & { onLeave(): void }) {
  const { name } = otherParticipant(booking)
  const [callType, setCallType] = useState(booking.callType)
  const devices = useDevices(callType)
  const waiting = useWaitingRoom(booking.id, changeSignal)
  const { revalidate } = useRevalidator()
  const { kind } = waiting
  // When another tab waits, that tab joins the call.
  const shouldJoin = kind === 'begun' || (hasBegun && kind !== 'other tab')
  useJoinBookedCall({ booking, devices, shouldJoin, onJoined: onLeave })
  useEffect(() => {
    // The booking has changed or expired, so reload its state.
    if (kind === 'refused') void revalidate()
  }, [kind, revalidate])
  const { open } = devices
  useEffect(() => void open(), [open])
  if (booking.state !== 'booked') return null
  if (kind === 'other tab' || kind === 'refused') {
    return (
      <Card as="section">
        <Notice
          title={kind === 'refused' ? waiting.text : 'You are waiting in another tab'}
          announce
          action={
            <Button variant="outline" size="small" onClick={onLeave}>
              {kind === 'refused' ? 'Refresh' : 'Wait here instead'}
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <Card as="section">
      <CardHeader title="You are here" description={`Waiting for ${name}. Please keep this tab open.`} />
      <p role="status" className="mb-4 flex items-center gap-2.5">
        <Spinner className="size-4.5 text-accent" />
        {waitingText(waiting, name)}
      </p>
      <DeviceCheck callType={callType} devices={devices} onAudioInstead={() => setCallType('audio')} />
    </Card>
  )
}

function waitingText(waiting: WaitingState, name: string): string {
  if (waiting.kind === 'begun') return 'The session is starting.'
  if (waiting.kind === 'unreachable') return 'The server is not responding. Trying again.'
  if (waiting.kind === 'waiting' && waiting.isOtherHere) {
    return `${name} is here. The session starts as soon as the previous session has ended.`
  }
  return `${name} is not here yet. Anyone who has not joined ${bookingNoShowMinutes} minutes after the start counts as absent.`
}

type JoinOptions = {
  booking: BookingView
  devices: ReturnType<typeof useDevices>
  shouldJoin: boolean
  onJoined(): void
}

/** Joins the call once, with the media of the checked devices. */
function useJoinBookedCall({ booking, devices, shouldJoin, onJoined }: JoinOptions): void {
  const joinBookedCall = useContext(JoinBookedCallContext)
  const hasJoinedCall = useRef(false)
  const { id, side, callType } = booking
  const { name } = otherParticipant(booking)
  const { takeMedia } = devices
  useEffect(() => {
    if (!shouldJoin || hasJoinedCall.current || !joinBookedCall || !side) return
    hasJoinedCall.current = true
    safeSessionStorage.removeItem(storageKey)
    joinBookedCall({ sessionId: id, side, callType, otherName: name, media: takeMedia() ?? undefined })
    onJoined()
  }, [shouldJoin, joinBookedCall, id, side, callType, name, takeMedia, onJoined])
}

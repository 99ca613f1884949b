import { useEffect, useRef, useState } from 'react'
import { sendJson } from '#app/base/send-json.ts'
import type { JoinedBooking } from '#domain/bookings/contract.ts'

/** A participant counts as gone after 30 s without a join request. */
const joinEveryMs = 10_000

export type WaitingState =
  | { kind: 'waiting'; isOtherHere: boolean }
  | { kind: 'begun' }
  /** The last join request failed. The next one may succeed. */
  | { kind: 'unreachable' }
  /** Another tab of the same user has taken over. */
  | { kind: 'other tab' }
  | { kind: 'refused'; text: string }

/**
 * Sends join requests until the session begins, the server refuses, or another tab takes over. A change of
 * `changeSignal` sends one immediately, because browsers throttle timers in hidden tabs.
 */
export function useWaitingRoom(bookingId: string, changeSignal: unknown): WaitingState {
  const [waiting, setWaiting] = useState<WaitingState>({ kind: 'waiting', isOtherHere: false })
  const sendJoinRef = useRef<() => void>(undefined)

  useEffect(() => {
    let isOver = false
    let isSendingJoin = false
    const end = (finalState: WaitingState) => {
      isOver = true
      clearInterval(timer)
      setWaiting(finalState)
    }
    const sendJoin = async () => {
      if (isOver || isSendingJoin) return
      isSendingJoin = true
      const answer = await sendJson<JoinedBooking>(`/bookings/${bookingId}/step`, { act: 'join' })
      isSendingJoin = false
      if (isOver) return
      if (!('refusal' in answer)) {
        if (answer.state === 'begun') end({ kind: 'begun' })
        else setWaiting({ kind: 'waiting', isOtherHere: answer.isOtherHere })
      } else if (temporaryCodes.has(answer.refusal.code)) setWaiting({ kind: 'unreachable' })
      else end({ kind: 'refused', text: answer.refusal.text })
    }
    const timer = setInterval(() => void sendJoin(), joinEveryMs)
    sendJoinRef.current = () => void sendJoin()
    void sendJoin()
    const release = holdWaitingLock(() => end({ kind: 'other tab' }))
    return () => {
      isOver = true
      clearInterval(timer)
      release()
    }
  }, [bookingId])

  useEffect(() => sendJoinRef.current?.(), [changeSignal])
  return waiting
}

const temporaryCodes = new Set(['network', 'broken', 'too_fast'])

/** The tab that started waiting last takes the lock and joins the call. */
function holdWaitingLock(onTaken: () => void): () => void {
  let release = () => undefined as void
  const untilReleased = new Promise<void>((resolve) => (release = resolve))
  let isHeld = true
  navigator.locks?.request('samjhao:waiting', { steal: true }, () => untilReleased).catch(() => isHeld && onTaken())
  return () => {
    isHeld = false
    release()
  }
}

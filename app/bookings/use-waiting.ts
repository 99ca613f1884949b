import { useEffect, useRef, useState } from 'react'
import { sendJson } from '#app/base/send-json.ts'
import type { JoinedBooking } from '#domain/bookings/contract.ts'

/** Well within the half minute after which somebody is no longer there. */
const sayEveryMs = 10_000

export type Waiting =
  | { kind: 'waiting'; isOtherHere: boolean }
  | { kind: 'begun' }
  /** The server cannot be reached for the moment. */
  | { kind: 'unheard' }
  /** The same person waits in another tab. */
  | { kind: 'elsewhere' }
  | { kind: 'refused'; text: string }

/**
 * Says again and again that this person is there, until the session has begun. `news` is whatever may have changed that: it is said at
 * once when it changes, because a tab out of sight is given few moments of its own.
 */
export function useWaiting(bookingId: string, news: unknown): Waiting {
  const [waiting, setWaiting] = useState<Waiting>({ kind: 'waiting', isOtherHere: false })
  const say = useRef<() => void>(undefined)

  useEffect(() => {
    let isOver = false
    let isSaying = false
    const end = (how: Waiting) => {
      isOver = true
      clearInterval(timer)
      setWaiting(how)
    }
    const speak = async () => {
      if (isOver || isSaying) return
      isSaying = true
      const answer = await sendJson<JoinedBooking>(`/bookings/${bookingId}/step`, { act: 'join' })
      isSaying = false
      if (isOver) return
      if (!('refusal' in answer)) {
        if (answer.state === 'begun') end({ kind: 'begun' })
        else setWaiting({ kind: 'waiting', isOtherHere: answer.isOtherHere })
      } else if (passing.has(answer.refusal.code)) setWaiting({ kind: 'unheard' })
      else end({ kind: 'refused', text: answer.refusal.text })
    }
    const timer = setInterval(() => void speak(), sayEveryMs)
    say.current = () => void speak()
    void speak()
    const release = waitAlone(() => end({ kind: 'elsewhere' }))
    return () => {
      isOver = true
      clearInterval(timer)
      release()
    }
  }, [bookingId])

  useEffect(() => say.current?.(), [news])
  return waiting
}

const passing = new Set(['network', 'broken', 'too_fast'])

/** The last tab that begins to wait is the one that goes into the call. */
function waitAlone(onTaken: () => void): () => void {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  let isOwn = true
  navigator.locks?.request('samjhao:waiting', { steal: true }, () => held).catch(() => isOwn && onTaken())
  return () => {
    isOwn = false
    release()
  }
}

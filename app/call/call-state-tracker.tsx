import { Suspense, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import type { LazyLive } from '#app/base/live/lazy-live.ts'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import type { Viewer } from '#app/base/viewer.ts'
import type { CallOverlayState, Calls, TrackerProps, AccountActivity } from '#app/call/calls-provider.tsx'
import type { Call } from '#app/call/engine/call.ts'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import { useOfferOutcome } from '#app/call/use-offer-outcome.ts'
import { useAnswerFromNotification } from '#app/notifications/push/use-answer-from-notification.ts'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { ReloadOffer } from '#app/ui/reload-offer.tsx'

const loadCall = () => import('#app/call/engine/call.ts')
const overlayModule = createLazyModule(() => import('#app/call/call-overlay.tsx'))
const CallOverlay = overlayModule.component<CallOverlayState>(
  (code) => code.default,
  () => <ReloadOffer what="Your call" />,
)
/** Preloads the code of calls. A failed load is retried when it is needed. */
const prepare = () => void Promise.all([loadCall(), overlayModule.load()]).catch(() => undefined)

/** Stores the call of this tab, so that only this tab rejoins it after a reload. */
const storageKey = 'samjhao:call'

/** Tracks the calls of a signed-in user. The call code is loaded only when a call is likely. */
export function CallStateTracker({ viewer, onChange }: TrackerProps) {
  const live = useContext(LiveContext)
  const calls = useCalls(viewer.role, useCallOverlayState(live, viewer.role !== 'team' ? viewer.id : null))
  // A layout effect, so that it runs before the user can press a button that needs it.
  useLayoutEffect(() => onChange(calls), [calls, onChange])
  useLayoutEffect(() => () => onChange(null), [onChange])
  // An expert's page must be able to ring before the first call arrives.
  const isExpert = viewer.role === 'expert'
  useEffect(() => {
    if (isExpert) prepare()
  }, [isExpert])
  return null
}

/** Renders the call overlay only when there is a call. */
export function LazyCallOverlay(overlay: CallOverlayState) {
  if (!overlay.activeCall && !overlay.activity?.open) return null
  return (
    <Suspense fallback={null}>
      <CallOverlay {...overlay} />
    </Suspense>
  )
}

function useCalls(role: Viewer['role'], overlay: CallOverlayState): Calls {
  const { joinCall, prepare } = overlay
  const starter = useMemo(() => {
    if (role !== 'student' && role !== 'user') return null
    return {
      prepare,
      start: ({ expertName, question, ...requestedCall }: RequestedCall) =>
        joinCall({ ...requestedCall, side: 'student' }, expertName, question),
    }
  }, [role, joinCall, prepare])
  const joinBookedCall = useMemo<Calls['joinBookedCall']>(
    () => (role === 'team' ? null : ({ otherName, ...start }) => joinCall(start, otherName)),
    [role, joinCall],
  )
  return useMemo(() => ({ overlay, starter, joinBookedCall }), [overlay, starter, joinBookedCall])
}

function useCallOverlayState(live: LazyLive | null, personId: string | null): CallOverlayState {
  const [activeCall, setActiveCall] = useState<CallOverlayState['activeCall']>(null)
  const [activity, setActivity] = useState<AccountActivity | null>(null)
  const currentCall = useRef<{ sessionId: string; call: Call | null } | null>(null)

  const actions = useMemo(() => {
    async function joinCall(
      ...[start, otherName, question = null]: Parameters<CallOverlayState['joinCall']>
    ): Promise<void> {
      const { sessionId } = start
      const stopMedia = () => start.media?.getTracks().forEach((track) => track.stop())
      if (!live) return stopMedia()
      currentCall.current?.call?.close()
      const joining: typeof currentCall.current = { sessionId, call: null }
      currentCall.current = joining
      safeSessionStorage.setItem(storageKey, sessionId)
      try {
        const { openCall } = await loadCall()
        if (currentCall.current !== joining) return stopMedia()
        joining.call = openCall(live, start)
        setActiveCall({ call: joining.call, otherName, question })
      } catch {
        // The code failed to load, so there is no call here. The bar of the page offers to join.
        stopMedia()
        if (currentCall.current === joining) currentCall.current = null
      }
    }
    return {
      prepare,
      joinCall: (...call: Parameters<CallOverlayState['joinCall']>) => void joinCall(...call),
      isIn: (sessionId: string) => currentCall.current?.sessionId === sessionId,
      leaveCall() {
        safeSessionStorage.removeItem(storageKey)
        currentCall.current?.call?.close()
        currentCall.current = null
        setActiveCall(null)
      },
    }
  }, [live])

  useEffect(() => {
    if (!live || !personId) return undefined
    const unsubscribe = live.watch(`rings:${personId}`, (newActivity) => {
      setActivity(newActivity)
      const { open } = newActivity
      if (!open || currentCall.current || isRinging(open)) return
      // The page was reloaded in the middle of a call.
      const { otherName, sessionId, side, callType } = open
      if (safeSessionStorage.getItem(storageKey) === sessionId)
        actions.joinCall({ sessionId, side, callType }, otherName)
    })
    return () => {
      unsubscribe()
      setActivity(null)
      actions.leaveCall()
    }
  }, [live, personId, actions])
  useOfferOutcome(activity, actions.isIn)
  useAnswerFromNotification(
    activity?.ring ?? null,
    ({ sessionId, callType, studentName }) =>
      actions.joinCall({ sessionId, side: 'expert', callType, isAccepting: true }, studentName),
    personId !== null,
  )
  return useMemo(() => ({ activeCall, activity, ...actions }), [activeCall, activity, actions])
}

function isRinging({ side, state }: NonNullable<AccountActivity['open']>): boolean {
  return side === 'expert' && state === 'ringing'
}

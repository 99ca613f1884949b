import { Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import type { Viewer } from '#app/base/viewer.ts'
import { CallStarterContext } from '#app/call/engine/calls-context.ts'
import type { RequestInProgressProps } from '#app/requests/request-in-progress.tsx'
import { OwnRequestContext } from '#app/requests/request-provider.tsx'
import type { RequestView } from '#app/requests/request-text.ts'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { ReloadOffer } from '#app/ui/reload-offer.tsx'
import type { TopicState } from '#live/protocol.ts'

/** The key of the request that this tab started. Only this tab joins the call, even after a reload. */
export const requestStorageKey = 'samjhao:find'

const RequestInProgress = createLazyModule(
  () => import('#app/requests/request-in-progress.tsx'),
).component<RequestInProgressProps>(
  (code) => code.RequestInProgress,
  () => <ReloadOffer what="Your request" />,
)

/**
 * Shows the student's open request on every page. The tab that started the request joins the call, or shows that no
 * expert accepted. Every other tab shows a bar.
 */
export function RequestHost({ viewer }: { viewer: Viewer }) {
  const isStudent = viewer.role === 'student' || viewer.role === 'user'
  const own = useOwnRequest()
  const activity = useActivity(isStudent ? viewer.id : null)
  const requestId = activity?.request?.requestId ?? own.requestId
  const request = useRequestView(isStudent ? requestId : null)
  const isOwn = requestId !== null && requestId === own.requestId
  useJoinAcceptedCall({ request: isOwn ? request : null, activity, takeMedia: own.takeMedia, onJoined: own.forget })
  const isOver = isOwn && request !== null && request.state !== 'open' && request.state !== 'taken'
  const { close, forget } = own
  useEffect(() => {
    if (isOver) close()
  }, [isOver, close])
  if (!requestId || !request || (request.state !== 'open' && !isOwn)) return null
  return (
    <Suspense>
      <RequestInProgress key={requestId} requestId={requestId} request={request} isOwn={isOwn} onClose={forget} />
    </Suspense>
  )
}

type Activity = TopicState<`rings:${string}`>

/** The request of this tab, even after a reload. */
function useOwnRequest() {
  const { started, forget: forgetStarted } = useContext(OwnRequestContext)
  const [storedId, setStoredId] = useState(() => safeSessionStorage.getItem(requestStorageKey))
  const heldMedia = useRef<MediaStream>(null)
  useEffect(() => {
    heldMedia.current = started?.media ?? null
  }, [started])
  const takeMedia = useCallback(() => {
    const media = heldMedia.current
    heldMedia.current = null
    return media ?? undefined
  }, [])
  const close = useCallback(
    () =>
      takeMedia()
        ?.getTracks()
        .forEach((track) => track.stop()),
    [takeMedia],
  )
  // It is removed from the page when the sign-in has ended.
  useEffect(() => {
    return () => {
      close()
      forgetStarted()
    }
  }, [close, forgetStarted])
  useEffect(() => {
    if (started) safeSessionStorage.setItem(requestStorageKey, started.requestId)
  }, [started])
  return {
    requestId: started?.requestId ?? storedId,
    /** Returns the open devices, which the call then closes. After a reload there are none, and the call opens them. */
    takeMedia,
    /** Stops camera and microphone. */
    close,
    /** Also stops the devices that no call has taken. */
    forget: useCallback(() => {
      close()
      safeSessionStorage.removeItem(requestStorageKey)
      setStoredId(null)
      forgetStarted()
    }, [close, forgetStarted]),
  }
}

function useActivity(studentId: string | null): Activity | null {
  const live = useContext(LiveContext)
  const [activity, setActivity] = useState<Activity | null>(null)
  useEffect(() => {
    if (!live || !studentId) return undefined
    const unsubscribe = live.watch(`rings:${studentId}`, setActivity)
    return () => {
      unsubscribe()
      setActivity(null)
    }
  }, [live, studentId])
  return activity
}

function useRequestView(requestId: string | null): RequestView | null {
  const live = useContext(LiveContext)
  const [latest, setLatest] = useState<{ requestId: string; request: RequestView } | null>(null)
  useEffect(() => {
    if (!live || !requestId) return undefined
    return live.watch(`request:${requestId}`, (request) => setLatest({ requestId, request }))
  }, [live, requestId])
  return latest && latest.requestId === requestId ? latest.request : null
}

type JoinOptions = {
  request: RequestView | null
  activity: Activity | null
  takeMedia(): MediaStream | undefined
  onJoined(): void
}

/** Joins the call with the expert who accepted. If that session is already over, it only forgets the request. */
function useJoinAcceptedCall({ request, activity, takeMedia, onJoined }: JoinOptions): void {
  const calls = useContext(CallStarterContext)
  const joinedId = useRef<string | null>(null)
  useEffect(() => {
    if (request?.state !== 'taken' || !request.session || !calls || !activity) return
    const { id, expertName } = request.session
    if (joinedId.current === id) return
    // The two topics arrive separately, so wait until the rings topic no longer has the request.
    if (activity.request) return
    joinedId.current = id
    if (activity.open?.sessionId === id) {
      const { callType, question, file } = request
      calls.start({
        sessionId: id,
        expertName,
        callType,
        media: takeMedia(),
        question: { question: question ?? '', file },
      })
    }
    onJoined()
  }, [request, activity, calls, takeMedia, onJoined])
}

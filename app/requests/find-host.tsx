import { lazy, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import type { Viewer } from '#app/base/viewer.ts'
import { CallStarterContext } from '#app/call/engine/calls-context.ts'
import { OwnFindContext } from '#app/requests/find-provider.tsx'
import type { FindState } from '#app/requests/find-text.ts'
import type { TopicState } from '#live/protocol.ts'

/** Stores the search that this tab started, so that only this tab joins the call, even after a reload. */
export const findStorageKey = 'samjhao:find'

const loadFind = () => import('#app/requests/find-in-progress.tsx')
const FindInProgress = lazy(() => loadFind().then((loaded) => ({ default: loaded.FindInProgress })))

/**
 * Shows the student's open search on every page. The tab that started the search joins the call, or shows that no
 * expert accepted. Every other tab shows a bar.
 */
export function FindHost({ viewer }: { viewer: Viewer }) {
  const isStudent = viewer.role === 'student' || viewer.role === 'user'
  const own = useOwnFind()
  const activity = useActivity(isStudent ? viewer.id : null)
  const requestId = activity?.request?.requestId ?? own.requestId
  const find = useFindState(isStudent ? requestId : null)
  const isOwn = requestId !== null && requestId === own.requestId
  useJoinAcceptedCall({ find: isOwn ? find : null, activity, takeMedia: own.takeMedia, onJoined: own.forget })
  const isOver = isOwn && find !== null && find.state !== 'open' && find.state !== 'taken'
  const { close, forget } = own
  useEffect(() => {
    if (isOver) close()
  }, [isOver, close])
  if (!requestId || !find || (find.state !== 'open' && !isOwn)) return null
  return (
    <Suspense>
      <FindInProgress key={requestId} requestId={requestId} find={find} isOwn={isOwn} onClose={forget} />
    </Suspense>
  )
}

type Activity = TopicState<`rings:${string}`>

/** The search of this tab, even after a reload. */
function useOwnFind() {
  const { started, forget: forgetStarted } = useContext(OwnFindContext)
  const [storedId, setStoredId] = useState(() => safeSessionStorage.getItem(findStorageKey))
  const heldMedia = useRef<MediaStream>(null)
  useEffect(() => {
    heldMedia.current = started?.media ?? null
  }, [started])
  const takeMedia = useCallback(() => {
    const media = heldMedia.current
    heldMedia.current = null
    return media
  }, [])
  const close = useCallback(
    () =>
      takeMedia()
        ?.getTracks()
        .forEach((track) => track.stop()),
    [takeMedia],
  )
  // The sign-in has ended.
  useEffect(() => {
    return () => {
      close()
      forgetStarted()
    }
  }, [close, forgetStarted])
  useEffect(() => {
    if (started) safeSessionStorage.setItem(findStorageKey, started.requestId)
  }, [started])
  return {
    requestId: started?.requestId ?? storedId,
    /** Returns the open devices, which the call then closes. */
    takeMedia,
    /** Stops camera and microphone. */
    close,
    /** Also stops the devices that no call has taken. */
    forget: useCallback(() => {
      close()
      safeSessionStorage.removeItem(findStorageKey)
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

function useFindState(requestId: string | null): FindState | null {
  const live = useContext(LiveContext)
  const [latest, setLatest] = useState<{ requestId: string; find: FindState } | null>(null)
  useEffect(() => {
    if (!live || !requestId) return undefined
    return live.watch(`request:${requestId}`, (find) => setLatest({ requestId, find }))
  }, [live, requestId])
  return latest && latest.requestId === requestId ? latest.find : null
}

type JoinOptions = {
  find: FindState | null
  activity: Activity | null
  takeMedia(): MediaStream | null
  onJoined(): void
}

/** Joins the call with the expert who accepted. If that session is already over, it only forgets the search. */
function useJoinAcceptedCall({ find, activity, takeMedia, onJoined }: JoinOptions): void {
  const calls = useContext(CallStarterContext)
  const joinedId = useRef<string | null>(null)
  useEffect(() => {
    if (find?.state !== 'taken' || !find.session || !calls || !activity) return
    const { id, expertName } = find.session
    if (joinedId.current === id) return
    // The two topics arrive separately, so wait until the rings topic no longer has the search.
    if (activity.request) return
    joinedId.current = id
    if (activity.open?.sessionId === id) {
      const { callType, question, file } = find
      calls.start({
        sessionId: id,
        expertName,
        callType,
        media: takeMedia(),
        question: { question: question ?? '', file },
      })
    }
    onJoined()
  }, [find, activity, calls, takeMedia, onJoined])
}

import { lazy, Suspense, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { tabMemory } from '#app/base/browser-memory.ts'
import type { LazyLive } from '#app/base/live/lazy-live.ts'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import type { DeskState, KeeperProps, Rings } from '#app/call/calls.tsx'
import type { Call } from '#app/call/engine/call.ts'
import { useAnswerFromNotice } from '#app/notifications/push/use-answer-from-notice.ts'

const loadCall = () => import('#app/call/engine/call.ts')
const loadDesk = () => import('#app/call/desk.tsx')
const Desk = lazy(loadDesk)
/** What could not be loaded now is tried again when it is needed. */
const prepare = () => void Promise.all([loadCall(), loadDesk()]).catch(() => undefined)

/** Which call this tab is in, so that the same tab finds back after a reload, and no other tab takes it over unasked. */
const storageKey = 'samjhao:call'

/** Knows of the calls of somebody who is signed in. The code of calls is loaded when one is near. */
export function CallKeeper({ viewer, onDesk }: KeeperProps) {
  const live = useContext(LiveContext)
  const desk = useDesk(live, viewer.role !== 'team' ? viewer.id : null)
  // Before anybody can press a button that needs it.
  useLayoutEffect(() => onDesk(desk), [desk, onDesk])
  useLayoutEffect(() => () => onDesk(null), [onDesk])
  // An expert's page must be able to ring before somebody calls.
  const isExpert = viewer.role === 'expert'
  useEffect(() => {
    if (isExpert) prepare()
  }, [isExpert])
  return null
}

/** Where calls ring and run. */
export function CallSurface(desk: DeskState) {
  if (!desk.here && !desk.rings?.open) return null
  return (
    <Suspense fallback={null}>
      <Desk {...desk} />
    </Suspense>
  )
}

function useDesk(live: LazyLive | null, personId: string | null): DeskState {
  const [here, setHere] = useState<DeskState['here']>(null)
  const [rings, setRings] = useState<Rings | null>(null)
  const current = useRef<{ sessionId: string; call: Call | null } | null>(null)

  const acts = useMemo(() => {
    async function enter(...[start, otherName, asked = null]: Parameters<DeskState['enter']>): Promise<void> {
      const { sessionId } = start
      const letGo = () => start.media?.getTracks().forEach((track) => track.stop())
      if (!live) return letGo()
      current.current?.call?.close()
      const own: typeof current.current = { sessionId, call: null }
      current.current = own
      tabMemory.setItem(storageKey, sessionId)
      try {
        const { openCall: open } = await loadCall()
        if (current.current !== own) return letGo()
        own.call = open(live, start)
        setHere({ call: own.call, otherName, asked })
      } catch {
        // Without the code there is no call here; the bar of the page offers to come in.
        letGo()
        if (current.current === own) current.current = null
      }
    }
    return {
      prepare,
      enter: (...call: Parameters<DeskState['enter']>) => void enter(...call),
      leave() {
        tabMemory.removeItem(storageKey)
        current.current?.call?.close()
        current.current = null
        setHere(null)
      },
    }
  }, [live])

  useEffect(() => {
    if (!live || !personId) return undefined
    const leave = live.watch(`rings:${personId}`, (known) => {
      setRings(known)
      const { open } = known
      if (!open || current.current || isRing(open)) return
      // The page was reloaded in the middle of a call.
      const { otherName, sessionId, side, callType } = open
      if (tabMemory.getItem(storageKey) === sessionId) acts.enter({ sessionId, side, callType }, otherName)
    })
    return () => {
      leave()
      setRings(null)
      acts.leave()
    }
  }, [live, personId, acts])
  useAnswerFromNotice(
    rings?.ring ?? null,
    ({ sessionId, callType, studentName }) =>
      acts.enter({ sessionId, side: 'expert', callType, accepts: true }, studentName),
    personId !== null,
  )
  return useMemo(() => ({ here, rings, ...acts }), [here, rings, acts])
}

function isRing({ side, state }: NonNullable<Rings['open']>): boolean {
  return side === 'expert' && state === 'ringing'
}

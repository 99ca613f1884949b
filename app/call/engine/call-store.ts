import type { CallView } from '#app/call/engine/call-view.ts'
import { initialOwnView } from '#app/call/engine/own-media.ts'
import { firstPictureState } from '#app/call/engine/picture-control.ts'
import type { Side } from '#domain/sessions/states.ts'

type Start = { sessionId: string; side: Side; media: MediaStream | null }

/** Holds the state of a call that pages show, and reports its changes. */
export function createCallStore({ sessionId, side, media }: Start) {
  let view: CallView = {
    sessionId,
    side,
    session: null,
    ...initialOwnView(sessionId, media),
    remote: null,
    other: null,
    boardChannel: null,
    quality: null,
    picture: firstPictureState.mode,
    level: firstPictureState.level,
    meter: null,
    isMeterSilent: false,
    warning: null,
    isElsewhere: false,
    refusal: null,
  }
  const listeners = new Set<() => void>()

  return {
    view: () => view,
    change(changes: Partial<CallView>): void {
      view = { ...view, ...changes }
      listeners.forEach((listener) => listener())
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    removeListeners: () => listeners.clear(),
  }
}

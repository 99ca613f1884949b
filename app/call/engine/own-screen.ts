import { openScreen } from '#app/call/devices/open-screen.ts'
import type { OwnMediaContext } from '#app/call/engine/call-view.ts'
import { isVideoOff } from '#app/call/engine/choose-outgoing.ts'

/** The shared screen of this side. */
export function createOwnScreen({ view, change, applyToTracks, signal }: OwnMediaContext) {
  return {
    /** Starts sharing a screen, or replaces the shared one. */
    async share(): Promise<'shared' | 'cancelled' | 'failed'> {
      const screen = await openScreen()
      if (typeof screen === 'string') return screen
      if (signal.aborted || isVideoOff(view())) {
        screen.stop()
        return 'cancelled'
      }
      view().screen?.stop()
      // The browser's own button can end sharing.
      screen.addEventListener('ended', () => {
        if (view().screen === screen) stop()
      })
      change({ screen })
      applyToTracks()
      return 'shared'
    },
    stop,
  }

  function stop(): void {
    view().screen?.stop()
    change({ screen: null })
    applyToTracks()
  }
}

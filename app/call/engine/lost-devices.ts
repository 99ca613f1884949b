import type { ChosenDevice } from '#app/call/engine/call-view.ts'
import { toDevice } from '#app/call/engine/device-tracks.ts'

/** The camera app of a phone gives the camera back only some moments after the page is shown again. */
const openAgainAfterMs = [0, 1_000, 3_000]

type Options = {
  isInUse(track: MediaStreamTrack): boolean
  replace(device: ChosenDevice): Promise<void>
  /** Aborted when the call is closed. */
  signal: AbortSignal
}

/** Notices devices that end, and replaces them: at once, and again when the page is shown. */
export function createLostDevices({ isInUse, replace, signal }: Options) {
  /** Devices that ended and have not been replaced yet. */
  const lost = new Set<ChosenDevice>()
  // A page that takes a photo may lose its camera to the camera app, until it is shown again.
  globalThis.document?.addEventListener('visibilitychange', () => lost.forEach(replaceWhenShown), { signal })

  return {
    watch(tracks: MediaStreamTrack[]): void {
      for (const track of tracks) {
        track.addEventListener('ended', () => {
          if (!isInUse(track)) return
          const device = toDevice(track)
          lost.add(device)
          void replace(device)
        })
      }
    },
    /** The device was replaced, or must not be opened again. */
    remove: (device: ChosenDevice) => void lost.delete(device),
    clear: () => lost.clear(),
  }

  async function replaceWhenShown(device: ChosenDevice): Promise<void> {
    for (const waitMs of openAgainAfterMs) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (signal.aborted || document.visibilityState !== 'visible' || !lost.has(device)) return
      await replace(device)
    }
  }
}

import { type KnownDevice, rememberDevices } from '#app/call/devices/chosen-devices.ts'
import { closeMedia, type DeviceProblem, openAvailableMedia, openDevice } from '#app/call/devices/open-media.ts'
import type { ChosenDevice, OwnMediaContext } from '#app/call/engine/call-view.ts'
import { listTracks, toDevice } from '#app/call/engine/device-tracks.ts'
import { createLostDevices } from '#app/call/engine/lost-devices.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type Options = OwnMediaContext & { callType: CallType }

/** The microphone and the camera of this side. A device that is lost is replaced. */
export function createOwnDevices({ callType, view, change, applyToTracks, signal }: Options) {
  /** Number of the latest choice; a device that opens after a newer choice is stopped. */
  const choiceCounts = { microphone: 0, camera: 0 }
  const isInUse = (track: MediaStreamTrack) => view().local?.getTracks().includes(track) ?? false
  const lostDevices = createLostDevices({ isInUse, replace: replaceLost, signal })
  lostDevices.watch(view().local?.getTracks() ?? [])

  return {
    async open(): Promise<void> {
      const { media, deviceProblem } = await openAvailableMedia(callType)
      if (signal.aborted) return closeMedia(media)
      closeMedia(view().local)
      lostDevices.clear()
      lostDevices.watch(media?.getTracks() ?? [])
      change({ local: media, deviceProblem })
      applyToTracks()
    },
    /** Switches to this device. If it cannot be opened, nothing changes and the problem is returned. */
    async choose(device: ChosenDevice, { deviceId, label }: KnownDevice): Promise<DeviceProblem | null> {
      choiceCounts[device] += 1
      const choiceNumber = choiceCounts[device]
      let opened = await openDevice(device, deviceId)
      if (isDeviceProblem(opened) && opened.kind === 'in use' && choiceNumber === choiceCounts[device]) {
        // Phones open only one camera at a time.
        listTracks(view().local, device).forEach((track) => track.stop())
        opened = await openDevice(device, deviceId)
      }
      if (signal.aborted || choiceNumber !== choiceCounts[device]) {
        if (!isDeviceProblem(opened)) opened.stop()
        return null
      }
      if (isDeviceProblem(opened)) {
        if (listTracks(view().local, device).some(isEnded)) await replaceLost(device)
        return opened
      }
      rememberDevices({ [device]: { deviceId, label } })
      replaceTrack(device, opened)
      return null
    },
  }

  function replaceTrack(device: ChosenDevice, track: MediaStreamTrack | null): void {
    listTracks(view().local, device).forEach((old) => old.stop())
    const rest = (view().local?.getTracks() ?? []).filter((candidate) => toDevice(candidate) !== device)
    const newTracks = track ? [track] : []
    lostDevices.watch(newTracks)
    if (track) lostDevices.remove(device)
    const remainingProblem = track && view().deviceProblem?.device === device ? null : view().deviceProblem
    change({ local: new MediaStream([...rest, ...newTracks]), deviceProblem: remainingProblem, replaced: null })
    applyToTracks()
  }

  /** Replaces a device that was unplugged, or whose permission was revoked, with any available device. */
  async function replaceLost(device: ChosenDevice): Promise<void> {
    const choiceNumber = choiceCounts[device]
    const opened = await openDevice(device)
    const isTooLate = signal.aborted || choiceNumber !== choiceCounts[device]
    if (isDeviceProblem(opened)) {
      if (isTooLate) return
      // Trying again would ask for the permission again.
      if (opened.kind === 'refused') lostDevices.remove(device)
      replaceTrack(device, null)
      change({ deviceProblem: opened })
    } else if (isTooLate) opened.stop()
    else {
      const wasMissed = view().deviceProblem?.device === device
      replaceTrack(device, opened)
      if (!wasMissed) change({ replaced: { device, by: opened.label } })
    }
  }
}

function isEnded({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'ended'
}

function isDeviceProblem(opened: MediaStreamTrack | DeviceProblem): opened is DeviceProblem {
  return 'device' in opened
}

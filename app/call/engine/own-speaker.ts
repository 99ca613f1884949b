import { findChosenDevices, type KnownDevice, rememberDevices } from '#app/call/devices/chosen-devices.ts'
import type { OwnMediaContext } from '#app/call/engine/call-view.ts'

/** The chosen output device for the other side's audio, while it is plugged in. */
export function createOwnSpeaker({ view, change, signal }: OwnMediaContext) {
  if (view().local) void find()
  navigator.mediaDevices?.addEventListener('devicechange', () => void check(), { signal })

  return {
    find,
    choose({ deviceId, label }: KnownDevice): void {
      rememberDevices({ speaker: { deviceId, label } })
      change({ speaker: deviceId })
    },
  }

  /** Browsers name the devices only after one was opened. */
  async function find(): Promise<void> {
    const { speaker } = await findChosenDevices()
    if (speaker && !signal.aborted) change({ speaker })
  }

  /** A speaker has no track with an 'ended' event, so the device list is checked. */
  async function check(): Promise<void> {
    const { speaker } = view()
    const devices = await navigator.mediaDevices.enumerateDevices()
    if (signal.aborted || speaker === '' || devices.some(({ deviceId }) => deviceId === speaker)) return
    change({ speaker: '', replaced: { device: 'speaker', by: '' } })
  }
}

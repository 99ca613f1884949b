import type { CallView, ChosenDevice, OwnView } from '#app/call/engine/call-view.ts'
import type { Outgoing } from '#app/call/engine/connection.ts'
import { type Choices, recallChoices, rememberChoices } from '#app/call/engine/choices-memory.ts'
import { findChosenDevices, type KnownDevice, rememberDevices } from '#app/call/devices/chosen-devices.ts'
import { closeMedia, type DeviceTrouble, openDevice, openWhatIsThere } from '#app/call/devices/open-media.ts'
import { openScreen } from '#app/call/devices/open-screen.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type Options = {
  sessionId: string
  callType: CallType
  view(): CallView
  change(changes: Partial<OwnView>): void
  /** What goes over the line may be something else now. */
  onOutgoing(outgoing: Outgoing): void
}

export function firstOwnView(sessionId: string, media: MediaStream | null): OwnView {
  return {
    local: media,
    screen: null,
    trouble: null,
    replaced: null,
    ...recallChoices(sessionId),
    speaker: '',
  }
}

/** Neither camera nor screen is sent while one of the two asks for that. */
export function isWithoutPictures({ audioOnly, other }: Pick<CallView, 'audioOnly' | 'other'>): boolean {
  return audioOnly || other?.audioOnly === true
}

/** Microphone, camera and screen of this side, and what of them goes over the line. */
export function holdOwnMedia({ sessionId, callType, view, change, onOutgoing }: Options) {
  let closed = false
  /** Counts what was chosen: a device that opens after the next choice is let go. */
  const choices = { microphone: 0, camera: 0 }
  watchDevices(view().local?.getTracks() ?? [])
  if (view().local) void findSpeaker()
  const listening = new AbortController()
  const { signal } = listening
  navigator.mediaDevices?.addEventListener('devicechange', () => void checkSpeaker(), { signal })

  return {
    outgoing,
    settle,
    /** Opens the devices again, after somebody allowed them. */
    async open(): Promise<void> {
      const { media, trouble } = await openWhatIsThere(callType)
      if (closed) return closeMedia(media)
      closeMedia(view().local)
      watchDevices(media?.getTracks() ?? [])
      change({ local: media, trouble })
      settle()
      await findSpeaker()
    },
    mute(muted: boolean): void {
      leaveOut({ muted })
    },
    hideCamera(cameraOff: boolean): void {
      leaveOut({ cameraOff })
    },
    /** From now on this one. What cannot be opened leaves everything as it was, and is told. */
    async choose(device: ChosenDevice, { deviceId, label }: KnownDevice): Promise<DeviceTrouble | null> {
      choices[device] += 1
      const own = choices[device]
      let opened = await openDevice(device, deviceId)
      if (isTrouble(opened) && opened.kind === 'in use' && own === choices[device]) {
        // Telephones open one camera at a time.
        tracksOf(device).forEach((track) => track.stop())
        opened = await openDevice(device, deviceId)
      }
      if (closed || own !== choices[device]) {
        if (!isTrouble(opened)) opened.stop()
        return null
      }
      if (isTrouble(opened)) {
        if (tracksOf(device).some(isEnded)) await replaceLost(device)
        return opened
      }
      rememberDevices({ [device]: { deviceId, label } })
      put(device, opened)
      return null
    },
    chooseSpeaker({ deviceId, label }: KnownDevice): void {
      rememberDevices({ speaker: { deviceId, label } })
      change({ speaker: deviceId })
    },
    /** Shares a screen, or another one than before. */
    async shareScreen(): Promise<'shared' | 'cancelled' | 'failed'> {
      const screen = await openScreen()
      if (typeof screen === 'string') return screen
      if (closed || isWithoutPictures(view())) {
        screen.stop()
        return 'cancelled'
      }
      view().screen?.stop()
      // The browser has a button of its own that ends it.
      screen.addEventListener('ended', () => {
        if (view().screen === screen) stopScreen()
      })
      change({ screen })
      settle()
      return 'shared'
    },
    stopScreen,
    setAudioOnly(audioOnly: boolean): void {
      leaveOut({ audioOnly })
    },
    close(): void {
      closed = true
      listening.abort()
      closeMedia(view().local)
      view().screen?.stop()
      change({ local: null, screen: null })
    },
  }

  function leaveOut(choice: Partial<Choices>): void {
    change(choice)
    rememberChoices(sessionId, view())
    settle()
  }

  function outgoing(): Outgoing {
    const { screen, audioOnly } = view()
    const [voice = null] = tracksOf('microphone')
    const [camera = null] = tracksOf('camera')
    const picture = isWithoutPictures(view()) ? null : (screen ?? camera)
    return { voice, picture, isScreen: picture !== null && picture === screen, audioOnly }
  }

  /** While the server counts nothing, nobody talks or shows anything for free. */
  function settle(): void {
    if (closed) return
    const { meter, muted, cameraOff, screen } = view()
    const isWithout = isWithoutPictures(view())
    if (isWithout && screen) return stopScreen()
    const isHeard = meter?.phase !== 'interrupted'
    for (const track of tracksOf('microphone')) track.enabled = isHeard && !muted
    for (const track of tracksOf('camera')) track.enabled = isHeard && !cameraOff && !isWithout
    if (screen) screen.enabled = isHeard
    onOutgoing(outgoing())
  }

  async function findSpeaker(): Promise<void> {
    const { speaker } = await findChosenDevices()
    if (speaker && !closed) change({ speaker })
  }

  /** A loudspeaker has no track that would end. */
  async function checkSpeaker(): Promise<void> {
    const { speaker } = view()
    const devices = await navigator.mediaDevices.enumerateDevices()
    if (closed || speaker === '' || devices.some(({ deviceId }) => deviceId === speaker)) return
    change({ speaker: '', replaced: { device: 'speaker', by: '' } })
  }

  function stopScreen(): void {
    view().screen?.stop()
    change({ screen: null })
    settle()
  }

  function tracksOf(device: ChosenDevice): MediaStreamTrack[] {
    return (view().local?.getTracks() ?? []).filter((track) => deviceOf(track) === device)
  }

  function put(device: ChosenDevice, track: MediaStreamTrack | null): void {
    tracksOf(device).forEach((old) => old.stop())
    const rest = (view().local?.getTracks() ?? []).filter((other) => deviceOf(other) !== device)
    const own = track ? [track] : []
    watchDevices(own)
    const trouble = track && view().trouble?.device === device ? null : view().trouble
    change({ local: new MediaStream([...rest, ...own]), trouble, replaced: null })
    settle()
  }

  function watchDevices(tracks: MediaStreamTrack[]): void {
    for (const track of tracks) {
      track.addEventListener('ended', () => {
        const device = deviceOf(track)
        if (tracksOf(device).includes(track)) void replaceLost(device)
      })
    }
  }

  /** It was unplugged, or taken away: whatever else is there takes its place. */
  async function replaceLost(device: ChosenDevice): Promise<void> {
    const own = choices[device]
    const opened = await openDevice(device)
    const isTooLate = closed || own !== choices[device]
    if (isTrouble(opened)) {
      if (isTooLate) return
      put(device, null)
      change({ trouble: opened })
    } else if (isTooLate) opened.stop()
    else {
      put(device, opened)
      change({ replaced: { device, by: opened.label } })
    }
  }
}

function deviceOf({ kind }: MediaStreamTrack): ChosenDevice {
  return kind === 'audio' ? 'microphone' : 'camera'
}

function isEnded({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'ended'
}

function isTrouble(opened: MediaStreamTrack | DeviceTrouble): opened is DeviceTrouble {
  return 'device' in opened
}

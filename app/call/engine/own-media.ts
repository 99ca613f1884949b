import type { CallView, ChosenDevice, OwnView } from '#app/call/engine/call-view.ts'
import type { Outgoing } from '#app/call/engine/connection.ts'
import { readDataSaver, rememberDataSaver } from '#app/call/engine/data-saver.ts'
import { type CallChoices, readChoices, saveChoices } from '#app/call/engine/call-choices.ts'
import { findChosenDevices, type KnownDevice, rememberDevices } from '#app/call/devices/chosen-devices.ts'
import { closeMedia, type DeviceProblem, openDevice, openAvailableMedia } from '#app/call/devices/open-media.ts'
import { openScreen } from '#app/call/devices/open-screen.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type Options = {
  sessionId: string
  callType: CallType
  view(): CallView
  change(changes: Partial<OwnView>): void
  /** Called when the outgoing tracks may have changed. */
  onOutgoing(outgoing: Outgoing): void
}

export function initialOwnView(sessionId: string, media: MediaStream | null): OwnView {
  return {
    local: media,
    screen: null,
    deviceProblem: null,
    replaced: null,
    ...readChoices(sessionId),
    saver: readDataSaver(),
    speaker: '',
  }
}

/** Whether either side has requested audio only. Then neither camera nor screen is sent. */
export function isVideoOff({ audioOnly, other }: Pick<CallView, 'audioOnly' | 'other'>): boolean {
  return audioOnly || other?.audioOnly === true
}

/** The camera app of a phone releases the camera only a few moments after the page is visible again. */
const openAgainAfterMs = [0, 1_000, 3_000]

/** Manages this side's microphone, camera and screen, and which of them are sent. */
export function createOwnMedia({ sessionId, callType, view, change, onOutgoing }: Options) {
  let isClosed = false
  /** Number of the latest choice; a device that opens after a newer choice is stopped. */
  const choiceCounts = { microphone: 0, camera: 0 }
  /** Devices that ended and have not been replaced yet. */
  const lostDevices = new Set<ChosenDevice>()
  let [concealed, retries] = [0, 0]
  watchDevices(view().local?.getTracks() ?? [])
  if (view().local) void findSpeaker()
  const listening = new AbortController()
  const { signal } = listening
  navigator.mediaDevices?.addEventListener('devicechange', () => void checkSpeaker(), { signal })
  // A page that takes a photo may lose its camera to the camera app, until it is shown again.
  globalThis.document?.addEventListener('visibilitychange', () => lostDevices.forEach(replaceWhenShown), { signal })

  return {
    getOutgoing,
    applyToTracks,
    /** Opens the devices, or opens them again after the user has allowed them. */
    async open(): Promise<void> {
      const { media, deviceProblem } = await openAvailableMedia(callType)
      if (isClosed) return closeMedia(media)
      closeMedia(view().local)
      lostDevices.clear()
      watchDevices(media?.getTracks() ?? [])
      change({ local: media, deviceProblem })
      applyToTracks()
      await findSpeaker()
    },
    mute(muted: boolean): void {
      applyChoice({ muted })
    },
    hideCamera(cameraOff: boolean): void {
      applyChoice({ cameraOff })
    },
    /** Switches to this device. If it cannot be opened, nothing changes and the problem is returned. */
    async choose(device: ChosenDevice, { deviceId, label }: KnownDevice): Promise<DeviceProblem | null> {
      choiceCounts[device] += 1
      const choiceNumber = choiceCounts[device]
      let opened = await openDevice(device, deviceId)
      if (isDeviceProblem(opened) && opened.kind === 'in use' && choiceNumber === choiceCounts[device]) {
        // Phones open only one camera at a time.
        listTracks(device).forEach((track) => track.stop())
        opened = await openDevice(device, deviceId)
      }
      if (isClosed || choiceNumber !== choiceCounts[device]) {
        if (!isDeviceProblem(opened)) opened.stop()
        return null
      }
      if (isDeviceProblem(opened)) {
        if (listTracks(device).some(isEnded)) await replaceLost(device)
        return opened
      }
      rememberDevices({ [device]: { deviceId, label } })
      replaceTrack(device, opened)
      return null
    },
    chooseSpeaker({ deviceId, label }: KnownDevice): void {
      rememberDevices({ speaker: { deviceId, label } })
      change({ speaker: deviceId })
    },
    /** Starts sharing a screen, or replaces the shared one. */
    async shareScreen(): Promise<'shared' | 'cancelled' | 'failed'> {
      const screen = await openScreen()
      if (typeof screen === 'string') return screen
      if (isClosed || isVideoOff(view())) {
        screen.stop()
        return 'cancelled'
      }
      view().screen?.stop()
      // The browser's own button can end sharing.
      screen.addEventListener('ended', () => {
        if (view().screen === screen) stopScreen()
      })
      change({ screen })
      applyToTracks()
      return 'shared'
    },
    stopScreen,
    setAudioOnly(audioOnly: boolean): void {
      applyChoice({ audioOnly })
    },
    setSaver(saver: boolean): void {
      rememberDataSaver(saver)
      change({ saver })
      applyToTracks()
    },
    /** Reports the share of the other side's voice that this page had to fill in. */
    reportConcealed(share: number): void {
      const percent = Math.round(share * 100) / 100
      if (percent === concealed) return
      concealed = percent
      applyToTracks()
    },
    /** Asks the other side to send its paused picture again. */
    askForPicture(): void {
      retries += 1
      applyToTracks()
    },
    /** The picture that this side wants to send, even while the call is interrupted. */
    wantedPicture(): 'camera' | 'screen' | null {
      const { picture, isScreen } = getOutgoing()
      if (isScreen) return 'screen'
      return picture && !view().cameraOff ? 'camera' : null
    },
    /** Opens the board on both sides, or closes it on this side. */
    showBoard(isBoardOpen: boolean): void {
      applyChoice({ isBoardOpen })
    },
    close(): void {
      isClosed = true
      listening.abort()
      closeMedia(view().local)
      view().screen?.stop()
      change({ local: null, screen: null })
    },
  }

  function applyChoice(choice: Partial<CallChoices>): void {
    change(choice)
    saveChoices(sessionId, view())
    applyToTracks()
  }

  function getOutgoing(): Outgoing {
    const { screen, audioOnly, picture: mode, level, saver, other, isBoardOpen } = view()
    const [voice = null] = listTracks('microphone')
    const [camera = null] = listTracks('camera')
    const picture = isVideoOff(view()) ? null : (screen ?? camera)
    const isScreen = picture !== null && picture === screen
    // An attempt needs enough data to measure the line.
    const isSaving = (saver || other?.saver === true) && mode !== 'trying'
    const limits = { isPictureSent: mode !== 'paused', level, isScreen, isSaving }
    return { voice, picture, isScreen, audioOnly, mode, saver, concealed, retries, limits, isBoardOpen }
  }

  /**
   * Applies the choices to the tracks. While the meter is interrupted, nothing is sent, because that time is not
   * charged.
   */
  function applyToTracks(): void {
    if (isClosed) return
    const { meter, muted, cameraOff, screen } = view()
    const hasVideoOff = isVideoOff(view())
    if (hasVideoOff && screen) return stopScreen()
    const canSend = meter?.phase !== 'interrupted'
    for (const track of listTracks('microphone')) track.enabled = canSend && !muted
    for (const track of listTracks('camera')) track.enabled = canSend && !cameraOff && !hasVideoOff
    if (screen) screen.enabled = canSend
    onOutgoing(getOutgoing())
  }

  async function findSpeaker(): Promise<void> {
    const { speaker } = await findChosenDevices()
    if (speaker && !isClosed) change({ speaker })
  }

  /** A speaker has no track with an 'ended' event, so the device list is checked. */
  async function checkSpeaker(): Promise<void> {
    const { speaker } = view()
    const devices = await navigator.mediaDevices.enumerateDevices()
    if (isClosed || speaker === '' || devices.some(({ deviceId }) => deviceId === speaker)) return
    change({ speaker: '', replaced: { device: 'speaker', by: '' } })
  }

  function stopScreen(): void {
    view().screen?.stop()
    change({ screen: null })
    applyToTracks()
  }

  function listTracks(device: ChosenDevice): MediaStreamTrack[] {
    return (view().local?.getTracks() ?? []).filter((track) => toDevice(track) === device)
  }

  function replaceTrack(device: ChosenDevice, track: MediaStreamTrack | null): void {
    listTracks(device).forEach((old) => old.stop())
    const rest = (view().local?.getTracks() ?? []).filter((candidate) => toDevice(candidate) !== device)
    const newTracks = track ? [track] : []
    watchDevices(newTracks)
    if (track) lostDevices.delete(device)
    const remainingProblem = track && view().deviceProblem?.device === device ? null : view().deviceProblem
    change({ local: new MediaStream([...rest, ...newTracks]), deviceProblem: remainingProblem, replaced: null })
    applyToTracks()
  }

  function watchDevices(tracks: MediaStreamTrack[]): void {
    for (const track of tracks) {
      track.addEventListener('ended', () => {
        const device = toDevice(track)
        if (!listTracks(device).includes(track)) return
        lostDevices.add(device)
        void replaceLost(device)
      })
    }
  }

  async function replaceWhenShown(device: ChosenDevice): Promise<void> {
    for (const waitMs of openAgainAfterMs) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (isClosed || document.visibilityState !== 'visible' || !lostDevices.has(device)) return
      await replaceLost(device)
    }
  }

  /** Replaces a device that was unplugged, or whose permission was revoked, with any available device. */
  async function replaceLost(device: ChosenDevice): Promise<void> {
    const choiceNumber = choiceCounts[device]
    const opened = await openDevice(device)
    const isTooLate = isClosed || choiceNumber !== choiceCounts[device]
    if (isDeviceProblem(opened)) {
      if (isTooLate) return
      // Trying again would ask for the permission again.
      if (opened.kind === 'refused') lostDevices.delete(device)
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

function toDevice({ kind }: MediaStreamTrack): ChosenDevice {
  return kind === 'audio' ? 'microphone' : 'camera'
}

function isEnded({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'ended'
}

function isDeviceProblem(opened: MediaStreamTrack | DeviceProblem): opened is DeviceProblem {
  return 'device' in opened
}

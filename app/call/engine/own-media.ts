import { closeMedia } from '#app/call/devices/open-media.ts'
import { type CallChoices, readChoices, saveChoices } from '#app/call/engine/call-choices.ts'
import type { CallView, OwnView } from '#app/call/engine/call-view.ts'
import { chooseOutgoing, isVideoOff } from '#app/call/engine/choose-outgoing.ts'
import { readDataSaver, rememberDataSaver } from '#app/call/engine/data-saver.ts'
import { listTracks } from '#app/call/engine/device-tracks.ts'
import type { Outgoing } from '#app/call/engine/outgoing-tracks.ts'
import { createOwnDevices } from '#app/call/engine/own-devices.ts'
import { createOwnScreen } from '#app/call/engine/own-screen.ts'
import { createOwnSpeaker } from '#app/call/engine/own-speaker.ts'
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

/** This side's microphone, camera and screen, and which of them are sent. */
export function createOwnMedia({ sessionId, callType, view, change, onOutgoing }: Options) {
  const reports = { concealed: 0, retries: 0 }
  const closing = new AbortController()
  const context = { view, change, applyToTracks, signal: closing.signal }
  const devices = createOwnDevices({ ...context, callType })
  const speaker = createOwnSpeaker(context)
  const sharing = createOwnScreen(context)
  const getOutgoing = () => chooseOutgoing(view(), reports)

  return {
    getOutgoing,
    applyToTracks,
    /** Opens the devices, or opens them again after the user has allowed them. */
    async open(): Promise<void> {
      await devices.open()
      if (!closing.signal.aborted) await speaker.find()
    },
    mute: (muted: boolean) => applyChoice({ muted }),
    hideCamera: (cameraOff: boolean) => applyChoice({ cameraOff }),
    choose: devices.choose,
    chooseSpeaker: speaker.choose,
    shareScreen: sharing.share,
    stopScreen: sharing.stop,
    setAudioOnly: (audioOnly: boolean) => applyChoice({ audioOnly }),
    setSaver(saver: boolean): void {
      rememberDataSaver(saver)
      change({ saver })
      applyToTracks()
    },
    /** Reports the share of the other side's voice that this page had to fill in. */
    reportConcealed(share: number): void {
      const percent = Math.round(share * 100) / 100
      if (percent === reports.concealed) return
      reports.concealed = percent
      applyToTracks()
    },
    /** Asks the other side to send its paused picture again. */
    askForPicture(): void {
      reports.retries += 1
      applyToTracks()
    },
    /** The picture that this side wants to send, even while the call is interrupted. */
    wantedPicture(): 'camera' | 'screen' | null {
      const { picture, isScreen } = getOutgoing()
      if (isScreen) return 'screen'
      return picture && !view().cameraOff ? 'camera' : null
    },
    /** Opens the board on both sides, or closes it on this side. */
    showBoard: (isBoardOpen: boolean) => applyChoice({ isBoardOpen }),
    close(): void {
      closing.abort()
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

  /**
   * Applies the choices to the tracks. While the meter is interrupted, nothing is sent, because that time is not
   * charged.
   */
  function applyToTracks(): void {
    if (closing.signal.aborted) return
    const { meter, local, screen, muted, cameraOff } = view()
    const hasVideoOff = isVideoOff(view())
    if (hasVideoOff && screen) return sharing.stop()
    const canSend = meter?.phase !== 'interrupted'
    for (const track of listTracks(local, 'microphone')) track.enabled = canSend && !muted
    for (const track of listTracks(local, 'camera')) track.enabled = canSend && !cameraOff && !hasVideoOff
    if (screen) screen.enabled = canSend
    onOutgoing(getOutgoing())
  }
}

import type { CallView } from '#app/call/engine/call-view.ts'
import { listTracks } from '#app/call/engine/device-tracks.ts'
import type { Outgoing } from '#app/call/engine/outgoing-tracks.ts'

/** Chooses what this side sends, by its devices, the choices of both sides and the line. */
export function chooseOutgoing(view: CallView, reports: Pick<Outgoing, 'concealed' | 'retries'>): Outgoing {
  const { local, screen, audioOnly, picture: mode, level, saver, other, isBoardOpen } = view
  const [voice = null] = listTracks(local, 'microphone')
  const [camera = null] = listTracks(local, 'camera')
  const picture = isVideoOff(view) ? null : (screen ?? camera)
  const isScreen = picture !== null && picture === screen
  // A try needs enough data to find out what the line carries.
  const isSaving = (saver || other?.saver === true) && mode !== 'trying'
  const limits = { isPictureSent: mode !== 'paused', level, isScreen, isSaving }
  return { voice, picture, isScreen, audioOnly, mode, saver, ...reports, limits, isBoardOpen }
}

/** Whether either side asks for audio only. Neither camera nor screen is sent then. */
export function isVideoOff({ audioOnly, other }: Pick<CallView, 'audioOnly' | 'other'>): boolean {
  return audioOnly || other?.audioOnly === true
}

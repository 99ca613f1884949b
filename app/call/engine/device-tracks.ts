import type { ChosenDevice } from '#app/call/engine/call-view.ts'

export function listTracks(media: MediaStream | null, device: ChosenDevice): MediaStreamTrack[] {
  return (media?.getTracks() ?? []).filter((track) => toDevice(track) === device)
}

export function toDevice({ kind }: MediaStreamTrack): ChosenDevice {
  return kind === 'audio' ? 'microphone' : 'camera'
}

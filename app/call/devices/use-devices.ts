import { useCallback, useEffect, useRef, useState } from 'react'
import { closeMedia, type DeviceProblem, mayOpen, openMedia } from '#app/call/devices/open-media.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type DeviceState =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'ready'; media: MediaStream }
  | DeviceProblem

export type Devices = {
  state: DeviceState
  /** Whether they are open now. Asks the person if it must. */
  open(): Promise<boolean>
  /** Whoever takes the media closes it; what nobody takes is closed with the screen that opened it. */
  takeMedia(): MediaStream | null
}

/** Camera and microphone for a call of this type, open by themselves where the person has allowed it before. */
export function useDevices(callType: CallType): Devices {
  const [state, setState] = useState<DeviceState>({ kind: 'idle' })
  const held = useRef<MediaStream>(null)
  /** Counts what was asked for: an answer to anything but the last is closed at once. */
  const openCount = useRef(0)

  const close = useCallback(() => {
    openCount.current += 1
    closeMedia(held.current)
    held.current = null
  }, [])

  const open = useCallback(async () => {
    close()
    const openNumber = openCount.current
    setState({ kind: 'asking' })
    const answer = await openMedia(callType)
    const isMedia = answer instanceof MediaStream
    if (openNumber !== openCount.current) {
      if (isMedia) closeMedia(answer)
      return false
    }
    if (!isMedia) {
      setState(answer)
      return false
    }
    held.current = answer
    for (const track of answer.getTracks()) {
      const device = track.kind === 'video' ? 'camera' : 'microphone'
      track.addEventListener('ended', () => {
        if (held.current !== answer) return
        close()
        setState({ kind: 'missing', device })
      })
    }
    setState({ kind: 'ready', media: answer })
    return true
  }, [callType, close])

  useEffect(() => {
    // From video to audio the microphone stays as it is; not every browser would open it again without asking.
    if (callType === 'audio' && held.current) return dropPicture(held.current)
    close()
    setState({ kind: 'idle' })
    const openNumber = openCount.current
    const openIfAllowed = async () => {
      const may = await mayOpen(callType)
      if (may && openNumber === openCount.current) await open()
    }
    void openIfAllowed()
  }, [callType, open, close])
  useEffect(() => close, [close])

  const handOver = useCallback(() => {
    const media = held.current
    held.current = null
    return media
  }, [])
  return { state, open, takeMedia: handOver }
}

function dropPicture(media: MediaStream): void {
  for (const track of media.getVideoTracks()) {
    track.stop()
    media.removeTrack(track)
  }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { closeMedia, type DeviceProblem, mayOpen, openMedia } from '#app/call/devices/open-media.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type DeviceState = { kind: 'idle' } | { kind: 'asking' } | { kind: 'ready'; media: MediaStream } | DeviceProblem

export type Devices = {
  state: DeviceState
  /** Opens the devices, with a prompt if needed. Resolves to whether they are open. */
  open(): Promise<boolean>
  /** The caller takes ownership and must close the media. Otherwise it is closed on unmount. */
  takeMedia(): MediaStream | null
}

/** Camera and microphone for a call of this type, opened automatically if the user has allowed them before. */
export function useDevices(callType: CallType): Devices {
  const [state, setState] = useState<DeviceState>({ kind: 'idle' })
  const held = useRef<MediaStream>(null)
  /** Number of the latest request; media from older requests is closed at once. */
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
    // When switching from video to audio, the microphone stays open: some browsers would prompt again.
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

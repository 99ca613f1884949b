import { useCallback, useEffect, useRef, useState } from 'react'
import { closeMedia, type DeviceProblem, mayOpen, openMedia } from '#app/call/devices/open-media.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type DeviceState = { kind: 'idle' } | { kind: 'asking' } | { kind: 'ready'; media: MediaStream } | DeviceProblem

export type Devices = {
  state: DeviceState
  /** Opens the devices, with a prompt if needed. Resolves to true if they are open. */
  open(): Promise<boolean>
  /** Returns the open media, which the caller must then close. Media that nobody takes is closed on unmount. */
  takeMedia(): MediaStream | null
}

/**
 * Camera and microphone for a call of this type. They open automatically if the user has allowed them before and
 * `isWanted` is true.
 */
export function useDevices(callType: CallType, { isWanted = true } = {}): Devices {
  const [state, setState] = useState<DeviceState>({ kind: 'idle' })
  const heldMedia = useRef<MediaStream>(null)
  /** Number of the latest request; media from older requests is closed immediately. */
  const openCount = useRef(0)

  const close = useCallback(() => {
    openCount.current += 1
    closeMedia(heldMedia.current)
    heldMedia.current = null
  }, [])

  const open = useCallback(async () => {
    close()
    const openNumber = openCount.current
    setState({ kind: 'asking' })
    const opened = await openMedia(callType)
    const isMedia = opened instanceof MediaStream
    if (openNumber !== openCount.current) {
      if (isMedia) closeMedia(opened)
      return false
    }
    if (!isMedia) {
      setState(opened)
      return false
    }
    heldMedia.current = opened
    for (const track of opened.getTracks()) {
      const device = track.kind === 'video' ? 'camera' : 'microphone'
      track.addEventListener('ended', () => {
        if (heldMedia.current !== opened) return
        close()
        setState({ kind: 'missing', device })
      })
    }
    setState({ kind: 'ready', media: opened })
    return true
  }, [callType, close])

  useEffect(() => {
    // When switching from video to audio, the microphone stays open: some browsers would prompt again.
    if (isWanted && callType === 'audio' && heldMedia.current) return stopVideo(heldMedia.current)
    close()
    setState({ kind: 'idle' })
    const openNumber = openCount.current
    if (!isWanted) return
    const openIfAllowed = async () => {
      const isAllowed = await mayOpen(callType)
      if (isAllowed && openNumber === openCount.current) await open()
    }
    void openIfAllowed()
  }, [callType, isWanted, open, close])
  useEffect(() => close, [close])

  const takeMedia = useCallback(() => {
    const media = heldMedia.current
    heldMedia.current = null
    return media
  }, [])
  return { state, open, takeMedia }
}

function stopVideo(media: MediaStream): void {
  for (const track of media.getVideoTracks()) {
    track.stop()
    media.removeTrack(track)
  }
}

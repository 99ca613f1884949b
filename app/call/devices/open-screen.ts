/** Telephones have no way to show their screen. */
export function canShareScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function'
}

/** Few pictures and much detail: what is shared is read. */
const wanted = { frameRate: { ideal: 10, max: 15 }, width: { max: 1920 }, height: { max: 1080 } }

/** Lets the person choose a screen, a window or a tab. 'cancelled': they chose nothing. */
export async function openScreen(): Promise<MediaStreamTrack | 'cancelled' | 'failed'> {
  try {
    const media = await navigator.mediaDevices.getDisplayMedia({ video: wanted, audio: false })
    const [track] = media.getVideoTracks()
    if (!track) return 'failed'
    track.contentHint = 'detail'
    return track
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotAllowedError') return 'failed'
    // The person would have shared, the system forbids it.
    return /system/i.test(error.message) ? 'failed' : 'cancelled'
  }
}

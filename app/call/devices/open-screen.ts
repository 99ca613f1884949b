/** Phones cannot share their screen. */
export function canShareScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function'
}

/** Low frame rate and high detail, because shared screens are read. */
const videoConstraints = { frameRate: { ideal: 10, max: 15 }, width: { max: 1920 }, height: { max: 1080 } }

/** Lets the user choose a screen, a window or a tab; 'cancelled' when they choose none. */
export async function openScreen(): Promise<MediaStreamTrack | 'cancelled' | 'failed'> {
  try {
    const media = await navigator.mediaDevices.getDisplayMedia({ video: videoConstraints, audio: false })
    const [track] = media.getVideoTracks()
    if (!track) return 'failed'
    track.contentHint = 'detail'
    return track
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotAllowedError') return 'failed'
    // The user agreed, but the operating system forbids it.
    return /system/i.test(error.message) ? 'failed' : 'cancelled'
  }
}

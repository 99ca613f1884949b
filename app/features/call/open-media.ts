import type { CallType } from '#domain/sessions/contract.ts'

export type OpenedMedia = {
  stream: MediaStream | null
  /** What could not be had, and why, as browsers name it. */
  problem: { device: 'microphone' | 'camera'; name: string } | null
}

/** Opens what a call needs. Without a camera it goes on as a voice; without a microphone one can still listen. */
export async function openMedia(callType: CallType): Promise<OpenedMedia> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const video = { width: { ideal: 1_280 }, height: { ideal: 720 }, facingMode: 'user' }
  if (callType === 'video') {
    const both = await attempt({ audio, video })
    if (both.stream) return { stream: both.stream, problem: null }
    const voice = await attempt({ audio })
    if (voice.stream) return { stream: voice.stream, problem: { device: 'camera', name: both.name } }
    return { stream: null, problem: { device: 'microphone', name: voice.name } }
  }
  const { stream, name } = await attempt({ audio })
  return { stream, problem: stream ? null : { device: 'microphone', name } }
}

async function attempt(
  wanted: MediaStreamConstraints,
): Promise<{ stream: MediaStream | null; name: string }> {
  try {
    return { stream: await navigator.mediaDevices.getUserMedia(wanted), name: '' }
  } catch (error) {
    return { stream: null, name: error instanceof Error ? error.name : 'unknown' }
  }
}

export function closeMedia(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

import { findChosenDevices } from '#app/call/devices/chosen-devices.ts'
import type { CallType } from '#domain/sessions/contract.ts'

/** The device that a problem concerns. */
export type Device = 'microphone' | 'camera' | 'both'

export type DeviceProblem = {
  kind: 'refused' | 'missing' | 'in use' | 'unsupported'
  device: Device
}

/**
 * Opens only the devices that the call type needs: an audio call never asks for the camera. Tries the chosen devices
 * first. If they cannot be opened, the browser chooses others.
 */
export async function openMedia(callType: CallType): Promise<MediaStream | DeviceProblem> {
  const wanted: Device = callType === 'video' ? 'both' : 'microphone'
  const withVideo = (video: MediaTrackConstraints) => callType === 'video' && video
  const { microphone, camera } = await findChosenDevices()
  if (microphone || (camera && callType === 'video')) {
    const opened = await openWithConstraints(wanted, {
      audio: { ...audioConstraints, ...exactDevice(microphone) },
      video: withVideo({ ...videoConstraints, ...exactDevice(camera) }),
    })
    if ('getTracks' in opened || opened.kind === 'refused') return opened
  }
  return openWithConstraints(wanted, {
    audio: audioConstraints,
    video: withVideo({ ...videoConstraints, facingMode: 'user' }),
  })
}

/** Opens the device with this id. Without an id, opens any device of this kind. */
export async function openDevice(
  device: 'microphone' | 'camera',
  deviceId?: string,
): Promise<MediaStreamTrack | DeviceProblem> {
  const opened = await openWithConstraints(device, {
    audio: device === 'microphone' && { ...audioConstraints, ...exactDevice(deviceId) },
    video: device === 'camera' && { ...videoConstraints, ...exactDevice(deviceId) },
  })
  return 'getTracks' in opened ? (opened.getTracks()[0] as MediaStreamTrack) : opened
}

async function openWithConstraints(
  wanted: Device,
  constraints: MediaStreamConstraints,
): Promise<MediaStream | DeviceProblem> {
  // Browsers offer no devices to pages without HTTPS.
  if (!navigator.mediaDevices) return { kind: 'unsupported', device: wanted }
  const open = () => navigator.mediaDevices.getUserMedia(constraints)
  try {
    return await open().catch((error) => {
      // A device that started too slowly is ready by now.
      if (error instanceof Error && error.name === 'AbortError') return open()
      throw error
    })
  } catch (error) {
    const kind = toProblemKind(error)
    return { kind, device: await findConcernedDevice(kind, wanted) }
  }
}

/**
 * Opens the devices that are available for a running call. Without a camera the call continues with audio. Without a
 * microphone the user can only listen.
 */
export async function openAvailableMedia(
  callType: CallType,
): Promise<{ media: MediaStream | null; deviceProblem: DeviceProblem | null }> {
  const opened = await openMedia(callType)
  if (opened instanceof MediaStream) return { media: opened, deviceProblem: null }
  const voice = callType === 'video' ? await openMedia('audio') : opened
  if (voice instanceof MediaStream) return { media: voice, deviceProblem: { ...opened, device: 'camera' } }
  return { media: null, deviceProblem: voice }
}

const audioConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const videoConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } }
const exactDevice = (deviceId: string | undefined) => (deviceId ? { deviceId: { exact: deviceId } } : {})

/** Maps the browser's error name to a kind of problem. */
export function toProblemKind(error: unknown): DeviceProblem['kind'] {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return 'in use'
}

/** Finds the failed device in the device list or the permissions, because the browser's error does not name it. */
async function findConcernedDevice(kind: DeviceProblem['kind'], wanted: Device): Promise<Device> {
  if (wanted !== 'both' || kind === 'in use') return wanted
  const [microphone, camera] =
    kind === 'missing'
      ? await Promise.all([hasDevice('audioinput'), hasDevice('videoinput')])
      : await Promise.all([isGranted('microphone'), isGranted('camera')])
  if (microphone === camera) return 'both'
  return microphone ? 'camera' : 'microphone'
}

async function hasDevice(kind: MediaDeviceKind): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.some((device) => device.kind === kind)
}

/** Whether the devices open without a permission prompt. */
export async function mayOpen(callType: CallType): Promise<boolean> {
  const [microphone, camera] = await Promise.all([isGranted('microphone'), isGranted('camera')])
  return microphone && (camera || callType === 'audio')
}

async function isGranted(name: 'microphone' | 'camera'): Promise<boolean> {
  return (await readPermission(name)) === 'granted'
}

export async function readPermission(name: 'microphone' | 'camera'): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state
  } catch {
    // The browser does not support the query, so opening the device will prompt.
    return 'prompt'
  }
}

export function closeMedia(media: MediaStream | null): void {
  for (const track of media?.getTracks() ?? []) track.stop()
}

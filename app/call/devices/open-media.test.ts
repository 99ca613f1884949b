import { afterEach, describe, expect, test, vi } from 'vitest'
import { mayOpen, openDevice, openMedia, toProblemKind } from '#app/call/devices/open-media.ts'

afterEach(() => void vi.unstubAllGlobals())

type Browser = {
  error?: string
  devices?: string[]
  /** Ids of the devices, in the same order. */
  ids?: string[]
  granted?: string[]
}

const stream = { getTracks: () => [] as unknown[] }

/** Stubs a browser with these devices and permissions. With `error`, opening a device fails. */
function stubBrowser({ error, devices = [], ids = [], granted = [] }: Browser) {
  const getUserMedia = vi.fn<(wanted: MediaStreamConstraints) => Promise<typeof stream>>(async () => {
    if (error) throw new DOMException('no', error)
    return stream
  })
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia,
      enumerateDevices: async () => devices.map((kind, index) => ({ kind, deviceId: ids[index] ?? '' })),
    },
    permissions: {
      query: async ({ name }: { name: string }) => ({
        state: granted.includes(name) ? 'granted' : 'denied',
      }),
    },
  })
  return getUserMedia
}

test('an audio call never asks for the camera', async () => {
  const getUserMedia = stubBrowser({})
  expect(await openMedia('audio')).toBe(stream)
  expect(getUserMedia.mock.calls[0]?.[0].video).toBe(false)
  expect(await openMedia('video')).toBe(stream)
  expect(getUserMedia.mock.calls[1]?.[0].video).toBeTruthy()
})

describe('the chosen devices', () => {
  const knownDevice = (deviceId: string) => ({ deviceId, label: deviceId })
  function storeChoice() {
    const stored = JSON.stringify({ microphone: knownDevice('headset'), camera: knownDevice('desk') })
    vi.stubGlobal('localStorage', { getItem: () => stored })
  }

  test('are preferred when they are plugged in', async () => {
    const getUserMedia = stubBrowser({ devices: ['audioinput', 'videoinput'], ids: ['headset', 'another'] })
    storeChoice()
    expect(await openMedia('video')).toBe(stream)
    expect(getUserMedia).toHaveBeenCalledTimes(1)
    const { audio, video } = getUserMedia.mock.calls[0]?.[0] ?? {}
    expect(audio).toMatchObject({ deviceId: { exact: 'headset' } })
    expect(video).not.toHaveProperty('deviceId')
  })

  test('are replaced by the default when they cannot be opened, unless the user refuses', async () => {
    const pluggedIn = { devices: ['audioinput', 'videoinput'], ids: ['headset', 'desk'] }
    const getUserMedia = stubBrowser(pluggedIn)
    storeChoice()
    getUserMedia.mockRejectedValueOnce(new DOMException('no', 'NotReadableError'))
    expect(await openMedia('video')).toBe(stream)
    expect(getUserMedia.mock.calls[1]?.[0].audio).not.toHaveProperty('deviceId')
    const refusing = stubBrowser({ ...pluggedIn, error: 'NotAllowedError' })
    expect(await openMedia('audio')).toEqual({ kind: 'refused', device: 'microphone' })
    expect(refusing).toHaveBeenCalledTimes(1)
  })
})

test('openDevice opens only that device', async () => {
  const getUserMedia = stubBrowser({ error: 'NotFoundError' })
  expect(await openDevice('camera', 'desk')).toEqual({ kind: 'missing', device: 'camera' })
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({
    audio: false,
    video: { deviceId: { exact: 'desk' } },
  })
})

test('a device that starts too slowly is opened a second time', async () => {
  const getUserMedia = stubBrowser({})
  getUserMedia.mockRejectedValueOnce(new DOMException('Timeout starting audio source', 'AbortError'))
  expect(await openMedia('audio')).toBe(stream)
  expect(getUserMedia).toHaveBeenCalledTimes(2)
  getUserMedia.mockRejectedValue(new DOMException('Timeout starting audio source', 'AbortError'))
  expect(await openMedia('audio')).toEqual({ kind: 'in use', device: 'microphone' })
  expect(getUserMedia).toHaveBeenCalledTimes(4)
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'in use'],
  ['AbortError', 'in use'],
])('the browser error %s is reported as %s', (name, kind) => {
  expect(toProblemKind(new DOMException('no', name))).toBe(kind)
})

describe('a problem names the device that failed', () => {
  test.each<[Browser, { kind: string; device: string }]>([
    [
      { error: 'NotAllowedError', granted: ['microphone'] },
      { kind: 'refused', device: 'camera' },
    ],
    [
      { error: 'NotAllowedError', granted: ['camera'] },
      { kind: 'refused', device: 'microphone' },
    ],
    [{ error: 'NotAllowedError' }, { kind: 'refused', device: 'both' }],
    [
      { error: 'NotFoundError', devices: ['audioinput'] },
      { kind: 'missing', device: 'camera' },
    ],
    [{ error: 'NotFoundError' }, { kind: 'missing', device: 'both' }],
    [{ error: 'NotReadableError' }, { kind: 'in use', device: 'both' }],
  ])('%o', async (browser, problem) => {
    stubBrowser(browser)
    expect(await openMedia('video')).toEqual(problem)
  })

  test('which is the microphone in an audio call', async () => {
    stubBrowser({ error: 'NotAllowedError' })
    expect(await openMedia('audio')).toEqual({ kind: 'refused', device: 'microphone' })
  })

  test('a page without HTTPS has no devices', async () => {
    vi.stubGlobal('navigator', {})
    expect(await openMedia('audio')).toEqual({ kind: 'unsupported', device: 'microphone' })
  })
})

test('mayOpen is true only when no permission prompt would appear', async () => {
  stubBrowser({ granted: ['microphone'] })
  expect(await mayOpen('audio')).toBe(true)
  expect(await mayOpen('video')).toBe(false)
  stubBrowser({ granted: ['microphone', 'camera'] })
  expect(await mayOpen('video')).toBe(true)
  vi.stubGlobal('navigator', {})
  expect(await mayOpen('audio')).toBe(false)
})

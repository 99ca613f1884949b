import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChosenDevices, rememberDevices } from '#app/call/devices/chosen-devices.ts'

let stored: string | null = null

/** Sets the devices that are plugged in. */
function stubDevices(...devices: [kind: string, deviceId: string, label: string][]) {
  const enumerateDevices = async () => devices.map(([kind, deviceId, label]) => ({ kind, deviceId, label }))
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices } })
}

beforeEach(() => {
  stored = null
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => (stored = value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a chosen device is found again by its id or its name', async () => {
  stubDevices(['videoinput', 'v1', 'Laptop'], ['videoinput', 'v2', 'Desk'], ['audioinput', 'a1', 'Headset'])
  expect(await findChosenDevices()).toEqual({})
  rememberDevices({ camera: { deviceId: 'v1', label: 'Laptop' } })
  rememberDevices({ microphone: { deviceId: 'old id', label: 'Headset' } })
  rememberDevices({ camera: { deviceId: 'v2', label: 'Desk' } })
  expect(await findChosenDevices()).toEqual({ camera: 'v2', microphone: 'a1' })
})

test('a chosen device is not found when it is unplugged, of another kind or not yet named', async () => {
  rememberDevices({ camera: { deviceId: 'v1', label: 'Desk' } })
  for (const device of [
    ['videoinput', 'v2', 'Laptop'],
    ['audioinput', 'v1', 'Desk'],
    ['videoinput', '', ''],
  ] as [string, string, string][]) {
    stubDevices(device)
    expect((await findChosenDevices()).camera).toBeUndefined()
  }
})

test('invalid stored data is ignored', async () => {
  stubDevices(['videoinput', 'v1', 'Laptop'])
  for (const invalid of ['', 'no json', '[]', '{"camera":"v1"}']) {
    stored = invalid
    expect(await findChosenDevices()).toEqual({})
  }
})

test('no device is found without storage or without media devices', async () => {
  rememberDevices({ camera: { deviceId: 'v1', label: 'Desk' } })
  vi.stubGlobal('navigator', {})
  expect((await findChosenDevices()).camera).toBeUndefined()
  vi.stubGlobal('localStorage', undefined)
  rememberDevices({ camera: { deviceId: 'v1', label: 'Desk' } })
  expect(await findChosenDevices()).toEqual({})
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readChosenDevices, rememberDevices } from '#app/features/devices/chosen-devices.ts'

let stored: string | null = null

beforeEach(() => {
  stored = null
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => (stored = value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('what was chosen is known next time, each device for itself', () => {
  expect(readChosenDevices()).toEqual({})
  rememberDevices({ camera: 'desk' })
  rememberDevices({ microphone: 'headset' })
  rememberDevices({ camera: 'laptop' })
  expect(readChosenDevices()).toEqual({ camera: 'laptop', microphone: 'headset' })
})

test('what is not ours counts as nothing', () => {
  for (const strange of ['', 'no json', '[]', '{"camera":7}']) {
    stored = strange
    expect(readChosenDevices()).toEqual({})
  }
})

test('a browser that stores nothing does not stop anybody', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberDevices({ camera: 'desk' })
  expect(readChosenDevices()).toEqual({})
})

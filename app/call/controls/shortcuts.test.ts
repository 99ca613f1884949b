import { describe, expect, test } from 'vitest'
import type { Control } from '#app/call/controls/control.ts'
import { findControl, shortcutText, shortcutOf } from '#app/call/controls/shortcuts.ts'

const none = { code: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, repeat: false }
const press = (key: string, changes: Partial<Parameters<typeof shortcutOf>[0]> = {}) => ({
  ...none,
  key,
  ...changes,
})
const control = (label: string, shortcut?: string, disabled = false): Control => ({
  label,
  icon: null,
  onSelect: () => undefined,
  shortcut,
  disabled,
})
const controls = [
  control('Mute', 'm'),
  control('Turn camera off', 'v', true),
  control('Full screen'),
  control('Hang up', 'shift+h'),
  control('Keyboard shortcuts', '?'),
]
const pressed = (...given: Parameters<typeof press>) => findControl(controls, press(...given))?.label ?? null

describe('keys in a call', () => {
  test('a letter does what its control does', () => {
    expect(pressed('m')).toBe('Mute')
    expect(pressed('x')).toBeNull()
    expect(pressed('?', { shiftKey: true })).toBe('Keyboard shortcuts')
  })

  test('capitals by the lock are the same letters', () => {
    expect(pressed('M')).toBe('Mute')
  })

  test('a keyboard that writes Hindi has the same keys', () => {
    expect(pressed('स', { code: 'KeyM' })).toBe('Mute')
    expect(pressed('1', { code: 'Digit1' })).toBeNull()
  })

  test('nobody hangs up with one finger', () => {
    expect(pressed('h')).toBeNull()
    expect(pressed('H', { shiftKey: true })).toBe('Hang up')
  })

  test('keys of the browser stay with the browser', () => {
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'] as const)
      expect(pressed('m', { [modifier]: true })).toBeNull()
  })

  test('a key that is held down counts once', () => {
    expect(pressed('m', { repeat: true })).toBeNull()
  })

  test('what cannot be used cannot be used by key', () => {
    expect(pressed('v')).toBeNull()
  })
})

test('keys are written as they are printed', () => {
  expect(['m', 'shift+h', '?'].map(shortcutText)).toEqual(['M', 'Shift + H', '?'])
})

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

describe('call shortcuts', () => {
  test('a letter finds its control', () => {
    expect(pressed('m')).toBe('Mute')
    expect(pressed('x')).toBeNull()
    expect(pressed('?', { shiftKey: true })).toBe('Keyboard shortcuts')
  })

  test('Caps Lock does not change the letter', () => {
    expect(pressed('M')).toBe('Mute')
  })

  test('a Hindi keyboard layout has the same shortcuts', () => {
    expect(pressed('स', { code: 'KeyM' })).toBe('Mute')
    expect(pressed('1', { code: 'Digit1' })).toBeNull()
  })

  test('hanging up needs Shift', () => {
    expect(pressed('h')).toBeNull()
    expect(pressed('H', { shiftKey: true })).toBe('Hang up')
  })

  test('browser shortcuts are ignored', () => {
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'] as const)
      expect(pressed('m', { [modifier]: true })).toBeNull()
  })

  test('repeats of a held key are ignored', () => {
    expect(pressed('m', { repeat: true })).toBeNull()
  })

  test('a disabled control has no shortcut', () => {
    expect(pressed('v')).toBeNull()
  })
})

test('shortcut text matches the labels on the keyboard', () => {
  expect(['m', 'shift+h', '?'].map(shortcutText)).toEqual(['M', 'Shift + H', '?'])
})

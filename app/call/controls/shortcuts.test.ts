import { describe, expect, test } from 'vitest'
import type { Control } from '#app/call/controls/control.ts'
import { findControl, shortcutText, readShortcut } from '#app/call/controls/shortcuts.ts'

const noModifiers = { code: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, repeat: false }
const press = (key: string, changes: Partial<Parameters<typeof readShortcut>[0]> = {}) => ({
  ...noModifiers,
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
const findLabel = (...keyPress: Parameters<typeof press>) => findControl(controls, press(...keyPress))?.label ?? null

describe('call shortcuts', () => {
  test('a letter finds its control', () => {
    expect(findLabel('m')).toBe('Mute')
    expect(findLabel('x')).toBeNull()
    expect(findLabel('?', { shiftKey: true })).toBe('Keyboard shortcuts')
  })

  test('Caps Lock does not change the letter', () => {
    expect(findLabel('M')).toBe('Mute')
  })

  test('a Hindi keyboard layout has the same shortcuts', () => {
    expect(findLabel('स', { code: 'KeyM' })).toBe('Mute')
    expect(findLabel('1', { code: 'Digit1' })).toBeNull()
  })

  test('hanging up needs Shift', () => {
    expect(findLabel('h')).toBeNull()
    expect(findLabel('H', { shiftKey: true })).toBe('Hang up')
  })

  test('browser shortcuts are ignored', () => {
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'] as const)
      expect(findLabel('m', { [modifier]: true })).toBeNull()
  })

  test('repeats of a held key are ignored', () => {
    expect(findLabel('m', { repeat: true })).toBeNull()
  })

  test('a disabled control has no shortcut', () => {
    expect(findLabel('v')).toBeNull()
  })
})

test('shortcut text matches the labels on the keyboard', () => {
  expect(['m', 'shift+h', '?'].map(shortcutText)).toEqual(['M', 'Shift + H', '?'])
})

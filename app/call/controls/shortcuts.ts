import type { Control } from '#app/call/controls/control.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'repeat'>

/** Converts a key press to a control's shortcut; null for browser shortcuts and repeats of a held key. */
export function readShortcut(keyPress: KeyPress): string | null {
  if (keyPress.ctrlKey || keyPress.altKey || keyPress.metaKey || keyPress.repeat) return null
  const letter = readLetter(keyPress)
  if (!letter) return keyPress.key
  return keyPress.shiftKey ? `shift+${letter}` : letter
}

/** Falls back to the key's position, so that a Hindi layout has the same shortcuts. */
function readLetter({ key, code }: KeyPress): string | null {
  const lowerCase = key.toLowerCase()
  if (/^[a-z]$/.test(lowerCase)) return lowerCase
  const isOtherLetter = /^\p{L}$/u.test(key)
  return (isOtherLetter && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || null
}

export function findControl(controls: Control[], keyPress: KeyPress): Control | null {
  const shortcut = readShortcut(keyPress)
  if (!shortcut) return null
  return controls.find((control) => control.shortcut === shortcut && !control.disabled) ?? null
}

/** Formats a shortcut as printed on the keyboard. */
export function shortcutText(shortcut: string): string {
  return shortcut.split('+').map(capitalise).join(' + ')
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Elements that handle letter keys themselves. */
const letterTargets =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=slider]'
/** Elements that handle the space bar themselves. */
const spaceTargets = `${letterTargets}, button, a, summary, [role=switch]`

/**
 * Whether a key press is meant for the call: focus is in it, or the call fills the screen and nothing else has focus.
 */
export function isForCall(target: EventTarget | null, surface: HTMLElement, isSmall: boolean): boolean {
  if (!(target instanceof Element) || target.closest(letterTargets)) return false
  if (target !== document.body) return surface.contains(target)
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  return !isSmall && dialogs.every((dialog) => dialog === surface)
}

export function usesSpaceBar(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(spaceTargets) !== null
}

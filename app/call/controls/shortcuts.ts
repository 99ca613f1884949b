import type { Control } from '#app/call/controls/control.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'repeat'>

/** What a key says, in the words of a control's shortcut. Keys of the browser and keys that are held down say nothing. */
export function shortcutOf(keyPress: KeyPress): string | null {
  if (keyPress.ctrlKey || keyPress.altKey || keyPress.metaKey || keyPress.repeat) return null
  const letter = letterOf(keyPress)
  if (!letter) return keyPress.key
  return keyPress.shiftKey ? `shift+${letter}` : letter
}

/** A keyboard that writes Hindi has the same keys in the same places. */
function letterOf({ key, code }: KeyPress): string | null {
  const small = key.toLowerCase()
  if (/^[a-z]$/.test(small)) return small
  const isOtherLetter = /^\p{L}$/u.test(key)
  return (isOtherLetter && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || null
}

export function findControl(controls: Control[], keyPress: KeyPress): Control | null {
  const shortcut = shortcutOf(keyPress)
  if (!shortcut) return null
  return controls.find((control) => control.shortcut === shortcut && !control.disabled) ?? null
}

/** As it is printed on the keyboard. */
export function shortcutText(shortcut: string): string {
  return shortcut.split('+').map(capitalise).join(' + ')
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Where a letter means something already: a field, a list, a menu. */
const letterTargets =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=slider]'
/** Where the space bar presses something. */
const spaceTargets = `${letterTargets}, button, a, summary, [role=switch]`

/** Whether a key is meant for the call: pressed in it, or, while it fills the screen, nowhere else. */
export function isForCall(target: EventTarget | null, surface: HTMLElement, isSmall: boolean): boolean {
  if (!(target instanceof Element) || target.closest(letterTargets)) return false
  if (target !== document.body) return surface.contains(target)
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  return !isSmall && dialogs.every((dialog) => dialog === surface)
}

export function usesSpaceBar(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(spaceTargets) !== null
}

import type { ReactNode } from 'react'

/** One action of a call: a button in the bar or an item in its menu, with an optional shortcut. */
export type Control = {
  /** The effect of pressing it now, for example 'Mute' or 'Turn microphone on'. */
  label: string
  icon: ReactNode
  onSelect(): void
  /** Highlights the button: muted, chat open, screen shared. */
  isOn?: boolean
  /** Number of unseen items, such as messages. */
  badge?: number
  disabled?: boolean
  /** A lower-case letter, `shift+` and a lower-case letter, or a symbol. */
  shortcut?: string
  /** The panel that it opens beside the video. */
  panel?: ReactNode
}

const buttonPx = 60
const hangUpPx = 88

/** Places the first controls in the bar. If not all fit, the menu takes the last place. */
export function placeControls<Any>(controls: Any[], barPx: number): { inBar: Any[]; inMenu: Any[] } {
  const places = Math.max(1, Math.floor((barPx - hangUpPx) / buttonPx))
  const inBarCount = controls.length <= places ? controls.length : places - 1
  return { inBar: controls.slice(0, inBarCount), inMenu: controls.slice(inBarCount) }
}

/** Prefers the shortcut, because the label changes with the state. */
export function controlKey({ shortcut, label }: Control): string {
  return shortcut ?? label
}

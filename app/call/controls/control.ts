import type { ReactNode } from 'react'

/** One thing that somebody can do in a call: a button of the bar, a line of its menu, and a key. */
export type Control = {
  /** What pressing it does now: 'Mute', and then 'Turn microphone on'. */
  label: string
  icon: ReactNode
  onSelect(): void
  /** Something to be noticed: muted, the chat is open, the screen is shared. */
  isOn?: boolean
  /** How many wait to be seen, as messages do. */
  badge?: number
  disabled?: boolean
  /** A small letter, `shift+` and a small letter, or a sign. */
  shortcut?: string
  /** What it opens in the stage, beside the picture. */
  panel?: ReactNode
}

const buttonPx = 60
const hangUpPx = 88

/** The first ones stand in the bar. If not all of them find room, the last place is the menu's. */
export function placeControls<Any>(controls: Any[], barPx: number): { inBar: Any[]; inMenu: Any[] } {
  const places = Math.max(1, Math.floor((barPx - hangUpPx) / buttonPx))
  const count = controls.length <= places ? controls.length : places - 1
  return { inBar: controls.slice(0, count), inMenu: controls.slice(count) }
}

/** Labels change with what they do next; a shortcut does not. */
export function keyOf({ shortcut, label }: Control): string {
  return shortcut ?? label
}

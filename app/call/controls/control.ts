import type { ReactNode } from 'react'

/** One action of a call: a button in the bar or an item under More, with an optional shortcut. */
export type Control = {
  /** The effect of pressing it now, for example 'Mute' or 'Turn camera on'. */
  label: string
  /** The visible word of the button in the bar. The label contains it. Controls without a word are under More. */
  word?: string
  icon: ReactNode
  onSelect(): void
  /** Highlights the button: muted, chat open, screen shared. */
  isOn?: boolean
  /** Number of unseen items, such as messages. */
  badge?: number
  disabled?: boolean
  /** A lower-case letter, `shift+` and a lower-case letter, or a symbol. */
  shortcut?: string
  /** The panel or dialog that the control opens. */
  panel?: ReactNode
}

/** Prefers the shortcut, because the label changes with the state. */
export function controlKey({ shortcut, label }: Control): string {
  return shortcut ?? label
}

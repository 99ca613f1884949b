import type { ReactNode } from 'react'

/** Something that one can do in a call, for a button of the bar or a row of a menu. */
export type CallControl = {
  label: string
  icon: ReactNode
  /** It is in effect now. */
  isOn?: boolean
  onSelect(): void
}

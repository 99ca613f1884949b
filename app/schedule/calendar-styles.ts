import type { CSSProperties } from 'react'
import type { Tone } from '#app/ui/badge.tsx'

/** Bookable hours. */
export const openStyle = 'bg-good/14'

/** Busy times of another calendar. Not a class, because the style sheet is a part of every page. */
export const busyStyle: CSSProperties = {
  backgroundImage: 'repeating-linear-gradient(135deg, var(--color-line-strong) 0 1px, transparent 1px 7px)',
}

export const entryEdge: Record<Tone, string> = {
  accent: 'border-l-accent',
  good: 'border-l-good',
  info: 'border-l-info',
  bad: 'border-l-bad',
  neutral: 'border-l-line-strong',
}

export const entryFill: Record<Tone, string> = {
  accent: 'bg-accent',
  good: 'bg-good',
  info: 'bg-info',
  bad: 'bg-bad',
  neutral: 'bg-line-strong',
}

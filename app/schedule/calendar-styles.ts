import type { Tone } from '#app/ui/badge.tsx'

/** Bookable hours. */
export const openStyle = 'bg-good/14'

/** Busy times of another calendar. */
export const busyStyle = 'bg-[repeating-linear-gradient(135deg,var(--color-line-strong)_0_1px,transparent_1px_7px)]'

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

import type { CategoryId } from '#kernel/catalogue.ts'
import { feedbackChips } from '#kernel/feedback-chips.ts'
import { shortName } from '#kernel/initials.ts'
import { reviewChangeDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

type ChosenChips = { strengths: string[]; improvements: string[] }

/** Whether everything that was picked stands in the lists of that category, each once. */
export function areValidChips(
  category: CategoryId | null,
  { strengths, improvements }: ChosenChips,
): boolean {
  if (!category) return strengths.length + improvements.length === 0
  const known = feedbackChips[category]
  return (
    areDistinctAndKnown(known.strengths, strengths) && areDistinctAndKnown(known.improvements, improvements)
  )
}

function areDistinctAndKnown(known: readonly string[], chosen: string[]): boolean {
  return new Set(chosen).size === chosen.length && chosen.every((chip) => known.includes(chip))
}

export function changeUntil(createdAt: Date): Date {
  return daysLater(createdAt, reviewChangeDays)
}

/** How everybody reads the name of a student; nothing when the account is gone. */
export function reviewerName(fullName: string | null): string {
  return (fullName && shortName(fullName)) || 'Anonymous User'
}

/** Where the expert has gone, or has no category. */
export const unknownExpert = { name: 'Expert', category: 'General' } as const

import type { CategoryId } from '#kernel/catalogue.ts'
import { feedbackChips } from '#kernel/feedback-chips.ts'
import { shortName } from '#kernel/initials.ts'
import { reviewChangeDays, summaryChangeDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

type ChosenChips = { strengths: string[]; improvements: string[] }

/** Whether all chips are in the lists of that category, without duplicates. */
export function areValidChips(category: CategoryId | null, { strengths, improvements }: ChosenChips): boolean {
  if (!category) return strengths.length + improvements.length === 0
  const offered = feedbackChips[category]
  return (
    areDistinctAndOffered(offered.strengths, strengths) && areDistinctAndOffered(offered.improvements, improvements)
  )
}

function areDistinctAndOffered(offered: readonly string[], chosen: string[]): boolean {
  return new Set(chosen).size === chosen.length && chosen.every((chip) => offered.includes(chip))
}

export function changeUntil(createdAt: Date): Date {
  return daysLater(createdAt, reviewChangeDays)
}

export function summaryChangeUntil(writtenAt: Date): Date {
  return daysLater(writtenAt, summaryChangeDays)
}

/** The public name of a student; 'Anonymous User' when the account was deleted. */
export function reviewerName(fullName: string | null): string {
  return (fullName && shortName(fullName)) || 'Anonymous User'
}

/** For a deleted expert, or one without a category. */
export const unknownExpert = { name: 'Expert', category: 'General' } as const

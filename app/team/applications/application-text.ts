import { roughDuration } from '#app/team/base/rough-duration.ts'
import type { Tone } from '#app/ui/badge.tsx'
import type { ApplicationRow } from '#domain/applications/contract.ts'
import type { ApplicationStage } from '#domain/applications/states.ts'
import { categoryGroups } from '#kernel/catalogue.ts'

export const applicationStageText: Record<ApplicationStage, { label: string; tone: Tone }> = {
  received: { label: 'Received', tone: 'accent' },
  reviewing: { label: 'Reviewing', tone: 'info' },
  interview: { label: 'Interview', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'neutral' },
}

export const categoryOptions = categoryGroups.map(({ id, name }) => ({ value: id, label: name }))

export function categoryName(id: string | null): string {
  return categoryGroups.find((group) => group.id === id)?.name ?? 'Not chosen'
}

const soonMs = 24 * 3_600_000

/** Label for the 72-hour reply deadline. */
export function answerDeadlineLabel(
  { answerBy, answeredAt }: Pick<ApplicationRow, 'answerBy' | 'answeredAt'>,
  now: Date,
): { label: string; tone: Tone } {
  if (answeredAt) {
    return answeredAt > answerBy
      ? { label: 'Answered late', tone: 'neutral' }
      : { label: 'Answered in time', tone: 'neutral' }
  }
  const leftMs = answerBy.getTime() - now.getTime()
  if (leftMs < 0) return { label: `Late by ${roughDuration(-leftMs)}`, tone: 'bad' }
  return { label: `Due in ${roughDuration(leftMs)}`, tone: leftMs < soonMs ? 'accent' : 'neutral' }
}

import { bookPath, type FollowUp } from '#app/sessions/follow-up.tsx'
import { slotSearch } from '#app/schedule/slot-choice.ts'
import { loadSlotWeek } from '#app/schedule/slots.server.ts'
import type { Context } from '#domain/context.server.ts'
import { takesBookings } from '#domain/schedule/queries.server.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'

const minutes = 30
const [daysShown, timesOfDayShown] = [3, 3]

type FollowUpQuery = {
  expertId: ExpertId
  callType: CallType
  zone: string
  /** The expert suggested it in the summary. */
  isSuggested: boolean
  /** The session whose board the booked one can begin with. */
  continues?: SessionId | undefined
}

/**
 * Loads the expert's next free times, each with a link that has it filled in. Null when the expert takes no bookings and
 * suggested none.
 */
export async function loadFollowUp(
  context: Context,
  { expertId, callType, zone, isSuggested, continues }: FollowUpQuery,
): Promise<FollowUp | null> {
  if (!(await takesBookings(context, expertId))) {
    return isSuggested ? { minutes, zone, days: [], more: bookPath(expertId), hasMore: false } : null
  }
  const week = await loadSlotWeek(context, { expertId, minutes, zone, from: null })
  const to = (choice: { from?: string | null; day?: string; start?: string }) =>
    bookPath(expertId) + slotSearch({ minutes, zone, ...choice }, { callType, ...(continues && { continues }) })
  const days = week.days.filter(({ starts }) => starts.length > 0).slice(0, daysShown)
  return {
    minutes,
    zone,
    days: days.map(({ day, starts }) => ({
      day,
      times: starts.slice(0, timesOfDayShown).map((at) => ({ at, to: to({ day, start: at.toISOString() }) })),
    })),
    more: to(week.nextFree ? { from: week.nextFree, day: week.nextFree } : {}),
    hasMore: days.length > 0 || week.nextFree !== null,
  }
}

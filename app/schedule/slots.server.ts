import { findCookieZone } from '#app/base/zone.server.ts'
import { readSlotChoice, type SlotChoice, type SlotWeek } from '#app/schedule/slot-choice.ts'
import type { Context } from '#domain/context.server.ts'
import { listSlots } from '#domain/schedule/list-slots.server.ts'
import { bookableUntil } from '#domain/schedule/rules.ts'
import { addDays } from '#domain/schedule/slots.server.ts'
import { dayOf, isDay } from '#kernel/days.ts'
import type { SessionId } from '#kernel/ids.ts'
import { slotDaysMax } from '#kernel/limits.ts'
import { defaultZone } from '#kernel/zones.ts'

const weekDays = 7

/** Reads the choice from the URL. The zone falls back to the cookie, then to the default. */
export function readChoice(request: Request): SlotChoice {
  return readSlotChoice(new URL(request.url).searchParams, findCookieZone(request) ?? defaultZone)
}

type SlotWeekQuery = Pick<SlotChoice, 'minutes' | 'zone'> & {
  expertId: string
  /** The booking that is being moved. */
  movedBookingId?: SessionId
}

/** Loads the free times of seven days from the chosen day or today, and the dates of the adjacent weeks. */
export async function loadSlotWeek(
  context: Context,
  { expertId, minutes, zone, from, movedBookingId }: SlotWeekQuery & Pick<SlotChoice, 'from'>,
): Promise<SlotWeek> {
  const now = context.clock.now()
  const [today, lastDay] = [dayOf(now, zone), dayOf(bookableUntil(now), zone)]
  const firstDay = from && isDay(from) && from > today && from <= lastDay ? from : today
  const slotQuery = { expertId, minutes, zone, movedBookingId }
  const days = await listSlots(context, { ...slotQuery, firstDay, days: weekDays }, { movedBookingId })
  const [before, after] = [addDays(firstDay, -weekDays), addDays(firstDay, weekDays)]
  const isEmpty = days.every(({ starts }) => starts.length === 0)
  return {
    days,
    earlier: firstDay === today ? null : before < today ? today : before,
    later: after <= lastDay ? after : null,
    nextFree: isEmpty ? await findFreeDay(context, { ...slotQuery, from: after, lastDay }) : null,
  }
}

/** Returns the first day with a free time, searching from `from` to `lastDay`. */
async function findFreeDay(
  context: Context,
  { from, lastDay, ...slotQuery }: SlotWeekQuery & { from: string; lastDay: string },
): Promise<string | null> {
  for (let firstDay = from; firstDay <= lastDay; firstDay = addDays(firstDay, slotDaysMax)) {
    const days = await listSlots(context, { ...slotQuery, firstDay, days: slotDaysMax }, slotQuery)
    const freeDay = days.find(({ starts }) => starts.length > 0)
    if (freeDay) return freeDay.day
  }
  return null
}

import type { Context } from '#domain/context.server.ts'
import { bookableUntil } from '#domain/schedule/rules.ts'
import { listBusy, listTaken, type StoredAvailability } from '#domain/schedule/schedule-rows.server.ts'
import { slots } from '#domain/schedule/slots.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { minutesLater } from '#kernel/time.ts'

type SlotStart = {
  expertId: AccountId
  startsAt: Date
  minutes: number
  /** The booking that is being moved: its own time counts as free. */
  except?: string
}

/** Refuses a start that is not offered, with the reason. Reliable only if the caller has locked the availability. */
export async function requireOfferedSlot(
  ctx: Context,
  availability: StoredAvailability | null,
  { expertId, startsAt, minutes, except }: SlotStart,
): Promise<void> {
  if (!availability) throw new Refusal('no_bookings_taken')
  const now = ctx.clock.now()
  if (startsAt <= now) throw new Refusal('slot_past')
  if (startsAt < minutesLater(now, availability.noticeMinutes)) throw new Refusal('slot_too_soon')
  if (startsAt >= bookableUntil(now)) throw new Refusal('slot_too_far')
  const start = startsAt.getTime()
  const query = { availability, minutes, within: { from: start, to: start + 1 } }
  const busy = await listBusy(ctx, { expertId, around: query.within })
  if (slots({ ...query, taken: busy }).length === 0) throw new Refusal('slot_not_offered')
  const taken = [...busy, ...(await listTaken(ctx, { expertId, around: query.within, except }))]
  if (slots({ ...query, taken }).length === 0) throw new Refusal('slot_taken')
}

import type { Context } from '#domain/context.server.ts'
import { findCallee } from '#domain/experts/queries.server.ts'
import { allow } from '#domain/policy.ts'
import { type SlotDay, slotRequest, type SlotRequest } from '#domain/schedule/contract.ts'
import { bookableUntil } from '#domain/schedule/rules.ts'
import { findAvailability, listTakenOrBusy } from '#domain/schedule/schedule-rows.server.ts'
import { addDays, slots, type Span, spanOfDay } from '#domain/schedule/slots.server.ts'
import { dayOf } from '#kernel/days.ts'
import type { AccountId, ExpertId, SessionId } from '#kernel/ids.ts'
import { bookingMinutes, nextTimeDays } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater, minutesLater } from '#kernel/time.ts'
import { findZone } from '#kernel/zones.ts'

/**
 * Lists the bookable times on these days, in the requested zone. Public. For a booking that is being moved, its own
 * time counts as free.
 */
export async function listSlots(
  ctx: Context,
  input: SlotRequest,
  { movedBookingId = null }: { movedBookingId?: SessionId | null } = {},
): Promise<SlotDay[]> {
  const parsed = parse(slotRequest, input)
  const { expertId, minutes, firstDay, days: count } = parsed
  const zone = findZone(parsed.zone)
  if (!zone) throw new Refusal('unknown_zone')
  const callee = await findCallee(ctx, expertId)
  if (!callee) throw new Refusal('no_such_expert')

  const days = Array.from({ length: count }, (_, index) => addDays(firstDay, index))
  const starts = await listStarts(ctx, {
    accountId: callee.accountId,
    minutes,
    except: movedBookingId,
    span: { from: spanOfDay(firstDay, zone).from, to: spanOfDay(days.at(-1) ?? firstDay, zone).to },
  })
  const byDay = Map.groupBy(starts, (start) => dayOf(start, zone))
  return days.map((day) => ({ day, starts: byDay.get(day) ?? [] }))
}

/** Counts the actor's bookable times in the next week, for the shortest session. */
export async function countOwnTimes(ctx: Context): Promise<number> {
  allow(ctx.actor, 'approvedExpert')
  const starts = await listStarts(ctx, {
    accountId: ctx.actor.id,
    minutes: bookingMinutes[0],
    span: spanFrom(ctx.clock.now(), 7),
  })
  return starts.length
}

/** Returns the first bookable time of this expert; null if there is none within the next two weeks. Public. */
export async function findNextTime(ctx: Context, expertId: ExpertId): Promise<Date | null> {
  const callee = await findCallee(ctx, expertId)
  if (!callee) return null
  const starts = await listStarts(ctx, {
    accountId: callee.accountId,
    minutes: bookingMinutes[0],
    span: spanFrom(ctx.clock.now(), nextTimeDays),
  })
  return starts[0] ?? null
}

function spanFrom(now: Date, days: number): Span {
  return { from: now.getTime(), to: daysLater(now, days).getTime() }
}

async function listStarts(
  ctx: Context,
  {
    accountId,
    minutes,
    except = null,
    span,
  }: { accountId: AccountId; minutes: number; except?: SessionId | null; span: Span },
): Promise<Date[]> {
  const availability = await findAvailability(ctx, accountId)
  if (!availability) return []
  const now = ctx.clock.now()
  const within = {
    from: Math.max(span.from, minutesLater(now, availability.noticeMinutes).getTime()),
    to: Math.min(span.to, bookableUntil(now).getTime()),
  }
  if (within.from >= within.to) return []
  const taken = await listTakenOrBusy(ctx, { expertId: accountId, around: within, except })
  return slots({ availability, taken, minutes, within }).map((start) => new Date(start))
}

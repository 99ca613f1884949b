import { addMoney } from '#demo/past/add-money.ts'
import { type DemoBooking, demoBookings } from '#demo/past/bookings.ts'
import type { PastAction } from '#demo/past/past-action.ts'
import { toInstant } from '#demo/past/past-clock.ts'
import { playTalk } from '#demo/past/play-call.ts'
import { type DemoSchedule, demoSchedules } from '#demo/past/schedules.ts'
import { findExpert, type PastExpert, type PastStudent, type ReplayContext } from '#demo/past/replay-context.ts'
import type { Students } from '#demo/past/student-actions.ts'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { cancelBooking, quoteCancellation } from '#domain/bookings/cancel-booking.server.ts'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { joinBooking } from '#domain/bookings/join-booking.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import { bookingPrice, noShowDecisionAt } from '#domain/bookings/rules.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { addException } from '#domain/schedule/exceptions.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { addDays } from '#domain/schedule/slots.server.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import { dayOf } from '#kernel/days.ts'
import { type SessionId, sessionId } from '#kernel/ids.ts'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { daysLater, hoursLater, minutesLater } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

/** Experts publish hours and students book them; future bookings stay booked. */
export async function bookingActions(
  replay: ReplayContext,
  { students, now }: { students: Students; now: Date },
): Promise<PastAction[]> {
  const published = demoSchedules.map(async (demoSchedule) => {
    const expert = await findExpert(replay.system, demoSchedule.email)
    return publishHours(replay, { expert, ...demoSchedule, now })
  })
  const booked = demoBookings.map(async (booking) => {
    const expert = await findExpert(replay.system, booking.with)
    return bookAndFollowUp(replay, { booking, expert, student: students[booking.by], now })
  })
  return [...(await Promise.all(published)), ...(await Promise.all(booked)).flat()]
}

type PublishHoursOptions = DemoSchedule & { expert: PastExpert; now: Date }

function publishHours(
  { as }: ReplayContext,
  { email, expert, schedule, exceptions, now }: PublishHoursOptions,
): PastAction {
  const today = dayOf(now, schedule.zone)
  return {
    at: toInstant({ daysAgo: 20, at: '09:00' }, now),
    async run() {
      await saveSchedule(as(expert), schedule)
      for (const { from, to, hours } of exceptions) {
        const id = derivedId(email, `demo exception ${from}`)
        const days = { firstDay: addDays(today, from), lastDay: addDays(today, to) }
        await addException(as(expert), { id, ...days, hours })
      }
    },
  }
}

type PastBooking = { booking: DemoBooking; expert: PastExpert; student: PastStudent; now: Date }

function bookAndFollowUp(replay: ReplayContext, { booking, expert, student, now }: PastBooking): PastAction[] {
  const { as, payments } = replay
  const { minutes, audio, question, before } = booking
  const startsAt = toInstant({ daysAgo: -booking.in, at: booking.at }, now)
  const bookedAt = daysLater(startsAt, -before)
  const id = sessionId.parse(derivedId(booking.with, `demo booking ${booking.by} ${booking.in}`))
  const amount = bookingPrice({ minutes, ratePaisePerMinute: paise(sessionRatePaisePerMinute) })
  const book: PastAction = {
    at: bookedAt,
    async run() {
      await addMoney({ ...as(student), payments }, { idSeed: id, amount, choice: 'pay' })
      await bookSession(as(student), {
        id,
        expertId: expert.expertId,
        startsAt,
        minutes,
        zone: defaultZone,
        callType: audio ? 'audio' : 'video',
        question,
        file: null,
        ratePaisePerMinute: sessionRatePaisePerMinute,
      })
    },
  }
  return [book, ...outcomeActions(replay, { id, booking, expert, student, startsAt, bookedAt })]
}

type AgreedBooking = Omit<PastBooking, 'now'> & { id: SessionId; startsAt: Date; bookedAt: Date }

function outcomeActions(
  replay: ReplayContext,
  { id, booking, expert, student, startsAt, bookedAt }: AgreedBooking,
): PastAction[] {
  const { as, system, clock } = replay
  const { outcome, audio } = booking
  if (!outcome) return []
  if ('movedDays' in outcome) {
    const later = { id, startsAt: daysLater(startsAt, outcome.movedDays) }
    return [{ at: daysLater(bookedAt, 1), run: () => rescheduleBooking(as(student), later) }]
  }
  if ('cancelledBy' in outcome) {
    const by = as(outcome.cancelledBy === 'student' ? student : expert)
    const cancel = async () => {
      const { feePaise } = await quoteCancellation(by, { id })
      await cancelBooking(by, { id, shownFeePaise: feePaise })
    }
    return [{ at: hoursLater(startsAt, -outcome.hoursBefore), run: cancel }]
  }
  if ('missing' in outcome) {
    const join = () => joinBooking(as(expert), { id })
    return [
      { at: startsAt, run: join },
      // The expert joins again to count as still waiting.
      { at: minutesLater(noShowDecisionAt(startsAt), -1), run: join },
      { at: noShowDecisionAt(startsAt), run: () => resolveNoShow(system, { bookingId: id }) },
    ]
  }
  const joinAndTalk = async () => {
    await joinBooking(as(student), { id })
    clock.advance(4_000)
    await joinBooking(as(expert), { id })
    await joinSession(as(student), { id })
    await playTalk(replay, { id, student, expert }, { talkMinutes: outcome.talkMinutes, ...(audio && { audio }) })
  }
  return [{ at: startsAt, run: joinAndTalk }]
}

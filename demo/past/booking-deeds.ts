import { addMoney } from '#demo/past/add-money.ts'
import { type DemoBooking, demoBookings } from '#demo/past/bookings.ts'
import type { Deed } from '#demo/past/deed.ts'
import { instantOf } from '#demo/past/past-clock.ts'
import { converse } from '#demo/past/play-call.ts'
import { type DemoSchedule, demoSchedules } from '#demo/past/schedules.ts'
import { findExpert, type PastExpert, type PastStudent, type Stage } from '#demo/past/stage.ts'
import type { Students } from '#demo/past/student-deeds.ts'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { cancelBooking, quoteCancellation } from '#domain/bookings/cancel-booking.server.ts'
import { decideBooking } from '#domain/bookings/decide-booking.server.ts'
import { joinBooking } from '#domain/bookings/join-booking.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import { bookingPrice, decideAt } from '#domain/bookings/rules.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { addException } from '#domain/schedule/exceptions.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { addDays } from '#domain/schedule/slots.server.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import { dayOf } from '#kernel/days.ts'
import type { SessionId } from '#kernel/ids.ts'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { daysLater, hoursLater, minutesLater } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

/** Experts publish their hours, and students book them; what lies ahead stays booked. */
export async function bookingDeeds(
  stage: Stage,
  { students, now }: { students: Students; now: Date },
): Promise<Deed[]> {
  const published = demoSchedules.map(async (one) => {
    const expert = await findExpert(stage.system, one.email)
    return publishHours(stage, { expert, ...one, now })
  })
  const booked = demoBookings.map(async (booking) => {
    const expert = await findExpert(stage.system, booking.with)
    return bookAndMore(stage, { booking, expert, student: students[booking.by], now })
  })
  return [...(await Promise.all(published)), ...(await Promise.all(booked)).flat()]
}

type Publishing = DemoSchedule & { expert: PastExpert; now: Date }

function publishHours({ as }: Stage, { email, expert, schedule, exceptions, now }: Publishing): Deed {
  const today = dayOf(now, schedule.zone)
  return {
    at: instantOf({ ago: 20, at: '09:00' }, now),
    async act() {
      await saveSchedule(as(expert), schedule)
      for (const { from, to, hours } of exceptions) {
        const id = derivedId(email, `demo exception ${from}`)
        const days = { firstDay: addDays(today, from), lastDay: addDays(today, to) }
        await addException(as(expert), { id, ...days, hours })
      }
    },
  }
}

type Booked = { booking: DemoBooking; expert: PastExpert; student: PastStudent; now: Date }

function bookAndMore(stage: Stage, { booking, expert, student, now }: Booked): Deed[] {
  const { as, payments } = stage
  const { minutes, audio, asks, before } = booking
  const startsAt = instantOf({ ago: -booking.in, at: booking.at }, now)
  const bookedAt = daysLater(startsAt, -before)
  const id = derivedId(booking.with, `demo booking ${booking.by} ${booking.in}`) as SessionId
  const amount = bookingPrice({ minutes, ratePaisePerMinute: paise(sessionRatePaisePerMinute) })
  const book: Deed = {
    at: bookedAt,
    async act() {
      await addMoney({ ...as(student), payments }, { what: id, amount, choice: 'pay' })
      await bookSession(as(student), {
        id,
        expertId: expert.expertId,
        startsAt,
        minutes,
        zone: defaultZone,
        callType: audio ? 'audio' : 'video',
        question: asks,
        file: null,
        ratePaisePerMinute: sessionRatePaisePerMinute,
      })
    },
  }
  return [book, ...outcomeOf(stage, { id, booking, expert, student, startsAt, bookedAt })]
}

type Agreed = Omit<Booked, 'now'> & { id: SessionId; startsAt: Date; bookedAt: Date }

function outcomeOf(stage: Stage, { id, booking, expert, student, startsAt, bookedAt }: Agreed): Deed[] {
  const { as, system, clock } = stage
  const { becomes, audio } = booking
  if (!becomes) return []
  if ('movedDays' in becomes) {
    const later = { id, startsAt: daysLater(startsAt, becomes.movedDays) }
    return [{ at: daysLater(bookedAt, 1), act: () => rescheduleBooking(as(student), later) }]
  }
  if ('cancelledBy' in becomes) {
    const by = as(becomes.cancelledBy === 'student' ? student : expert)
    const cancel = async () => {
      const { feePaise } = await quoteCancellation(by, { id })
      await cancelBooking(by, { id, shownFeePaise: feePaise })
    }
    return [{ at: hoursLater(startsAt, -becomes.hoursBefore), act: cancel }]
  }
  if ('missing' in becomes) {
    const come = () => joinBooking(as(expert), { id })
    return [
      { at: startsAt, act: come },
      // And waits.
      { at: minutesLater(decideAt(startsAt), -1), act: come },
      { at: decideAt(startsAt), act: () => decideBooking(system, { bookingId: id }) },
    ]
  }
  const meet = async () => {
    await joinBooking(as(student), { id })
    clock.pass(4_000)
    await joinBooking(as(expert), { id })
    await joinSession(as(student), { id })
    await converse(stage, { id, student, expert }, { talks: becomes.talks, ...(audio && { audio }) })
  }
  return [{ at: startsAt, act: meet }]
}

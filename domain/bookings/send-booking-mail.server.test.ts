import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import { sendBookingMail } from '#domain/bookings/send-booking-mail.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Jobs } from '#platform/jobs/port.ts'
import type { Mail } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const cast = createBookingCast(database.as)
const { ctxAs, system } = cast
const { product } = readConfig({})

async function createBooking() {
  const [asha, ravi] = [await cast.student(1_000), await cast.bookable()]
  const startsAt = cast.inHours(30)
  const id = await cast.book(asha, ravi.expertId, startsAt)
  return { asha, ravi, startsAt, id }
}

/** Returns the mail to one participant, with its idempotency key. */
async function sendMailTo(profileId: AccountId, bookingId: SessionId, change: Jobs['send_booking_mail']['news']) {
  const sent: (Mail & { key: string })[] = []
  const mailer = { send: async (mail: Mail, key: string) => void sent.push({ ...mail, key }) }
  await sendBookingMail({ ...system(), mailer, product }, { bookingId, profileId, news: change })
  return sent[0]
}

function readCalendar(mail: Mail | undefined) {
  if (!mail?.calendar) throw new Error('the mail has no calendar entry')
  const calendar = new ICAL.Component(ICAL.parse(mail.calendar.content))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    startsAt: event.startDate.toJSDate(),
  }
}

describe('the mail about a booking', () => {
  test('shows each reader their own time zone, rupees, a link and a calendar entry', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    const toAsha = await sendMailTo(asha.id, id, 'booked')
    expect(toAsha?.subject).toBe('Your session with Ravi Nair is booked')
    expect(toAsha?.text).toContain(`${dayAndTime(startsAt, 'Europe/Berlin')} (Europe/Berlin), 30 minutes, video call`)
    expect(toAsha?.text).toContain('₹300 is on hold in your wallet')
    expect(toAsha?.text).toContain('₹75 of the ₹300 after that')
    expect(toAsha?.text).toContain(`${product.origin}/user/bookings/${id}`)
    const toRavi = await sendMailTo(ravi.person.id, id, 'booked')
    expect(toRavi).toMatchObject({
      to: ravi.email,
      subject: expect.stringMatching(/has booked a session with you$/),
    })
    expect(toRavi?.text).toContain(`${dayAndTime(startsAt, 'Asia/Kolkata')} (Asia/Kolkata)`)
    expect(toRavi?.text).toContain(`${product.origin}/expert/bookings/${id}`)
    expect(readCalendar(toAsha)).toMatchObject({ method: 'REQUEST', sequence: 0, startsAt })
    expect(readCalendar(toAsha).uid).toBe(readCalendar(toRavi).uid)
    expect((await sendMailTo(asha.id, id, 'booked'))?.key).toBe(toAsha?.key)
  })

  test('updates and removes its calendar entry', async () => {
    const { asha, ravi, id } = await createBooking()
    const first = readCalendar(await sendMailTo(asha.id, id, 'booked'))
    const later = cast.inHours(50)
    await rescheduleBooking(ctxAs(asha), { id, startsAt: later })
    const moved = await sendMailTo(ravi.person.id, id, 'moved')
    expect(moved?.subject).toMatch(/has a new time$/)
    expect(readCalendar(moved)).toEqual({ method: 'REQUEST', uid: first.uid, sequence: 1, startsAt: later })
    await cancelBooking(ctxAs(ravi.person), { id, shownFeePaise: 0 })
    // A mail about an outdated state is not sent.
    expect(await sendMailTo(asha.id, id, 'booked')).toBeUndefined()
    expect(await sendMailTo(asha.id, id, 'moved')).toBeUndefined()
    const cancelled = await sendMailTo(asha.id, id, 'cancelled')
    expect(cancelled?.text).toMatch(/Ravi Nair cancelled the session[^]*The whole ₹300 is back in your wallet/)
    expect(readCalendar(cancelled)).toEqual({
      method: 'CANCEL',
      uid: first.uid,
      sequence: 2,
      startsAt: later,
    })
  })

  test('states the cost of a late cancellation or an absence', async () => {
    const late = await createBooking()
    cast.moveTo(late.startsAt, -60)
    await cancelBooking(ctxAs(late.asha), { id: late.id, shownFeePaise: 75_00 })
    expect((await sendMailTo(late.asha.id, late.id, 'cancelled'))?.text).toContain(
      'You pay ₹75. ₹225 is back in your wallet.',
    )
    expect((await sendMailTo(late.ravi.person.id, late.id, 'cancelled'))?.text).toContain('a fee of ₹75')
    const missed = await createBooking()
    cast.moveTo(missed.startsAt)
    await cast.join(missed.asha, missed.id)
    cast.moveTo(missed.startsAt, 10)
    await resolveNoShow(system(), { bookingId: missed.id })
    const mail = await sendMailTo(missed.asha.id, missed.id, 'missed')
    expect(mail?.subject).toBe('Your session with Ravi Nair did not take place')
    expect(mail?.text).toContain('Ravi Nair did not join the session')
    expect(mail?.calendar).toBeUndefined()
  })

  test('is not sent to other people or deleted accounts', async () => {
    const { asha, ravi, id } = await createBooking()
    expect(await sendMailTo((await cast.student(0)).id, id, 'booked')).toBeUndefined()
    await cancelBooking(ctxAs(asha), { id, shownFeePaise: 0 })
    await deleteAccount(ctxAs(ravi.person), { password: ravi.password })
    expect(await sendMailTo(ravi.person.id, id, 'cancelled')).toBeUndefined()
    await expect(
      sendBookingMail(
        { ...ctxAs(asha), mailer: { send: async () => undefined }, product },
        { bookingId: id, profileId: asha.id, news: 'cancelled' },
      ),
    ).rejects.toMatchObject({ code: 'not_allowed' })
  })
})

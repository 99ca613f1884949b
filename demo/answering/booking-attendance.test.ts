import { expect, test } from 'vitest'
import { type Booked, createBookingAttendance } from '#demo/answering/booking-attendance.ts'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'

test('a refused join does not stop the expert from joining the next booking', async () => {
  const joinFrom = new Date(Date.now() - 1_000)
  const booked = ['first', 'second'].map((id) => ({ id, state: 'booked', joinFrom }) as Booked)
  const [asked, warned]: [string[], unknown[]] = [[], []]
  const joinBooking = async (id: string) => {
    asked.push(id)
    if (id === 'first') throw new Error('refused')
  }
  const attendance = createBookingAttendance({
    list: async () => booked,
    http: () => ({ joinBooking }) as Partial<DemoHttpClient> as DemoHttpClient,
    log: { warn: (facts: unknown) => void warned.push(facts) },
  })
  attendance.check()
  await expect.poll(() => asked).toEqual(['first', 'second'])
  attendance.stop()
  expect(warned).toEqual([{ err: new Error('refused') }])
})

import type { Logger } from 'pino'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'
import type { BookingView } from '#domain/bookings/contract.ts'

/** Whoever waits says so more often than others forget it. */
const joinEveryMs = 10_000
/** A timer cannot wait for weeks. */
const recheckEveryMs = 3_600_000

export type Booked = Pick<BookingView, 'id' | 'state' | 'joinFrom'>

type Options = {
  /** What is booked with this expert, over the sign-in of the moment. */
  list(): Promise<Booked[]>
  http(): DemoHttpClient | undefined
  log: Pick<Logger, 'warn'>
}

/** A demo expert comes to what is booked as soon as one may, and waits until it begins, or is over. */
export function createBookingAttendance({ list, http, log }: Options) {
  let timer: NodeJS.Timeout | undefined
  let checkCount = 0

  return {
    /** What is booked may have changed. */
    check,
    stop,
  }

  function stop(): void {
    checkCount += 1
    clearTimeout(timer)
  }

  function check(): void {
    stop()
    void runCheck(checkCount)
  }

  async function runCheck(checkNumber: number): Promise<void> {
    const waitMs = await joinDueBookings().catch((err: unknown) => {
      warn(err)
      return joinEveryMs
    })
    if (checkNumber === checkCount) timer = setTimeout(check, waitMs)
  }

  function warn(err: unknown): void {
    log.warn({ err }, 'a demo expert could not come to a booked session')
  }

  /** Answers how long there is nothing to do. */
  async function joinDueBookings(): Promise<number> {
    const now = Date.now()
    const ahead = (await list()).filter(({ state }) => state === 'booked')
    const due = ahead.filter(({ joinFrom }) => joinFrom.getTime() <= now)
    // One that refuses does not keep the expert from the others.
    for (const { id } of due) await http()?.joinBooking(id).catch(warn)
    if (due.length > 0) return joinEveryMs
    return Math.min(recheckEveryMs, ...ahead.map(({ joinFrom }) => joinFrom.getTime() - now))
  }
}

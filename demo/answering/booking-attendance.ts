import type { Logger } from 'pino'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'
import type { BookingView } from '#domain/bookings/contract.ts'

/** Shorter than the time after which a waiting participant counts as gone. */
const joinEveryMs = 10_000
/** A Node timer cannot wait for longer than 24 days, so checks are repeated at least this often. */
const recheckEveryMs = 3_600_000

export type Booked = Pick<BookingView, 'id' | 'state' | 'joinFrom'>

type Options = {
  /** Lists the bookings of this expert with the current sign-in. */
  list(): Promise<Booked[]>
  http(): DemoHttpClient | undefined
  log: Pick<Logger, 'warn'>
}

/** Joins bookings as early as allowed, and repeats each join until the booking begins or is over. */
export function createBookingAttendance({ list, http, log }: Options) {
  let timer: NodeJS.Timeout | undefined
  let checkCount = 0

  return {
    /** Call this when bookings may have changed. */
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
    log.warn({ err }, 'a demo expert could not list or join the bookings')
  }

  /** Joins each booking that may be joined now. Returns the milliseconds until the next check. */
  async function joinDueBookings(): Promise<number> {
    const now = Date.now()
    const upcoming = (await list()).filter(({ state }) => state === 'booked')
    const due = upcoming.filter(({ joinFrom }) => joinFrom.getTime() <= now)
    // A refused join must not stop the others.
    for (const { id } of due) await http()?.joinBooking(id).catch(warn)
    if (due.length > 0) return joinEveryMs
    return Math.min(recheckEveryMs, ...upcoming.map(({ joinFrom }) => joinFrom.getTime() - now))
  }
}

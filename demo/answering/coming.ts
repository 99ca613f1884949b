import type { Logger } from 'pino'
import type { Door } from '#demo/answering/door.ts'
import type { BookingView } from '#domain/bookings/contract.ts'

/** Whoever waits says so more often than others forget it. */
const sayEveryMs = 10_000
/** A timer cannot wait for weeks. */
const lookAtLeastEveryMs = 3_600_000

export type Booked = Pick<BookingView, 'id' | 'state' | 'joinFrom'>

type Options = {
  /** What is booked with this expert, over the sign-in of the moment. */
  list(): Promise<Booked[]>
  door(): Door | undefined
  log: Pick<Logger, 'warn'>
}

/** A demo expert comes to what is booked as soon as one may, and waits until it begins, or is over. */
export function createComing({ list, door, log }: Options) {
  let timer: NodeJS.Timeout | undefined
  let looks = 0

  return {
    /** What is booked may have changed. */
    look,
    stop,
  }

  function stop(): void {
    looks += 1
    clearTimeout(timer)
  }

  function look(): void {
    stop()
    void lookOn(looks)
  }

  async function lookOn(own: number): Promise<void> {
    const waitMs = await comeToDue().catch((err: unknown) => {
      warn(err)
      return sayEveryMs
    })
    if (own === looks) timer = setTimeout(look, waitMs)
  }

  function warn(err: unknown): void {
    log.warn({ err }, 'a demo expert could not come to a booked session')
  }

  /** Answers how long there is nothing to do. */
  async function comeToDue(): Promise<number> {
    const now = Date.now()
    const ahead = (await list()).filter(({ state }) => state === 'booked')
    const due = ahead.filter(({ joinFrom }) => joinFrom.getTime() <= now)
    // One that refuses does not keep the expert from the others.
    for (const { id } of due) await door()?.joinBooking(id).catch(warn)
    if (due.length > 0) return sayEveryMs
    return Math.min(lookAtLeastEveryMs, ...ahead.map(({ joinFrom }) => joinFrom.getTime() - now))
  }
}

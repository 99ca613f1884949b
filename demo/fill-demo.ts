import type pg from 'pg'
import { needsPast, replayPast, pastStart } from '#demo/past/replay-past.ts'
import { createPastClock, toInstant } from '#demo/past/past-clock.ts'
import { needsSeed, seedDemo } from '#demo/seed-demo.ts'
import type { PhotoContext } from '#domain/files/save-photo.server.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { createDemoPayments } from '#platform/payments/demo.ts'

type Options = {
  system: PhotoContext
  pool: pg.Pool
  /** Whether this server uses demo payments. The past is replayed only then. */
  hasDemoMoney: boolean
  report(step: string): void
}

/** Seeds the demo accounts and replays their past. After an interruption, the next start completes both. */
export async function fillDemo({ system, pool, hasDemoMoney, report }: Options): Promise<void> {
  const now = system.clock.now()
  if (await needsSeed(system)) {
    report('Adding the demo people')
    await seedDemo({ ...system, isPast: true, clock: createPastClock(toInstant(pastStart, now)) })
  }
  if (hasDemoMoney && (await needsPast(system))) {
    report('Replaying their last six weeks')
    const clock = createPastClock(now)
    await inOneTransaction(pool, (db) =>
      replayPast({ ...system, isPast: true, db, clock, payments: createDemoPayments({ db, clock }) }),
    )
  }
}

import type pg from 'pg'
import { needsPast, replayPast, pastStart } from '#demo/past/replay-past.ts'
import { createPastClock, instantOf } from '#demo/past/past-clock.ts'
import { isUnfinished, seedDemo } from '#demo/seed-demo.ts'
import type { PhotoContext } from '#domain/files/save-photo.server.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { createDemoPayments } from '#platform/payments/demo.ts'

type Options = {
  system: PhotoContext
  pool: pg.Pool
  /** Whether money is invented here; without it the demo's people have no past. */
  demoMoney: boolean
  report(step: string): void
}

/** The people of an embedded demo, and what they did before its first start. A start that broke off is continued by the next. */
export async function fillDemo({ system, pool, demoMoney, report }: Options): Promise<void> {
  const now = system.clock.now()
  if (await isUnfinished(system)) {
    report('Adding the demo people')
    await seedDemo({ ...system, isPast: true, clock: createPastClock(instantOf(pastStart, now)) })
  }
  if (demoMoney && (await needsPast(system))) {
    report('Letting them live their last weeks')
    const clock = createPastClock(now)
    await inOneTransaction(pool, (db) =>
      replayPast({ ...system, isPast: true, db, clock, payments: createDemoPayments({ db, clock }) }),
    )
  }
}

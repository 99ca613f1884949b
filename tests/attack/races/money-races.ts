import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { bookingRaces } from '#tests/attack/races/booking-races.ts'
import { paymentRaces } from '#tests/attack/races/payment-races.ts'
import { createRacer, type Racer } from '#tests/attack/races/racer.ts'
import { requestRaces } from '#tests/attack/races/request-races.ts'
import { sessionRaces } from '#tests/attack/races/session-races.ts'
import { teamRaces } from '#tests/attack/races/team-races.ts'
import { withdrawalRaces } from '#tests/attack/races/withdrawal-races.ts'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import type { Product } from '#tests/product.ts'

const rounds = 3

/** The first round has no cancellation, stop or rejection. So the races reach both outcomes. */
const races: ((racer: Racer, round: number) => Promise<void>)[] = [
  ...paymentRaces,
  ...withdrawalRaces,
  ...bookingRaces,
  ...sessionRaces,
  ...requestRaces,
  ...teamRaces,
]

export const moneyRaces: Attack = {
  name: 'races',
  what: 'races on every money route',
  seconds: 180,
  async run(product, stop) {
    const people = await openPeople(product.dataDir)
    try {
      return await race(product, people, stop)
    } finally {
      await people.close()
    }
  },
}

async function race(product: Product, people: People, stop: AbortSignal): Promise<Outcome> {
  const racer = createRacer(product, people)
  let done = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const run of races) {
      if (stop.aborted) break
      await run(racer, round)
      done += 1
    }
  }
  const all = rounds * races.length
  if (done < all && stop.aborted) racer.findings.push(`only ${done} of ${all} races ran`)
  const mismatches = await auditMoney(racer.system)
  const books = mismatches.map(({ check, what }) => `the books: ${check}: ${what}`)
  const note = `${races.length} races, ${rounds} times; the books ${books.length === 0 ? '' : 'do not '}balance`
  return { requests: racer.countRequests(), findings: [...racer.findings, ...books], note }
}

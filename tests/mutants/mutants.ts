import type { Mutant, MutantGroup } from '#tests/mutants/mutant.ts'
import { bookings } from '#tests/mutants/rooms/bookings.ts'
import { ledger } from '#tests/mutants/rooms/ledger.ts'
import { live } from '#tests/mutants/rooms/live.ts'
import { meter } from '#tests/mutants/rooms/meter.ts'
import { policies } from '#tests/mutants/rooms/policies.ts'
import { refunds } from '#tests/mutants/rooms/refunds.ts'
import { requests } from '#tests/mutants/rooms/requests.ts'

const rooms: Record<string, MutantGroup[]> = { meter, ledger, policies, refunds, bookings, live, requests }

export const roomNames = Object.keys(rooms)

export const mutants: Mutant[] = Object.entries(rooms).flatMap(([room, groups]) => {
  let count = 0
  return groups.flatMap(({ changes, tests, ...source }) =>
    changes.map((change) => Object.assign({ id: `${room}-${(count += 1)}`, room, source, tests }, change)),
  )
})

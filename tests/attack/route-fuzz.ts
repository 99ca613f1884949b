import { randomInt } from 'node:crypto'
import type { Attack } from '#tests/attack/attack.ts'
import { listProblems, sendOddRequests } from '#tests/refusals/fuzz-routes.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'

const seconds = 110

export const routeFuzz: Attack = {
  name: 'routes',
  what: 'odd requests to every route, new seeds',
  seconds,
  async run(product, stop) {
    const untilMs = Date.now() + (seconds - 5) * 1_000
    const seeds: number[] = []
    const findings: string[] = []
    let requests = 0
    while (!stop.aborted && Date.now() < untilMs) {
      const seed = randomInt(1_000_000)
      seeds.push(seed)
      const people = await createPeopleAndRecords(product.dataDir)
      const { answers } = await sendOddRequests(product, { people, seed, untilMs })
      await people.done()
      requests += answers.length
      findings.push(...listProblems(answers).map((problem) => `${problem} (seed ${seed})`))
    }
    return { requests, findings, note: `seeds ${seeds.join(', ')}` }
  },
}

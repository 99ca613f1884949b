import { beforeAll, expect, test } from 'vitest'
import { demoExperts, ravi, toProfileInput } from '#demo/people/demo-experts.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { heldOutQueries } from '#tests/search/held-out-queries.ts'
import { knownQueries } from '#tests/search/known-queries.ts'
import { mean, measureCase } from '#tests/search/recall.ts'
import type { SearchCase } from '#tests/search/search-case.ts'

const database = useDatabase()
const everyone: ExpertCard[] = []

beforeAll(async () => {
  for (const expert of [ravi, ...demoExperts]) {
    const added = await newExpert(database.as, { profile: toProfileInput(expert) })
    if (expert.online) await goOnline(database.as, added)
  }
  everyone.push(...(await readAll('')))
})

test('there are 200 different queries', () => {
  const queries = [...knownQueries, ...heldOutQueries].map(({ query }) => query)
  expect(queries).toHaveLength(200)
  expect(knownQueries).toHaveLength(100)
})

test.each([
  { half: 'known', cases: knownQueries },
  { half: 'held-out', cases: heldOutQueries },
])('the $half queries find the wanted experts among the first three', async ({ half, cases }) => {
  const { recall, rank } = await measure(half, cases)
  console.log(`${half} queries: recall at 3 is ${recall.toFixed(3)}, the mean rank ${rank.toFixed(2)}`)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})

async function measure(half: string, cases: readonly SearchCase[]) {
  const results = []
  for (const searchCase of cases) {
    results.push(measureCase(searchCase, await readAll(searchCase.query), everyone))
  }
  if (process.env.SHOW_MISSES === half) {
    for (const { query, recall, rank, shown } of results) {
      if (recall < 1) console.log(`${recall.toFixed(2)} ${rank} ${query} -> ${shown.join(', ')}`)
    }
  }
  return { recall: mean(results.map(({ recall }) => recall)), rank: mean(results.map(({ rank }) => rank)) }
}

async function readAll(search: string): Promise<ExpertCard[]> {
  const ctx = database.as({ kind: 'visitor', address: '' })
  const query = { ...defaultListingQuery, search, onlineOnly: false }
  const cards: ExpertCard[] = []
  let after: string | null = null
  do {
    const page = await searchExperts(ctx, query, after)
    cards.push(...page.experts)
    after = page.next
  } while (after)
  return cards
}

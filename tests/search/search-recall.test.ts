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
import { secondHeldOutQueries } from '#tests/search/second-held-out-queries.ts'

const database = useDatabase()
const everyone: ExpertCard[] = []

beforeAll(async () => {
  for (const expert of [ravi, ...demoExperts]) {
    const added = await newExpert(database.as, { profile: toProfileInput(expert) })
    if (expert.online) await goOnline(database.as, added)
  }
  everyone.push(...(await readAll('')))
})

test('there are 200 queries, and 60 that were written later', () => {
  const queries = [...knownQueries, ...heldOutQueries].map(({ query }) => query)
  expect(queries).toHaveLength(200)
  expect(knownQueries).toHaveLength(100)
  expect(secondHeldOutQueries).toHaveLength(60)
})

/** The bounds are a little below the measured values, which the test prints. */
test.each([
  { set: 'known', cases: knownQueries, bound: 0.99 },
  { set: 'held-out', cases: heldOutQueries, bound: 0.93 },
  { set: 'second held-out', cases: secondHeldOutQueries, bound: 0.92 },
])('the $set queries find the wanted experts among the first three', async ({ set, cases, bound }) => {
  const { recall, rank } = await measure(set, cases)
  console.log(`${set} queries: recall at 3 is ${recall.toFixed(3)}, the mean rank ${rank.toFixed(2)}`)
  expect(recall).toBeGreaterThanOrEqual(bound)
})

/** The queries that students tried in vain, and the experts whom a person would name. */
const examples: SearchCase[] = [
  { query: 'maths', wanted: { subjects: ['Mathematics'] } },
  { query: 'math', wanted: { subjects: ['Mathematics'] } },
  { query: 'ganit', wanted: { subjects: ['Mathematics'] } },
  { query: 'dsa', wanted: { subjects: ['Programming', 'Computer Science'] } },
  { query: 'resume', wanted: { subjects: ['Resume Review'] } },
  { query: 'neet bio', wanted: { subjects: ['Biology'] } },
  { query: 'help me with calculus integration', wanted: { subjects: ['Calculus'] } },
  { query: 'Hindi maths teacher', wanted: { subjects: ['Mathematics'], language: 'Hindi' } },
  { query: 'अंग्रेज़ी', wanted: { subjects: ['English', 'Spoken English'] } },
  { query: 'jee physics kaise padhe', wanted: { subjects: ['Physics'] } },
]

test.each(examples)('the first results for $query are all wanted experts', async (example) => {
  const found = await readAll(example.query)
  const { recall, rank, shown } = measureCase(example, found, everyone)
  expect({ recall, rank, shown }).toEqual({ recall: 1, rank: 1, shown })
  const exams = (example.query.match(/neet|jee/g) ?? []).map((exam) => exam.toUpperCase())
  expect(found[0]?.subcategories).toEqual(expect.arrayContaining(exams))
})

test('math does not list Mathew before a mathematics teacher', async () => {
  const subjects = (await readAll('math')).map(({ name, keySubjects }) => ({ name, keySubjects }))
  const lastTeacher = subjects.findLastIndex(({ keySubjects }) => keySubjects.includes('Mathematics'))
  const mathew = subjects.findIndex(({ name }) => name === 'Ashwin Mathew')
  expect(lastTeacher).toBeGreaterThanOrEqual(0)
  expect(mathew === -1 || mathew > lastTeacher).toBe(true)
})

async function measure(set: string, cases: readonly SearchCase[]) {
  const results = []
  for (const searchCase of cases) {
    results.push(measureCase(searchCase, await readAll(searchCase.query), everyone))
  }
  if (process.env.SHOW_MISSES === set) {
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

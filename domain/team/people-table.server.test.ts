import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import { peopleTable } from '#domain/people/contract.ts'
import type { Person } from '#domain/policy.ts'
import { reviewTable } from '#domain/reviews/contract.ts'
import { readPeopleTable } from '#domain/team/people-table.server.ts'
import { readReviewTable } from '#domain/team/review-table.server.ts'
import { teamPageSize } from '#kernel/limits.ts'
import { readTableQuery, tableUrl } from '#kernel/table.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { insertBilledSessions } from '#tests/reviews.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
let meera: Person
let asha: Awaited<ReturnType<typeof newSignedInPerson>>
let ravi: Awaited<ReturnType<typeof newExpert>>
const reviewCount = teamPageSize + 5

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team', 'Meera Nair')).person
  asha = await newSignedInPerson(database.as, 'student', 'Asha Rao')
  ravi = await newExpert(database.as)
  const vikram = await newSignedInPerson(database.as, 'student', 'Vikram Rao')
  await suspendPerson(database.as(meera), { id: vikram.person.id, why: 'Spam' })
  const billed = await insertBilledSessions(database.db(), { expertId: ravi.person.id, count: reviewCount })
  await database
    .db()
    .insertInto('reviews')
    .values(
      billed.map(({ sessionId, student }, n) => ({
        session_id: sessionId,
        student_id: student.id,
        expert_id: ravi.person.id,
        rating: (n % 5) + 1,
        comment: n % 2 === 0 ? `Review 100% of ${n}` : null,
        created_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000),
        hidden_at: n === 4 ? new Date() : null,
        hidden_reason: n === 4 ? 'Rude' : null,
      })),
    )
    .execute()
})

const readPeople = async (query: string, person = meera) =>
  readPeopleTable(database.as(person), readTableQuery(peopleTable, new URLSearchParams(query)))
const listNames = async (query: string) => (await readPeople(query)).rows.map(({ name }) => name)
const readReviews = async (query: string, person = meera) =>
  readReviewTable(database.as(person), readTableQuery(reviewTable, new URLSearchParams(query)))

describe('people', () => {
  test('are found by name, email address, phone number and id', async () => {
    expect(await listNames('q=asha+rao')).toEqual(['Asha Rao'])
    expect(await listNames(`q=${encodeURIComponent(asha.email)}`)).toEqual(['Asha Rao'])
    for (const number of ['9845054321', '98450-54321', '+91 98450 54321', '4321']) {
      expect(await listNames(`q=${encodeURIComponent(number)}`)).toEqual(['Ravi Nair'])
    }
    expect(await listNames(`q=${asha.person.id}`)).toEqual(['Asha Rao'])
    expect(await listNames('q=as')).toEqual(['Asha Rao'])
    expect(await listNames('q=ra+as')).toEqual(['Asha Rao'])
    expect(await listNames('q=sh')).toEqual([])
    expect(await listNames(`q=${randomUUID()}`)).toEqual([])
    expect(await listNames('q=%25')).toEqual([])
  })

  test('are filtered by role and state, and sorted by name', async () => {
    expect(await listNames('role=team')).toEqual(['Meera Nair'])
    expect(await listNames('state=suspended')).toEqual(['Vikram Rao'])
    expect(await listNames('q=rao&sort=name')).toEqual(['Asha Rao', 'Vikram Rao'])
    expect(await listNames('q=rao&sort=-name')).toEqual(['Vikram Rao', 'Asha Rao'])
    expect(await listNames('state=deleted')).toEqual([])
  })

  test('are listed page by page without duplicates, even with equal timestamps', async () => {
    const seen: string[] = []
    let query = 'sort=joined'
    for (;;) {
      const tableQuery = readTableQuery(peopleTable, new URLSearchParams(query))
      const page = await readPeopleTable(database.as(meera), tableQuery)
      seen.push(...page.rows.map(({ id }) => id))
      if (!page.next) break
      query = tableUrl(tableQuery, { from: { after: page.next } }).slice(1)
    }
    expect(seen).toHaveLength(reviewCount + 4)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('are shown with masked data', async () => {
    const page = await readPeople('q=ravi+nair')
    expect(page.rows).toMatchObject([{ maskedEmail: 'p•••@samjhao.example', maskedPhone: '••• 21' }])
    expect(JSON.stringify(page)).not.toContain(ravi.email)
  })
})

describe('reviews', () => {
  test('are filtered by stars, comment, state and person', async () => {
    expect((await readReviews('')).rows).toHaveLength(teamPageSize)
    expect((await readReviews('')).next).not.toBeNull()
    const five = (await readReviews('stars=5')).rows
    expect(five).toHaveLength(reviewCount / 5)
    expect((await readReviews('state=hidden')).rows).toMatchObject([
      { rating: 5, comment: 'Review 100% of 4', hiddenReason: 'Rude', expert: { name: 'Ravi Nair' } },
    ])
    expect((await readReviews('stars=5&state=shown')).rows).toHaveLength(five.length - 1)
    expect((await readReviews('words=no')).rows.every(({ comment }) => comment === null)).toBe(true)
    expect((await readReviews('q=100%25+of+44')).rows).toMatchObject([{ comment: 'Review 100% of 44' }])
    expect((await readReviews('q=zzz')).rows).toEqual([])
    expect((await readReviews(`student=${five[0]?.student.id}`)).rows).toHaveLength(1)
    expect((await readReviews(`expert=${asha.person.id}`)).rows).toEqual([])
  })

  test('are sorted by stars, page by page', async () => {
    const tableQuery = readTableQuery(reviewTable, new URLSearchParams('sort=stars'))
    const first = await readReviewTable(database.as(meera), tableQuery)
    if (!first.next) throw new Error('there is no second page')
    const second = await readReviewTable(database.as(meera), { ...tableQuery, from: { after: first.next } })
    const all = [...first.rows, ...second.rows]
    expect(new Set(all.map(({ id }) => id)).size).toBe(reviewCount)
    const stars = all.map(({ rating }) => rating)
    expect(stars).toEqual(stars.toSorted((a, b) => a - b))
  })
})

test('people and reviews are refused to everyone except the team with a second factor', async () => {
  for (const person of [asha.person, ravi.person, { ...meera, secondFactorMissing: true }]) {
    for (const read of [readPeople, readReviews]) {
      await expect(read('', person)).rejects.toMatchObject({ code: 'not_allowed' })
    }
  }
})

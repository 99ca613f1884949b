import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultListingQuery } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'

const database = useDatabase()

type Qualities = { reviews: number; average: number; checks?: number; years?: number }

async function findStanding({ reviews, average, checks = 2, years = 10 }: Qualities): Promise<number> {
  const { rows } = await sql<{ standing: string }>`
    select expert_standing(${Math.round(reviews * average)}::integer, ${reviews}, ${checks}, ${years}) as standing`.execute(
    database.db(),
  )
  return Number(rows[0]?.standing)
}

test('experts with good reviews rank above new ones, and experts with bad reviews below', async () => {
  const unknown = await findStanding({ reviews: 0, average: 0, checks: 4, years: 99 })
  for (const average of [4, 5]) {
    for (const reviews of [1, 2, 10, 500]) {
      expect(await findStanding({ reviews, average, checks: 0, years: 0 })).toBeGreaterThan(unknown)
    }
  }
  for (const reviews of [1, 2, 10, 500]) expect(await findStanding({ reviews, average: 2 })).toBeLessThan(unknown)
})

test('many reviews count more than few of the same stars', async () => {
  const standings = await Promise.all([1, 5, 20, 100, 1_000].map((reviews) => findStanding({ reviews, average: 4.8 })))
  expect(standings).toEqual(standings.toSorted((a, b) => a - b))
  expect(new Set(standings).size).toBe(standings.length)
  expect(await findStanding({ reviews: 100, average: 4.7 })).toBeGreaterThan(
    await findStanding({ reviews: 2, average: 5 }),
  )
})

test('checks by the team, then experience, decide between equal reviews and never outweigh better ones', async () => {
  const reviewed = { reviews: 20, average: 4.5 }
  const standings = [
    { ...reviewed, checks: 4, years: 1 },
    { ...reviewed, checks: 2, years: 30 },
    { ...reviewed, checks: 2, years: 3 },
    { reviews: 20, average: 4.45, checks: 4, years: 40 },
  ].map(findStanding)
  const values = await Promise.all(standings)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
  expect(new Set(values).size).toBe(values.length)
})

test('the listing orders by standing, even after a review', async () => {
  const addExpert = (fullName: string, experienceYears: string) =>
    newExpert(database.as, { profile: { ...raviProfile, fullName, experienceYears } })
  const setReviews = (expertId: ExpertId, review_count: number, review_stars: number) =>
    database.db().updateTable('experts').set({ review_count, review_stars }).where('id', '=', expertId).execute()
  const praised = await addExpert('Praised', '2')
  await addExpert('New', '5')
  await addExpert('New, experienced', '25')
  const criticised = await addExpert('Criticised', '30')
  await setReviews(praised.expertId, 3, 13)
  await setReviews(criticised.expertId, 4, 8)
  const list = async () => {
    const ctx = database.as({ kind: 'visitor', address: '' })
    const { experts } = await searchExperts(ctx, { ...defaultListingQuery, onlineOnly: false })
    return experts.map(({ name }) => name)
  }
  expect(await list()).toEqual(['Praised', 'New, experienced', 'New', 'Criticised'])
  await setReviews(praised.expertId, 5, 15)
  await setReviews(criticised.expertId, 40, 196)
  expect(await list()).toEqual(['Criticised', 'New, experienced', 'New', 'Praised'])
})

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getBanner } from '#domain/content/queries.server.ts'
import {
  countOnline,
  findExpertPage,
  findStatus,
  listAlternatives,
  listCategoryFigures,
  listForSitemap,
  listSimilarExperts,
} from '#domain/discovery/queries.server.ts'
import { setInSession } from '#domain/experts/reachability.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { type ExpertId, expertId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '' })
const system = () => database.as({ kind: 'system' })

const skilled = {
  ...raviProfile,
  category: 'skills' as const,
  subcategories: ['Soft Skills', 'Creative Skills', 'Language Learning'],
}

async function newOnlineExpert(name: string, profile = raviProfile) {
  const expert = await newExpert(database.as, { profile: { ...profile, fullName: name } })
  await goOnline(database.as, expert)
  return expert
}

async function rate(expertId: ExpertId, { reviews, stars }: { reviews: number; stars: number }) {
  await database
    .db()
    .updateTable('experts')
    .set({ review_count: reviews, review_stars: stars })
    .where('id', '=', expertId)
    .execute()
}

beforeEach(async () => {
  await database.db().deleteFrom('profiles').execute()
})

describe('the public page of an expert', () => {
  test('contains everything that the pages show', async () => {
    const { expertId } = await newOnlineExpert('Ravi Nair')
    expect(await findExpertPage(visitor(), expertId)).toMatchObject({
      id: expertId,
      name: 'Ravi Nair',
      title: 'Physics teacher',
      category: 'academic',
      keySubjects: ['Physics', 'Mathematics'],
      language: 'Hindi',
      languages: ['Hindi'],
      rating: 4.5,
      reviews: 0,
      sessions: 0,
      ratePaisePerMinute: 1000,
      status: 'online',
      experienceYears: 12,
      highestDegree: 'M.Sc. Physics',
      memberSince: expect.any(Date),
      verifiedAt: expect.any(Date),
    })
  })

  test.each(['pending', 'suspended'] as const)('is not found while %s', async (approval) => {
    const { expertId } = await newExpert(database.as, { approval })
    expect(await findExpertPage(visitor(), expertId)).toBeNull()
  })

  test('is not found while the profile is incomplete', async () => {
    const { expertId } = await newExpert(database.as, { complete: false })
    expect(await findExpertPage(visitor(), expertId)).toBeNull()
  })

  test('is not found after a suspension', async () => {
    const { expertId } = await newOnlineExpert('Ravi Nair')
    await setApproval(system(), { expertId, approval: 'suspended' })
    expect(await findExpertPage(visitor(), expertId)).toBeNull()
    expect(await countOnline(visitor())).toBe(0)
  })

  test.each(['', 'ravi', '1', "' or true --", '../../etc/passwd', randomUUID(), randomUUID().toUpperCase()])(
    'is not found for the id %j',
    async (id) => {
      expect(await findExpertPage(visitor(), id)).toBeNull()
    },
  )
})

describe('similar experts', () => {
  const listNames = async (expertId: string) => {
    const expert = await findExpertPage(visitor(), expertId)
    return expert ? (await listSimilarExperts(visitor(), expert)).map(({ name }) => name) : null
  }

  const inTamil = (...keySubjects: string[]) => ({ ...raviProfile, keySubjects, language: 'Tamil' })
  const mathematicsInHindi = { ...raviProfile, keySubjects: ['Mathematics'] }

  test('share a subject and a language; others are listed only when nobody does', async () => {
    const { expertId } = await newOnlineExpert('Self', mathematicsInHindi)
    await newOnlineExpert('History in Hindi', { ...mathematicsInHindi, keySubjects: ['History'] })
    await newOnlineExpert('Algebra in Tamil', inTamil('Algebra'))
    expect(await listNames(expertId)).toEqual(['Algebra in Tamil'])
    await newOnlineExpert('Algebra in Hindi', { ...mathematicsInHindi, keySubjects: ['Algebra'], experienceYears: '1' })
    await newOnlineExpert('Mathematics in Tamil', inTamil('Mathematics'))
    expect(await listNames(expertId)).toEqual(['Mathematics in Tamil', 'Algebra in Hindi', 'Algebra in Tamil'])
    await newOnlineExpert('Mathematics in Hindi', { ...mathematicsInHindi, experienceYears: '1' })
    expect(await listNames(expertId)).toEqual(['Mathematics in Hindi'])
  })

  test('may share one of several languages', async () => {
    const { expertId } = await newOnlineExpert('Self', { ...mathematicsInHindi, moreLanguages: ['English'] })
    await newOnlineExpert('Tamil', inTamil('Mathematics'))
    await newOnlineExpert('Tamil and English', { ...inTamil('Mathematics'), moreLanguages: ['English'] })
    expect(await listNames(expertId)).toEqual(['Tamil and English'])
  })

  test('are sorted by the number of shared subjects', async () => {
    const { expertId } = await newOnlineExpert('Self')
    const one = await newOnlineExpert('One subject', mathematicsInHindi)
    await rate(one.expertId, { reviews: 50, stars: 250 })
    await newOnlineExpert('Both subjects in Tamil', inTamil('Mathematics', 'Physics'))
    await newOnlineExpert('Both subjects')
    expect(await listNames(expertId)).toEqual(['Both subjects', 'One subject'])
  })

  test('must be switched on and connected', async () => {
    const self = await newOnlineExpert('Self')
    await newExpert(database.as)
    await setOnline((await newExpert(database.as)).ctx, true)
    const away = await newOnlineExpert('Away')
    await setOnline(away.ctx, false)
    expect(await listNames(self.expertId)).toEqual([])
  })
})

describe('alternatives to an expert', () => {
  const listNames = async (expertId: string) => {
    const asked = await findExpertPage(visitor(), expertId)
    return asked ? (await listAlternatives(visitor(), asked)).map(({ name }) => name) : null
  }

  test('are at most three, sorted by shared subjects and then by standing, without the asked expert', async () => {
    const { expertId } = await newOnlineExpert('Asked')
    await newOnlineExpert('Other subject', { ...raviProfile, keySubjects: ['History'] })
    await newOnlineExpert('All the same')
    const better = await newOnlineExpert('All the same, better')
    await rate(better.expertId, { reviews: 5, stars: 25 })
    await newOnlineExpert('One subject', { ...skilled, keySubjects: ['Physics'] })
    expect(await listNames(expertId)).toEqual(['All the same, better', 'All the same', 'One subject'])
  })

  test('can be called now and share a subject', async () => {
    const { expertId } = await newOnlineExpert('Asked')
    const talking = await newOnlineExpert('Talking')
    await setInSession(system(), { expertId: talking.expertId, inSession: true })
    const away = await newOnlineExpert('Away')
    await setOnline(away.ctx, false)
    await newOnlineExpert('Other things', { ...skilled, keySubjects: ['Cooking'] })
    await newOnlineExpert('Free')
    expect(await listNames(expertId)).toEqual(['Free'])
  })
})

describe('the status of an expert', () => {
  test('follows the switch, the socket and the session', async () => {
    const { expertId, ctx } = await newOnlineExpert('Ravi Nair')
    expect(await findStatus(visitor(), expertId)).toEqual({ isOnline: true, status: 'online' })
    await setInSession(system(), { expertId, inSession: true })
    expect(await findStatus(visitor(), expertId)).toEqual({ isOnline: true, status: 'busy' })
    await setOnline(ctx, false)
    expect(await findStatus(visitor(), expertId)).toEqual({ isOnline: false, status: 'offline' })
  })

  test('is offline while the switch is on but the expert is unreachable', async () => {
    const { expertId, ctx } = await newExpert(database.as)
    await setOnline(ctx, true)
    expect(await findStatus(visitor(), expertId)).toEqual({ isOnline: true, status: 'offline' })
  })

  test('is null unless the expert is approved', async () => {
    const pending = await newExpert(database.as, { approval: 'pending' })
    expect(await findStatus(visitor(), pending.expertId)).toBeNull()
    expect(await findStatus(visitor(), expertId.parse(randomUUID()))).toBeNull()
  })
})

describe('the category figures', () => {
  const findFigures = async (id: string) =>
    (await listCategoryFigures(visitor())).find((category) => category.id === id)

  test('contain all nineteen categories, even without experts', async () => {
    const figures = await listCategoryFigures(visitor())
    expect(figures).toHaveLength(19)
    expect(new Set(figures.map(({ online: count, hasExperts }) => `${count} ${hasExperts}`))).toEqual(
      new Set(['0 false']),
    )
  })

  test('count experts online, and average only the ratings of those with reviews', async () => {
    await newOnlineExpert('New')
    const known = await newOnlineExpert('Known')
    await rate(known.expertId, { reviews: 5, stars: 25 })
    const offline = await newExpert(database.as)
    await rate(offline.expertId, { reviews: 50, stars: 50 })
    expect(await findFigures('jee')).toEqual({ id: 'jee', online: 2, onlineRating: 4.75, hasExperts: true })
  })

  test('distinguish a category without experts online from an empty one', async () => {
    await newExpert(database.as)
    expect(await findFigures('jee')).toEqual({ id: 'jee', online: 0, onlineRating: null, hasExperts: true })
    expect(await findFigures('health')).toMatchObject({ hasExperts: false })
  })

  test('ignore experts who are not listed', async () => {
    await newExpert(database.as, { approval: 'pending' })
    expect(await findFigures('jee')).toMatchObject({ online: 0, hasExperts: false })
  })

  test('count an expert once, even if the category is also a key subject', async () => {
    await newOnlineExpert('Ravi Nair', { ...raviProfile, keySubjects: ['JEE', 'jee', 'Physics'] })
    expect(await findFigures('jee')).toMatchObject({ online: 1 })
    expect(await countOnline(visitor())).toBe(1)
  })
})

test('the banner has its specified figures until the team changes them', async () => {
  expect(await getBanner(visitor())).toEqual({ totalExperts: 1_000, successfulSessions: 50_000 })
  await database.db().updateTable('banner_edit').set({ total_experts: 1_250 }).execute()
  expect(await getBanner(visitor())).toMatchObject({ totalExperts: 1_250 })
})

test('the sitemap contains every listed expert, part by part, and no others', async () => {
  const listed = [await newExpert(database.as), await newExpert(database.as), await newExpert(database.as)]
  await newExpert(database.as, { approval: 'pending' })
  const first = await listForSitemap(visitor(), { after: null, limit: 2 })
  const rest = await listForSitemap(visitor(), { after: first.at(-1)?.id ?? null, limit: 2 })
  expect([...first, ...rest].map(({ id }) => id)).toEqual(listed.map(({ expertId }) => expertId).toSorted())
  expect(first[0]?.updatedAt).toBeInstanceOf(Date)
  expect(await listForSitemap(visitor(), { after: rest.at(-1)?.id ?? null, limit: 2 })).toEqual([])
})

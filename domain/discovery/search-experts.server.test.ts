import { beforeAll, expect, test } from 'vitest'
import { seedScale } from '#bench/scale.ts'
import { type ListingQuery, sortOrders } from '#domain/discovery/contract.ts'
import { defaultListingQuery, readListingQuery } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { listingPageSize } from '#kernel/limits.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '' })
const allExperts: ListingQuery = { ...defaultListingQuery, onlineOnly: false }

async function listNames(query: Partial<ListingQuery>) {
  const { experts } = await searchExperts(visitor(), { ...allExperts, ...query })
  return experts.map(({ name }) => name)
}

beforeAll(async () => {
  const ravi = await newExpert(database.as, { profile: raviProfile })
  await goOnline(database.as, ravi)
  await newExpert(database.as, {
    profile: {
      ...raviProfile,
      fullName: 'Rādhikā Śarmā',
      title: 'Voice coach',
      highestDegree: 'Diploma in drama',
      category: 'skills',
      subcategories: ['Soft Skills', 'Creative Skills', 'Language Learning'],
      keySubjects: ['Public Speaking', 'C++'],
      brief: 'Speak up, 100% you. I once heard Ravi Shankar play.',
    },
  })
  await newExpert(database.as, {
    profile: {
      ...raviProfile,
      fullName: 'सुनीता राव',
      title: 'Career mentor',
      highestDegree: 'M.A. Psychology',
      category: 'professional',
      subcategories: ['Career Coaching', 'Leadership Development', 'AI Expertise'],
      keySubjects: ['Interview Preparation', 'Machine Learning'],
      brief: 'Interviews, calmly.',
    },
  })
  await newExpert(database.as, { approval: 'pending', profile: { ...raviProfile, fullName: 'Pending Nair' } })
  await newExpert(database.as, { approval: 'suspended', profile: { ...raviProfile, fullName: 'Gone Nair' } })
  await newExpert(database.as, { complete: false })
})

test('lists only approved experts with a complete profile, and by default only those online', async () => {
  expect(await listNames({})).toEqual(['सुनीता राव', 'Rādhikā Śarmā', 'Ravi Nair'])
  expect(await listNames({ onlineOnly: true })).toEqual(['Ravi Nair'])
})

test.each([
  ['ravi nair', ['Ravi Nair']],
  ['NAIR', ['Ravi Nair']],
  ['avi', ['Ravi Nair', 'Rādhikā Śarmā']],
  ['radhika', ['Rādhikā Śarmā']],
  ['rādhikā sarma', ['Rādhikā Śarmā']],
  ['सुनीता', ['सुनीता राव']],
  ['रा', ['सुनीता राव']],
  ['voice', ['Rādhikā Śarmā']],
  ['obvious', ['Ravi Nair']],
  ['peaking', ['Rādhikā Śarmā']],
  ['c++', ['Rādhikā Śarmā']],
  ['0%', ['Rādhikā Śarmā']],
  ['%', ['Rādhikā Śarmā']],
  ['_', []],
  ["'", []],
  ['\\', []],
  ['🙂', []],
  ['phys teach', ['Ravi Nair']],
  ['phys voice', ['Ravi Nair', 'Rādhikā Śarmā']],
  // Subcategories match at the start of a word, not in the middle.
  ['homew', ['Ravi Nair']],
  ['omewor', []],
  ['lead dev', ['सुनीता राव']],
  ['jee', ['Ravi Nair']],
  ['drama', ['Rādhikā Śarmā']],
])('the search %j finds %j', async (search, found) => {
  expect(await listNames({ search })).toEqual(found)
})

test('closer matches are first: the name before the brief', async () => {
  expect(await listNames({ search: 'ravi' })).toEqual(['Ravi Nair', 'Rādhikā Śarmā'])
})

test.each([
  [{ category: 'academic' }, ['Ravi Nair']],
  [{ category: 'leadership-development' }, ['सुनीता राव']],
  [{ category: 'science' }, ['Ravi Nair']],
  [{ category: 'ai-ml' }, ['सुनीता राव']],
  [{ category: 'music' }, []],
  [{ subjects: ['physics', 'public-speaking'] }, ['Rādhikā Śarmā', 'Ravi Nair']],
  [{ category: 'skills', subjects: ['physics'] }, []],
] satisfies [Partial<ListingQuery>, string[]][])('the filter %o finds %j', async (query, found) => {
  expect(await listNames(query)).toEqual(found)
})

test('a minimum rating leaves out lower ratings, and experts without reviews', async () => {
  const [good, poor] = [await newExpert(database.as), await newExpert(database.as)]
  const rate = (expertId: ExpertId, stars: number) =>
    database.db().updateTable('experts').set({ review_count: 1, review_stars: stars }).where('id', '=', expertId)
  await rate(good.expertId, 5).execute()
  await rate(poor.expertId, 1).execute()
  const listIds = async (minRating: number) =>
    (await searchExperts(visitor(), { ...allExperts, minRating })).experts.map(({ id }) => id)
  expect(await listIds(4.5)).toEqual([good.expertId])
  expect(await listIds(0.5)).toEqual([good.expertId, poor.expertId])
  await database.db().deleteFrom('profiles').where('id', 'in', [good.person.id, poor.person.id]).execute()
})

test('filters by every language of an expert', async () => {
  const { expertId } = await newExpert(database.as, { profile: { ...raviProfile, fullName: 'Meena Iyer' } })
  const setLanguages = (more_languages: string[]) =>
    database.db().updateTable('experts').set({ more_languages }).where('id', '=', expertId).execute()
  await setLanguages(['Tamil', 'Hindi', 'English'])
  expect(await listNames({ language: 'tamil' })).toEqual(['Meena Iyer'])
  expect(await listNames({ language: 'english' })).toEqual(['Meena Iyer'])
  const { experts } = await searchExperts(visitor(), { ...allExperts, language: 'tamil' })
  expect(experts[0]).toMatchObject({ language: 'Hindi', languages: ['Hindi', 'Tamil', 'English'] })
  await setLanguages([])
  expect(await listNames({ language: 'tamil' })).toEqual([])
  await database.db().deleteFrom('experts').where('id', '=', expertId).execute()
})

test('corrects one typo when nothing matches, and reports it', async () => {
  const typos = {
    phsyics: 'physics',
    physcs: 'physics',
    phtsics: 'physics',
    'phsyics?': 'physics',
    '"Phsyics", please!': 'physics please',
    'ravi,phsyics': 'ravi physics',
  }
  for (const [search, correctedSearch] of Object.entries(typos)) {
    const page = await searchExperts(visitor(), { ...allExperts, search })
    expect(page).toMatchObject({ correctedSearch, experts: [{ name: 'Ravi Nair' }] })
  }
  const twoTypos = await searchExperts(visitor(), { ...allExperts, search: 'phsyicz' })
  expect(twoTypos).toMatchObject({ correctedSearch: null, experts: [], total: 0 })
  for (const search of ['physics', 'phisics']) {
    const found = await searchExperts(visitor(), { ...allExperts, search })
    expect(found).toMatchObject({ correctedSearch: null, experts: [{ name: 'Ravi Nair' }] })
  }
})

test('a suspended expert disappears immediately, and returns when approved again', async () => {
  const { expertId } = await newExpert(database.as, { profile: { ...raviProfile, fullName: 'Zubin Mistry' } })
  const system = database.as({ kind: 'system' })
  expect(await listNames({ search: 'zubin' })).toEqual(['Zubin Mistry'])
  await setApproval(system, { expertId, approval: 'suspended' })
  expect(await listNames({ search: 'zubin' })).toEqual([])
  await setApproval(system, { expertId, approval: 'approved' })
  expect(await listNames({ search: 'zubin' })).toEqual(['Zubin Mistry'])
})

const expertCount = 400

test('paging shows everyone once, in the chosen order, with and without a search', async () => {
  const owner = connectDatabase(database.ownerUrl(), () => undefined, 1)
  await seedScale(owner.db, expertCount)
  await owner.close()
  const rows = await database.db().selectFrom('listings').select(['expert_id', 'standing']).execute()
  const standings = new Map(rows.map(({ expert_id, standing }) => [expert_id, Number(standing)]))
  for (const sort of sortOrders) {
    for (const search of ['', 'an', 'a', 'math teach']) {
      const query = { ...allExperts, sort, search }
      const pages = await readAll(query)
      const all = pages.flatMap(({ experts }) => experts)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.length).toBe(pages[0]?.total)
      expect(pages.length).toBeGreaterThan(1)
      // A search is ordered by how well experts fit.
      if (search && sort === 'rating') continue
      const keys = all.map(({ id, ratePaisePerMinute }) => {
        if (sort === 'rating') return [standings.get(id)!]
        return [sort === 'price-low' ? -ratePaisePerMinute : ratePaisePerMinute, standings.get(id)!]
      })
      expect(keys).toEqual(keys.toSorted((a, b) => b[0]! - a[0]! || (b[1] ?? 0) - (a[1] ?? 0)))
    }
  }
})

test('an invalid cursor, or one of another order, starts at the first page', async () => {
  const first = await searchExperts(visitor(), allExperts)
  expect(first.next).not.toBeNull()
  for (const cursor of ['nonsense', '%00', first.next!.slice(3)])
    expect((await searchExperts(visitor(), allExperts, cursor)).experts).toEqual(first.experts)
  const other = await searchExperts(visitor(), { ...allExperts, sort: 'price-low' }, first.next)
  expect(other.total).not.toBeNull()
})

async function readAll(query: ListingQuery) {
  const pages = [await searchExperts(visitor(), query)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await searchExperts(visitor(), query, next))
    expect(pages.at(-1)?.experts.length).toBeLessThanOrEqual(listingPageSize)
  }
  return pages
}

test('unusual input in a URL causes no error', async () => {
  const oddTexts = [
    '🙂',
    'x'.repeat(10_000),
    '%',
    '_',
    `"'`,
    '\0',
    '\ud800',
    'a '.repeat(500),
    '\\',
    '{',
    '::',
    'ﷺ'.repeat(50),
  ]
  for (const text of oddTexts) {
    const params = new URLSearchParams({
      search: text,
      subjects: text,
      category: text,
      rating: text,
      online: text,
    })
    expect(await searchExperts(visitor(), readListingQuery(params))).toHaveProperty('experts')
    await searchExperts(visitor(), readListingQuery(new URLSearchParams({ search: text, online: 'false' })), text)
  }
})

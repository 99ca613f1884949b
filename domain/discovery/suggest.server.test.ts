import { beforeAll, describe, expect, test } from 'vitest'
import { suggest } from '#domain/discovery/suggest.server.ts'
import { suggestionsPerKind } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'

const database = useDatabase()
const ask = (typed: string) => suggest(database.as({ kind: 'visitor', address: '' }), typed)
const nothing = { experts: [], subjects: [], categories: [], isName: false }

beforeAll(async () => {
  await goOnline(database.as, await newExpert(database.as))
  await newExpert(database.as, {
    profile: {
      ...raviProfile,
      fullName: 'Kavya Rao',
      title: 'Sitar teacher',
      keySubjects: ['Sitar', 'SITAR basics'],
    },
  })
  await newExpert(database.as, { approval: 'pending', profile: { ...raviProfile, fullName: 'Pending Nair' } })
  await newExpert(database.as, { approval: 'suspended', profile: { ...raviProfile, fullName: 'Gone Nair' } })
})

test('a name suggests the listed expert, with photo, title and status', async () => {
  const { experts } = await ask('nair')
  expect(experts).toEqual([
    { id: expect.any(String), name: 'Ravi Nair', photoUrl: null, title: 'Physics teacher', status: 'online' },
  ])
})

test('experts who are offline are suggested as well, with their status', async () => {
  expect((await ask('kavya')).experts).toMatchObject([{ name: 'Kavya Rao', status: 'offline' }])
})

test('the start of a word suggests subjects and categories, with their slugs', async () => {
  const { subjects, categories } = await ask('Mach')
  expect(subjects).toEqual([{ slug: 'machine-learning', name: 'Machine Learning' }])
  expect(categories).toEqual([])
  expect((await ask('test')).categories).toEqual([{ id: 'test-preparation', name: 'Test Preparation' }])
  expect((await ask('art')).categories).toEqual([{ id: 'art-design', name: 'Art & Design' }])
})

test.each(['maths', 'ganit', 'गणित', 'gani', 'maths teacher'])('%s suggests the subject mathematics', async (typed) => {
  expect((await ask(typed)).subjects).toContainEqual({ slug: 'mathematics', name: 'Mathematics' })
})

test('the middle of a word suggests no subject or category', async () => {
  const { subjects, categories } = await ask('thematics')
  expect({ subjects, categories }).toEqual({ subjects: [], categories: [] })
})

test('custom subjects are suggested too, without duplicates', async () => {
  expect((await ask('sitar')).subjects).toEqual([
    { slug: 'sitar', name: 'Sitar' },
    { slug: 'sitar-basics', name: 'SITAR basics' },
  ])
})

describe('with experts called Mathew and Art', () => {
  beforeAll(async () => {
    const guitarist = { ...raviProfile, title: 'Guitarist', keySubjects: ['Guitar'] }
    for (const fullName of ['Mathew Joseph', 'Art Fernandes']) {
      await goOnline(database.as, await newExpert(database.as, { profile: { ...guitarist, fullName } }))
    }
  })

  test.each(['mat', 'math', 'maths', 'Mathe'])('%s suggests subjects before people', async (typed) => {
    const { subjects, isName } = await ask(typed)
    expect(subjects).toContainEqual({ slug: 'mathematics', name: 'Mathematics' })
    expect(isName).toBe(false)
  })

  test.each(['mathew', 'Mathew Joseph', 'joseph'])('%s suggests people before subjects', async (typed) => {
    expect(await ask(typed)).toMatchObject({ experts: [{ name: 'Mathew Joseph' }], isName: true })
  })

  test('a word that is a subject or a category, too, suggests these first', async () => {
    expect(await ask('art')).toMatchObject({ categories: [{ name: 'Art & Design' }], isName: false })
  })

  test('without a matching subject, the start of a name suggests people', async () => {
    expect(await ask('jose')).toMatchObject({ experts: [{ name: 'Mathew Joseph' }], subjects: [], categories: [] })
  })
})

test('every word must match', async () => {
  expect((await ask('career coa')).categories).toEqual([{ id: 'career-coaching', name: 'Career Coaching' }])
  expect((await ask('career nonsense')).categories).toEqual([])
})

test('never suggests the whole catalogue', async () => {
  expect((await ask('all')).categories.map(({ id }) => id)).not.toContain('all')
})

test('limits the suggestions of each kind', async () => {
  for (let count = 0; count <= suggestionsPerKind; count += 1) {
    await newExpert(database.as, { profile: { ...raviProfile, fullName: `Crowd ${count}` } })
  }
  expect((await ask('crowd')).experts).toHaveLength(suggestionsPerKind)
  const { subjects, categories } = await ask('s')
  expect(subjects.length).toBeLessThanOrEqual(suggestionsPerKind)
  expect(categories.length).toBeLessThanOrEqual(suggestionsPerKind)
})

test.each(['', '   ', '\u0000', '🙂', '%', 'x'.repeat(10_000)])(
  'the text %j suggests nothing and does not fail',
  async (typed) => {
    expect(await ask(typed)).toEqual(nothing)
  },
)

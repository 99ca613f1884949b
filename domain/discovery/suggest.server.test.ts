import { beforeAll, expect, test } from 'vitest'
import { suggest } from '#domain/discovery/suggest.server.ts'
import { suggestionsPerKind } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'

const database = useDatabase()
const ask = (typed: string) => suggest(database.as({ kind: 'visitor', address: '' }), typed)
const nothing = { experts: [], subjects: [], categories: [] }

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

test('a name finds the expert, with face, title and state, and nobody who is not listed', async () => {
  const { experts } = await ask('nair')
  expect(experts).toEqual([
    { id: expect.any(String), name: 'Ravi Nair', photoUrl: null, title: 'Physics teacher', status: 'online' },
  ])
})

test('those who are offline are suggested as well, and called so', async () => {
  expect((await ask('kavya')).experts).toMatchObject([{ name: 'Kavya Rao', status: 'offline' }])
})

test('the beginning of a word finds subjects and categories, as addresses name them', async () => {
  const { subjects, categories } = await ask('Mach')
  expect(subjects).toEqual([{ slug: 'machine-learning', name: 'Machine Learning' }])
  expect(categories).toEqual([])
  expect((await ask('test')).categories).toEqual([{ id: 'test-preparation', name: 'Test Preparation' }])
  expect((await ask('art')).categories).toEqual([{ id: 'art-design', name: 'Art & Design' }])
})

test('the middle of a word finds no subject and no category', async () => {
  const { subjects, categories } = await ask('thematics')
  expect({ subjects, categories }).toEqual({ subjects: [], categories: [] })
})

test('a subject of one’s own is suggested too, each once', async () => {
  expect((await ask('sitar')).subjects).toEqual([
    { slug: 'sitar', name: 'Sitar' },
    { slug: 'sitar-basics', name: 'SITAR basics' },
  ])
})

test('every word must be found', async () => {
  expect((await ask('career coa')).categories).toEqual([{ id: 'career-coaching', name: 'Career Coaching' }])
  expect((await ask('career nonsense')).categories).toEqual([])
})

test('the whole catalogue is no suggestion', async () => {
  expect((await ask('all')).categories.map(({ id }) => id)).not.toContain('all')
})

test('of each kind there are only so many', async () => {
  for (let count = 0; count <= suggestionsPerKind; count += 1) {
    await newExpert(database.as, { profile: { ...raviProfile, fullName: `Crowd ${count}` } })
  }
  expect((await ask('crowd')).experts).toHaveLength(suggestionsPerKind)
  const { subjects, categories } = await ask('s')
  expect(subjects.length).toBeLessThanOrEqual(suggestionsPerKind)
  expect(categories.length).toBeLessThanOrEqual(suggestionsPerKind)
})

test.each(['', '   ', '\u0000', '🙂', '%', "'; drop table listings; --", 'x'.repeat(10_000)])(
  'the text %j finds nothing and breaks nothing',
  async (typed) => {
    expect(await ask(typed)).toEqual(nothing)
  },
)

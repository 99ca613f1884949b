import { beforeAll, expect, test } from 'vitest'
import { type ListingQuery } from '#domain/discovery/contract.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'

const database = useDatabase()

type Person = { languages?: string[]; online?: boolean } & Partial<typeof raviProfile>

async function addExpert({ languages = [], online = false, ...profile }: Person) {
  const expert = await newExpert(database.as, {
    profile: { ...raviProfile, highestDegree: 'M.A.', brief: 'I explain calmly.', ...profile },
  })
  await database
    .db()
    .updateTable('experts')
    .set({ more_languages: languages })
    .where('id', '=', expert.expertId)
    .execute()
  if (online) await goOnline(database.as, expert)
}

function search(text: string, query: Partial<ListingQuery> = {}) {
  const ctx = database.as({ kind: 'visitor', address: '' })
  return searchExperts(ctx, { ...defaultListingQuery, onlineOnly: false, search: text, ...query })
}

const listNames = async (...typed: Parameters<typeof search>) =>
  (await search(...typed)).experts.map(({ name }) => name)

beforeAll(async () => {
  const guitar = { title: 'Guitarist', keySubjects: ['Guitar'], category: 'skills' as const }
  const subcategories = ['Soft Skills', 'Creative Skills', 'Language Learning']
  await addExpert({ fullName: 'Ashwin Mathew', ...guitar, subcategories, language: 'Malayalam', online: true })
  const maths = { title: 'Teacher', keySubjects: ['Mathematics'], subcategories: ['Homework Help', 'UPSC', 'NEET'] }
  await addExpert({ fullName: 'Leela Das', ...maths, experienceYears: '30', language: 'Bengali' })
  await addExpert({ fullName: 'Gopal Rao', ...maths, experienceYears: '2', language: 'Telugu', online: true })
  await addExpert({
    fullName: 'Harsh Jain',
    ...maths,
    experienceYears: '9',
    language: 'Gujarati',
    languages: ['Hindi'],
  })
  await addExpert({ fullName: 'Uma Joshi', title: 'Hindi teacher', keySubjects: ['Hindi'], language: 'Marathi' })
  await addExpert({ fullName: 'Kavita Nair', title: 'Accountant', keySubjects: ['GST'], language: 'Hindi' })
})

test('a subject is found by its synonyms, online experts first, and name matches last', async () => {
  const teachers = ['Gopal Rao', 'Leela Das', 'Harsh Jain']
  for (const word of ['maths', 'ganit', 'गणित', 'ganeet', 'mathematics sir', 'ganit kaise padhe', 'MATHS?']) {
    expect(await listNames(word)).toEqual(teachers)
  }
  expect(await listNames('math')).toEqual([...teachers, 'Ashwin Mathew'])
})

test('a full name finds only that expert', async () => {
  expect(await listNames('ashwin mathew')).toEqual(['Ashwin Mathew'])
  expect(await listNames('Kavita Nair')).toEqual(['Kavita Nair'])
})

test('a language beside a subject puts experts who speak it first', async () => {
  expect((await listNames('Hindi maths teacher'))[0]).toBe('Harsh Jain')
  expect((await listNames('telugu mein ganit'))[0]).toBe('Gopal Rao')
})

test('a language alone finds experts who teach it, then those who speak it', async () => {
  expect(await listNames('hindi')).toEqual(['Uma Joshi', 'Kavita Nair', 'Harsh Jain'])
  expect((await listNames('हिन्दी'))[0]).toBe('Uma Joshi')
})

test('experts who match all words come before those who match some', async () => {
  const page = await search('hindi maths')
  expect(page.matchesSome).toBe(false)
  expect(page.experts.map(({ name }) => name)).toEqual([
    'Harsh Jain',
    'Gopal Rao',
    'Leela Das',
    'Kavita Nair',
    'Uma Joshi',
  ])
  expect(page.total).toBe(5)
})

test('the page says when nobody matches all words', async () => {
  const page = await search('guitar gst')
  expect(page).toMatchObject({ matchesSome: true, correctedSearch: null, total: 2 })
  expect(page.experts.map(({ name }) => name).toSorted()).toEqual(['Ashwin Mathew', 'Kavita Nair'])
  expect(await search('zzzq')).toMatchObject({ matchesSome: false, experts: [], total: 0 })
})

test('ignored words and numbers count only when nothing else is typed', async () => {
  expect(await listNames('teacher')).toEqual(expect.arrayContaining(['Leela Das', 'Uma Joshi']))
  expect(await listNames('teacher')).not.toContain('Ashwin Mathew')
  expect(await listNames('guitar teacher 12')).toEqual(['Ashwin Mathew'])
})

test('filters and price orders apply to partial matches, too', async () => {
  expect(await listNames('hindi maths', { onlineOnly: true })).toEqual(['Gopal Rao'])
  expect(await listNames('hindi maths', { language: 'bengali' })).toEqual(['Leela Das'])
  for (const sort of ['price-low', 'price-high'] as const) {
    expect(await listNames('hindi maths', { sort })).toHaveLength(5)
  }
})

import { expect, test } from 'vitest'
import { listActiveFilters, subjectName } from '#app/discovery/listing/active-choices.ts'
import {
  allParent,
  chooseParent,
  chosenParent,
  chosenSubjects,
  groupParents,
  subjectParents,
  toggleSubject,
} from '#app/discovery/listing/choices.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'

test('the filter has three category groups with their subcategories, and nine parents with four subjects each', () => {
  expect(groupParents.map(({ id, subjects }) => [id, subjects.length])).toEqual([
    ['academic', 7],
    ['skills', 4],
    ['professional', 8],
  ])
  expect([allParent, ...subjectParents].map(({ id, subjects }) => [id, subjects.length])).toEqual(
    ['all', 'mathematics', 'programming', 'languages', 'science', 'business', 'art-design', 'music', 'ai-ml'].map(
      (id) => [id, 4],
    ),
  )
})

test('up to three subjects can be selected, and deselected', () => {
  const three = ['jee', 'neet', 'upsc'].reduce(
    (query, subject) => toggleSubject(query, subject) ?? query,
    defaultListingQuery,
  )
  expect(three.subjects).toEqual(['jee', 'neet', 'upsc'])
  expect(toggleSubject(three, 'guitar')).toBeNull()
  expect(toggleSubject(three, 'neet')?.subjects).toEqual(['jee', 'upsc'])
})

test('selecting a subject clears a category that does not contain it', () => {
  const science = { ...defaultListingQuery, category: 'science' }
  expect(toggleSubject(science, 'physics')).toMatchObject({ category: 'science', subjects: ['physics'] })
  expect(toggleSubject(science, 'guitar')).toMatchObject({ category: null, subjects: ['guitar'] })
})

test('changing the category keeps only the subjects it contains', () => {
  const query = { ...defaultListingQuery, subjects: ['neet', 'guitar'] }
  expect(chooseParent(query, 'science')).toMatchObject({ category: 'science', subjects: ['neet'] })
  expect(chooseParent(query, 'all')).toMatchObject({ category: null, subjects: ['neet', 'guitar'] })
})

test('a subcategory in the URL counts as a selected subject, and more subjects can be added', () => {
  const query = { ...defaultListingQuery, category: 'test-preparation' }
  expect(chosenParent(query)).toBe('all')
  expect(chosenSubjects(query)).toEqual(['test-preparation'])
  expect(toggleSubject(query, 'jee')).toMatchObject({ category: null, subjects: ['test-preparation', 'jee'] })
  expect(toggleSubject(query, 'test-preparation')).toMatchObject({ category: null, subjects: [] })
})

test('each active filter has a name and can be removed alone', () => {
  const query = {
    ...defaultListingQuery,
    search: 'light',
    category: 'ai-ml',
    subjects: ['deep-learning', 'quantum-optics'],
    minRating: 4.5,
    language: 'tamil',
    onlineOnly: false,
  }
  const active = listActiveFilters(query)
  expect(active.map(({ name }) => name)).toEqual([
    'AI & ML',
    'Deep Learning',
    'Quantum Optics',
    '4.5 and up, no new experts',
    'Speaks Tamil',
    'Offline too',
  ])
  expect(active.map(({ without }) => without)).toEqual([
    { ...query, category: null },
    { ...query, subjects: ['quantum-optics'] },
    { ...query, subjects: ['deep-learning'] },
    { ...query, minRating: 0 },
    { ...query, language: null },
    { ...query, onlineOnly: true },
  ])
  expect(listActiveFilters({ ...defaultListingQuery, search: 'light', sort: 'price-low' })).toEqual([])
})

test('subject names come from the catalogue or from the slug', () => {
  expect(subjectName('ai-expertise')).toBe('AI Expertise')
  expect(subjectName('subject-specific-tutoring')).toBe('Subject-Specific Tutoring')
  expect(subjectName('vedic-maths')).toBe('Vedic Maths')
})

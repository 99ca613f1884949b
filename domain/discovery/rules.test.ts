import { expect, test } from 'vitest'
import {
  defaultListingQuery,
  findCategory,
  isFiltered,
  hasEmptyOrRepeatedParams,
  listingUrl,
  listingParams,
  readListingQuery,
  searchWords,
  subcategoriesMatching,
} from '#domain/discovery/rules.ts'

const read = (query: string) => readListingQuery(new URLSearchParams(query))

test('an empty URL lists everyone online, best rated first', () => {
  expect(read('')).toEqual(defaultListingQuery)
  expect(isFiltered(read(''))).toBe(false)
})

test('every parameter is parsed', () => {
  const query = read(
    'search=+Physics++JEE+&category=ai-ml&subjects=Physics,Machine+Learning&rating=4.5&language=Tamil&online=false&sort=price-low',
  )
  expect(query).toEqual({
    search: 'Physics JEE',
    category: 'ai-ml',
    subjects: ['physics', 'machine-learning'],
    minRating: 4.5,
    language: 'tamil',
    onlineOnly: false,
    sort: 'price-low',
  })
  expect(isFiltered(query)).toBe(true)
})

test.each([
  ['category=Test+Preparation', { category: 'test-preparation' }],
  ['category=all', { category: null }],
  ['category=nonsense', { category: null }],
  ['rating=abc', { minRating: 0 }],
  ['rating=-1', { minRating: 0 }],
  ['rating=5', { minRating: 4.5 }],
  ['rating=6', { minRating: 0 }],
  ['rating=4.3', { minRating: 4.5 }],
  ['rating=1e-9', { minRating: 0 }],
  ['online=true', { onlineOnly: true }],
  ['online=no', { onlineOnly: true }],
  ['sort=name', { sort: 'rating' }],
  ['subjects=a,B,,+a+,c,d', { subjects: ['a', 'b', 'c'] }],
  ['subjects=%00', { subjects: [] }],
  ['search=%00%0a', { search: '' }],
])('%s is normalized: invalid parts are ignored, ratings are rounded', (url, expected) => {
  expect(read(url)).toMatchObject(expected)
})

test('a search is never cut inside a character', () => {
  expect([...read(`search=${encodeURIComponent('🙂'.repeat(500))}`).search]).toHaveLength(100)
  expect(read(`search=${'x'.repeat(10_000)}`).search).toHaveLength(100)
})

test('the same query always has the same URL', () => {
  const url = 'search=physics&category=academic&subjects=jee%2Cneet&rating=4&online=false&sort=price-high'
  expect(String(listingParams(read(url)))).toBe(url)
  expect(String(listingParams(read('sort=rating&online=true&rating=0')))).toBe('')
})

test('words are compared without case and marks, and without duplicates', () => {
  expect(searchWords('Rādhikā  RADHIKA śarmā')).toEqual(['radhika', 'sarma'])
})

test('subcategories match by the start of their words', () => {
  expect(subcategoriesMatching('tut')).toEqual(['Subject-Specific Tutoring'])
  expect(subcategoriesMatching('specific')).toEqual(['Subject-Specific Tutoring'])
  expect(subcategoriesMatching('subject-spec')).toEqual(['Subject-Specific Tutoring'])
  expect(subcategoriesMatching('pecific')).toEqual([])
})

test('a category is a group, a subcategory, or a branch of the subject tree', () => {
  expect(findCategory('skills')?.kind).toBe('group')
  expect(findCategory('soft-skills')?.kind).toBe('subcategory')
  expect(findCategory('music')?.kind).toBe('tree')
})

test('a URL and its query convert both ways', () => {
  const query = {
    search: 'light & waves',
    category: 'test-preparation',
    subjects: ['physics', 'jee'],
    minRating: 4.5,
    language: 'tamil',
    onlineOnly: false,
    sort: 'price-low' as const,
  }
  const url = listingUrl(query)
  expect(url).toBe(
    '/experts?search=light+%26+waves&category=test-preparation&subjects=physics,jee&rating=4.5&language=tamil&online=false&sort=price-low',
  )
  expect(read(url.split('?')[1] ?? '')).toEqual(query)
  expect(listingUrl(defaultListingQuery)).toBe('/experts')
  expect(listingUrl(defaultListingQuery, 'abc')).toBe('/experts?after=abc')
})

test.each([
  'rating=abc&sort=best&category=no-such&online=maybe',
  'rating=-1',
  'rating=7',
  'rating=NaN',
  'language=klingon',
  'search=%00%00',
  'subjects=,,,',
  'category=all',
])('%s is ignored', (search) => {
  expect(read(search)).toEqual(defaultListingQuery)
})

test('too many subjects are cut, without duplicates', () => {
  expect(read(`subjects=${Array.from({ length: 20 }, (_, at) => `s${at}`)}`).subjects).toEqual(['s0', 's1', 's2'])
  expect(read('subjects=Machine Learning,machine-learning').subjects).toEqual(['machine-learning'])
})

test('the URL of a plain form is parsed, and its empty or repeated parameters are detected', () => {
  const sent = 'search=&category=&subjects=jee&subjects=neet&rating=0&online=false&online=true&sort=rating'
  expect(read(sent)).toEqual({ ...defaultListingQuery, subjects: ['jee', 'neet'] })
  expect(hasEmptyOrRepeatedParams(new URLSearchParams(sent))).toBe(true)
  expect(read('search=light&search=').search).toBe('')
  expect(hasEmptyOrRepeatedParams(new URLSearchParams('search=a&subjects=a,b&online=false&utm=&after='))).toBe(false)
})

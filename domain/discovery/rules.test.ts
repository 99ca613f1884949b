import { expect, test } from 'vitest'
import {
  countText,
  everything,
  findCategory,
  isFiltered,
  listingParams,
  readListingQuery,
  searchWords,
  subcategoriesStartingWith,
} from '#domain/discovery/rules.ts'

const read = (address: string) => readListingQuery(new URLSearchParams(address))

test('an empty address asks for everybody who is online, the best rated first', () => {
  expect(read('')).toEqual(everything)
  expect(isFiltered(read(''))).toBe(false)
})

test('every parameter has its meaning', () => {
  const query = read(
    'search=+Physics++JEE+&category=ai-ml&subjects=Physics,Machine+Learning&rating=4.5&online=false&sort=price-low',
  )
  expect(query).toEqual({
    search: 'Physics JEE',
    category: 'ai-ml',
    subjects: ['physics', 'machine-learning'],
    minRating: 4.5,
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
  ['rating=6', { minRating: 0 }],
  ['rating=4.3', { minRating: 4.5 }],
  ['rating=1e-9', { minRating: 0 }],
  ['online=true', { onlineOnly: true }],
  ['online=no', { onlineOnly: true }],
  ['sort=name', { sort: 'rating' }],
  ['subjects=a,B,,+a+,c,d', { subjects: ['a', 'b', 'c'] }],
  ['subjects=%00', { subjects: [] }],
  ['search=%00%0a', { search: '' }],
])('%s is understood as far as it makes sense', (address, expected) => {
  expect(read(address)).toMatchObject(expected)
})

test('a search is cut at a whole letter', () => {
  expect([...read(`search=${encodeURIComponent('🙂'.repeat(500))}`).search]).toHaveLength(100)
  expect(read(`search=${'x'.repeat(10_000)}`).search).toHaveLength(100)
})

test('the same question always has the same address', () => {
  const address = 'search=physics&category=academic&subjects=jee%2Cneet&rating=4&online=false&sort=price-high'
  expect(String(listingParams(read(address)))).toBe(address)
  expect(String(listingParams(read('sort=rating&online=true&rating=0')))).toBe('')
})

test('words are compared without capitals and marks, each once', () => {
  expect(searchWords('Rādhikā  RADHIKA śarmā')).toEqual(['radhika', 'sarma'])
})

test('subcategories are found by the beginnings of their words', () => {
  expect(subcategoriesStartingWith('tut')).toEqual(['Subject-Specific Tutoring'])
  expect(subcategoriesStartingWith('specific')).toEqual(['Subject-Specific Tutoring'])
  expect(subcategoriesStartingWith('subject-spec')).toEqual(['Subject-Specific Tutoring'])
  expect(subcategoriesStartingWith('pecific')).toEqual([])
})

test('a category is a group, a subcategory, or a branch of the subject tree', () => {
  expect(findCategory('skills')?.kind).toBe('group')
  expect(findCategory('soft-skills')?.kind).toBe('subcategory')
  expect(findCategory('music')?.kind).toBe('tree')
})

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [1_250, '1.3k'],
  [12_000, '12k'],
])('%i reviews read as %s', (count, text) => {
  expect(countText(count)).toBe(text)
})

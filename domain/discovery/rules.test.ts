import { expect, test } from 'vitest'
import { everything, isUntidy, listingAddress, readListingQuery } from '#domain/discovery/rules.ts'

const read = (search: string) => readListingQuery(new URLSearchParams(search))

test('an address and its question say the same', () => {
  const query = {
    search: 'light & waves',
    category: 'test-preparation',
    subjects: ['physics', 'jee'],
    minRating: 4.5,
    onlineOnly: false,
    sort: 'price-low' as const,
  }
  const address = listingAddress(query)
  expect(address).toBe(
    '/experts?search=light+%26+waves&category=test-preparation&subjects=physics,jee&rating=4.5&online=false&sort=price-low',
  )
  expect(read(address.split('?')[1] ?? '')).toEqual(query)
  expect(listingAddress(everything)).toBe('/experts')
  expect(listingAddress(everything, 'abc')).toBe('/experts?after=abc')
})

test.each([
  'rating=abc&sort=best&category=no-such&online=maybe',
  'rating=-1',
  'rating=7',
  'rating=NaN',
  'search=%00%00',
  'subjects=,,,',
  'category=all',
])('%s means nothing', (search) => {
  expect(read(search)).toEqual(everything)
})

test('too much is cut', () => {
  expect(read(`search=${'a'.repeat(10_000)}`).search).toHaveLength(100)
  expect(read(`search=${'😀'.repeat(200)}`).search).toBe('😀'.repeat(100))
  expect(read(`subjects=${Array.from({ length: 20 }, (_, at) => `s${at}`)}`).subjects).toEqual([
    's0',
    's1',
    's2',
  ])
  expect(read('subjects=Machine Learning,machine-learning').subjects).toEqual(['machine-learning'])
})

test('what a plain form sends is understood, and is called untidy', () => {
  const sent = 'search=&category=&subjects=jee&subjects=neet&rating=0&online=false&online=true&sort=rating'
  expect(read(sent)).toEqual({ ...everything, subjects: ['jee', 'neet'] })
  expect(isUntidy(new URLSearchParams(sent))).toBe(true)
  expect(read('search=light&search=').search).toBe('')
  expect(isUntidy(new URLSearchParams('search=a&subjects=a,b&online=false&utm=&after='))).toBe(false)
})

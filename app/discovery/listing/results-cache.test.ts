import { expect, test } from 'vitest'
import { createResultsCache, type CachedResults } from '#app/discovery/listing/results-cache.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'

const place = { key: 'k1', address: '/experts?search=light' }
const verifiedAt = new Date('2026-01-02T03:04:05Z')
const page = { experts: [], total: 2, next: 'n', correctedSearch: null }
const results: CachedResults = {
  listing: { problem: null, page, offlineMatches: 0 },
  chunks: [[{ id: 'a', verifiedAt } as unknown as ExpertCard]],
  next: 'n2',
}

function fakeStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

test('returns entries that were left, and none for the page still on screen', () => {
  const cache = createResultsCache(fakeStorage)
  cache.store(place, results)
  expect(cache.find(place)).toMatchObject(results)
  expect(cache.findLeftEntry(place)).toBeUndefined()
  cache.markLeft(place.key)
  expect(cache.findLeftEntry(place)).toMatchObject(results)
  expect(cache.findLeftEntry({ ...place, address: '/experts' })).toBeUndefined()
  cache.store(place, results)
  expect(cache.findLeftEntry(place)).toBeUndefined()
})

test('restores entries with dates from session storage after a reload', () => {
  const storage = fakeStorage()
  const before = createResultsCache(() => storage)
  before.store(place, results)
  before.save(place.key, 1_234)
  const after = createResultsCache(() => storage)
  expect(after.find(place)).toBeUndefined()
  expect(after.findSaved(place)).toEqual({ ...results, address: place.address, scrollY: 1_234 })
  expect(after.findLeftEntry(place)?.chunks).toEqual(results.chunks)
  expect(after.find(place)).toBeDefined()
})

test('does not save failed or oversized lists', () => {
  const storage = fakeStorage()
  const cache = createResultsCache(() => storage)
  cache.store(place, { ...results, listing: { problem: 'network' } })
  cache.markLeft(place.key)
  cache.store(place, { ...results, chunks: Array.from({ length: 51 }, () => []) })
  cache.markLeft(place.key)
  expect(storage.items.size).toBe(0)
})

test('keeps only the latest entries in memory and in storage', () => {
  const storage = fakeStorage()
  const cache = createResultsCache(() => storage)
  for (let number = 0; number < 30; number += 1) {
    cache.store({ ...place, key: `k${number}` }, results)
    cache.markLeft(`k${number}`)
  }
  expect(cache.find({ ...place, key: 'k9' })).toBeUndefined()
  expect(cache.find({ ...place, key: 'k10' })).toBeDefined()
  expect([...storage.items.keys()].filter((name) => name.startsWith('samjhao-listing-'))).toHaveLength(5)
})

test('tolerates storage that is forbidden or corrupt', () => {
  const forbidden = createResultsCache(() => {
    throw new Error('SecurityError')
  })
  forbidden.store(place, results)
  forbidden.markLeft(place.key)
  expect(forbidden.findSaved(place)).toBeUndefined()
  const spoilt = fakeStorage()
  spoilt.setItem('samjhao-listing-k1', '{')
  expect(createResultsCache(() => spoilt).findSaved(place)).toBeUndefined()
})

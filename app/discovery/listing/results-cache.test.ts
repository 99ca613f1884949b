import { expect, test } from 'vitest'
import { createResultsCache, type CachedResults } from '#app/discovery/listing/results-cache.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'

const historyEntry = { key: 'k1', url: '/experts?search=light' }
const verifiedAt = new Date('2026-01-02T03:04:05Z')
const page = { experts: [], total: 2, next: 'n', correctedSearch: null, matchesSome: false }
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

test('the cache returns entries that the user has left, and not the entry on screen', () => {
  const cache = createResultsCache(fakeStorage)
  cache.store(historyEntry, results)
  expect(cache.find(historyEntry)).toMatchObject(results)
  expect(cache.findLeftEntry(historyEntry)).toBeUndefined()
  cache.markLeft(historyEntry.key)
  expect(cache.findLeftEntry(historyEntry)).toMatchObject(results)
  expect(cache.findLeftEntry({ ...historyEntry, url: '/experts' })).toBeUndefined()
  cache.store(historyEntry, results)
  expect(cache.findLeftEntry(historyEntry)).toBeUndefined()
})

test('the cache restores entries with dates from session storage after a reload', () => {
  const storage = fakeStorage()
  const before = createResultsCache(() => storage)
  before.store(historyEntry, results)
  before.save(historyEntry.key, 1_234)
  const after = createResultsCache(() => storage)
  expect(after.find(historyEntry)).toBeUndefined()
  expect(after.findSaved(historyEntry)).toEqual({ ...results, url: historyEntry.url, scrollY: 1_234 })
  expect(after.findLeftEntry(historyEntry)?.chunks).toEqual(results.chunks)
  expect(after.find(historyEntry)).toBeDefined()
})

test('failed and oversized lists are not saved', () => {
  const storage = fakeStorage()
  const cache = createResultsCache(() => storage)
  cache.store(historyEntry, { ...results, listing: { problem: 'network' } })
  cache.markLeft(historyEntry.key)
  cache.store(historyEntry, { ...results, chunks: Array.from({ length: 51 }, () => []) })
  cache.markLeft(historyEntry.key)
  expect(storage.items.size).toBe(0)
})

test('the cache keeps only the latest entries in memory and in storage', () => {
  const storage = fakeStorage()
  const cache = createResultsCache(() => storage)
  for (let number = 0; number < 30; number += 1) {
    cache.store({ ...historyEntry, key: `k${number}` }, results)
    cache.markLeft(`k${number}`)
  }
  expect(cache.find({ ...historyEntry, key: 'k9' })).toBeUndefined()
  expect(cache.find({ ...historyEntry, key: 'k10' })).toBeDefined()
  expect([...storage.items.keys()].filter((name) => name.startsWith('samjhao-listing-'))).toHaveLength(5)
})

test('the cache tolerates storage that is forbidden or corrupt', () => {
  const forbidden = createResultsCache(() => {
    throw new Error('SecurityError')
  })
  forbidden.store(historyEntry, results)
  forbidden.markLeft(historyEntry.key)
  expect(forbidden.findSaved(historyEntry)).toBeUndefined()
  const corrupt = fakeStorage()
  corrupt.setItem('samjhao-listing-k1', '{')
  expect(createResultsCache(() => corrupt).findSaved(historyEntry)).toBeUndefined()
})

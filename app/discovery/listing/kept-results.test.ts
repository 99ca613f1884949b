import { expect, test } from 'vitest'
import { createKeptResults, type Results } from '#app/discovery/listing/kept-results.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'

const place = { key: 'k1', address: '/experts?search=light' }
const verifiedAt = new Date('2026-01-02T03:04:05Z')
const page = { experts: [], total: 2, next: 'n', correctedSearch: null }
const results: Results = {
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

test('what is on the screen is asked for anew, what was left is there', () => {
  const kept = createKeptResults(fakeStorage)
  kept.keep(place, results)
  expect(kept.find(place)).toMatchObject(results)
  expect(kept.findLeft(place)).toBeUndefined()
  kept.leave(place.key)
  expect(kept.findLeft(place)).toMatchObject(results)
  expect(kept.findLeft({ ...place, address: '/experts' })).toBeUndefined()
  kept.keep(place, results)
  expect(kept.findLeft(place)).toBeUndefined()
})

test('after a reload it comes from the storage of the tab, dates and all', () => {
  const storage = fakeStorage()
  const before = createKeptResults(() => storage)
  before.keep(place, results)
  before.save(place.key, 1_234)
  const after = createKeptResults(() => storage)
  expect(after.find(place)).toBeUndefined()
  expect(after.findSaved(place)).toEqual({ ...results, address: place.address, scrollY: 1_234 })
  expect(after.findLeft(place)?.chunks).toEqual(results.chunks)
  expect(after.find(place)).toBeDefined()
})

test('a failed list is not saved, nor one that would fill the storage', () => {
  const storage = fakeStorage()
  const kept = createKeptResults(() => storage)
  kept.keep(place, { ...results, listing: { problem: 'network' } })
  kept.leave(place.key)
  kept.keep(place, { ...results, chunks: Array.from({ length: 51 }, () => []) })
  kept.leave(place.key)
  expect(storage.items.size).toBe(0)
})

test('only the last few are kept, in memory and in the storage', () => {
  const storage = fakeStorage()
  const kept = createKeptResults(() => storage)
  for (let number = 0; number < 30; number += 1) {
    kept.keep({ ...place, key: `k${number}` }, results)
    kept.leave(`k${number}`)
  }
  expect(kept.find({ ...place, key: 'k9' })).toBeUndefined()
  expect(kept.find({ ...place, key: 'k10' })).toBeDefined()
  expect([...storage.items.keys()].filter((name) => name.startsWith('samjhao-listing-'))).toHaveLength(5)
})

test('a storage that is forbidden, full or spoilt does no harm', () => {
  const forbidden = createKeptResults(() => {
    throw new Error('SecurityError')
  })
  forbidden.keep(place, results)
  forbidden.leave(place.key)
  expect(forbidden.findSaved(place)).toBeUndefined()
  const spoilt = fakeStorage()
  spoilt.setItem('samjhao-listing-k1', '{')
  expect(createKeptResults(() => spoilt).findSaved(place)).toBeUndefined()
})

import { expect, test } from 'vitest'
import {
  categoryViewParams,
  categoryViewPath,
  listTabs,
  listTiles,
  readCategoryView,
  tilePath,
} from '#app/discovery/home/category-tiles.ts'
import { defaultCatalogue as catalogue } from '#domain/content/rules.ts'

const figures = (online: Record<string, number>) =>
  Object.entries(online).map(([id, count]) => ({ id, online: count, onlineRating: 4.5, hasExperts: true }))

test('tabs have the ids used in URLs', () => {
  expect(listTabs(catalogue).map(({ id }) => id)).toEqual(['most-popular', 'academic', 'skills', 'professional'])
})

test('the popular tab lists all categories by the number of online experts, then by name', () => {
  const names = listTiles('most-popular', {
    catalogue,
    figures: figures({ upsc: 2, health: 2, jee: 5 }),
  }).map(({ name }) => name)
  expect(names).toHaveLength(19)
  expect(names.slice(0, 5)).toEqual(['JEE', 'Health', 'UPSC', 'AI Expertise', 'Business Skills'])
})

test('a group tab keeps the catalogue order', () => {
  const names = listTiles('skills', { catalogue, figures: figures({ 'language-learning': 9 }) }).map(({ name }) => name)
  expect(names).toEqual(['Soft Skills', 'Technical Skills', 'Creative Skills', 'Language Learning'])
})

test('a tile links to online experts, or to all experts when none is online', () => {
  const tile = { id: 'test-preparation', name: 'Test Preparation' } as const
  expect(tilePath(tile, 1)).toBe('/experts?category=test-preparation')
  expect(tilePath(tile, 0)).toBe('/experts?category=test-preparation&online=false')
})

test.each([
  ['', 'most-popular', 8],
  ['tab=skills', 'skills', 8],
  ['tab=nonsense&show=nonsense', 'most-popular', 8],
  ['show=16', 'most-popular', 16],
  ['show=17', 'most-popular', 16],
  ['show=-8', 'most-popular', 8],
  ['show=Infinity', 'most-popular', 8],
])('the query ?%s shows the tab %s with up to %d tiles', (query, tab, tileCount) => {
  expect(readCategoryView(new URLSearchParams(query), catalogue)).toEqual({ tab, tileCount })
})

test('a view can be written to the URL and read back, and the default view has no query', () => {
  expect(categoryViewPath({ tab: 'most-popular', tileCount: 8 })).toBe('/')
  expect(categoryViewPath({ tab: 'skills', tileCount: 8 })).toBe('/?tab=skills')
  const view = { tab: 'professional', tileCount: 16 } as const
  expect(readCategoryView(categoryViewParams(view), catalogue)).toEqual(view)
})

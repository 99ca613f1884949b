import { expect, test } from 'vitest'
import { expertMeta } from '#app/experts/expert-meta.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'

const expert: ExpertPage = {
  id: '0199c0de-0000-7000-8000-000000000002' as ExpertId,
  name: 'Lakshmi',
  photoUrl: null,
  title: 'Physics teacher',
  category: 'academic',
  subcategories: ['JEE', 'NEET', 'Homework Help'],
  keySubjects: ['Physics'],
  language: 'Other',
  brief: 'I explain mechanics.',
  rating: 4.625,
  reviews: 3,
  sessions: 0,
  ratePaisePerMinute: paise(12_50),
  status: 'offline',
  verified: [],
  verifiedAt: null,
  experienceYears: 12,
  highestDegree: 'M.Sc.',
  memberSince: new Date(0),
  updatedAt: new Date(0),
}
const matches = [{ id: 'root', loaderData: { product: { name: 'Samjhao', origin: 'https://samjhao.example' } } }]

type Tag = { name?: string; property?: string; content?: string; 'script:ld+json'?: object }

function tagsOf(change: Partial<ExpertPage>): Tag[] {
  return expertMeta(matches, { expert: { ...expert, ...change }, shareImage: '/share.png' }) as Tag[]
}

const jsonOf = (change: Partial<ExpertPage>) => JSON.stringify(tagsOf(change).map((tag) => tag['script:ld+json']))

test('structured data contains a rating only when there are reviews', () => {
  expect(jsonOf({ reviews: 3 })).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.6"')
  expect(jsonOf({ reviews: 0 })).not.toMatch(/rating/i)
})

test('the price is the expert’s rate per minute', () => {
  expect(jsonOf({})).toContain('"price":"12.50","priceCurrency":"INR"')
  expect(jsonOf({})).toContain('"unitCode":"MIN"')
  expect(tagsOf({}).find(({ name }) => name === 'twitter:data1')?.content).toBe('₹12.50/min')
})

test('a single name has no last name, and the language "Other" is left out', () => {
  const properties = tagsOf({}).map(({ property }) => property)
  expect(properties).toContain('profile:first_name')
  expect(properties).not.toContain('profile:last_name')
  expect(jsonOf({})).not.toContain('knowsLanguage')
})

test('a missing expert page is not indexed', () => {
  expect(expertMeta(matches, undefined)).toContainEqual({ name: 'robots', content: 'noindex' })
})

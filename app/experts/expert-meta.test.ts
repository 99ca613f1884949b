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
  languages: ['Other', 'Hindi'],
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

function listTags(changes: Partial<ExpertPage>): Tag[] {
  return expertMeta(matches, { expert: { ...expert, ...changes }, shareImage: '/share.png' }) as Tag[]
}

const structuredData = (changes: Partial<ExpertPage>) =>
  JSON.stringify(listTags(changes).map((tag) => tag['script:ld+json']))

test('structured data contains a rating only when there are reviews', () => {
  expect(structuredData({ reviews: 3 })).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.6"')
  expect(structuredData({ reviews: 0 })).not.toMatch(/rating/i)
})

test('the price is the expert’s rate per minute', () => {
  expect(structuredData({})).toContain('"price":"12.50","priceCurrency":"INR"')
  expect(structuredData({})).toContain('"unitCode":"MIN"')
  expect(listTags({}).find(({ name }) => name === 'twitter:data1')?.content).toBe('₹12.50/min')
})

test('a single name has no last name, and the language "Other" is left out', () => {
  const properties = listTags({}).map(({ property }) => property)
  expect(properties).toContain('profile:first_name')
  expect(properties).not.toContain('profile:last_name')
  expect(structuredData({})).toContain('"knowsLanguage":["Hindi"]')
  expect(structuredData({ languages: ['Other'] })).not.toContain('knowsLanguage')
})

test('a missing expert page is not indexed', () => {
  expect(expertMeta(matches, undefined)).toContainEqual({ name: 'robots', content: 'noindex' })
})

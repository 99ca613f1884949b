import { expect, test } from 'vitest'
import { bannerItems, onlineText, thousandsText } from '#app/discovery/home/figure-text.ts'

const banner = (totalExperts: number, successfulSessions: number) =>
  bannerItems({ totalExperts, successfulSessions }).map(({ figure, unit }) => `${figure} ${unit}`)

test('the banner shows the default figures', () => {
  expect(banner(1_000, 50_000)).toEqual(['1,000+ experts', '24/7 availability', '50K+ successful sessions'])
})

test('large figures use Indian digit grouping', () => {
  expect(banner(123_456, 123_456_789)).toEqual([
    '1,23,456+ experts',
    '24/7 availability',
    '1,23,456K+ successful sessions',
  ])
})

test('the banner leaves out zero figures', () => {
  expect(banner(0, 0)).toEqual(['24/7 availability'])
})

test.each([
  [1, '1+'],
  [999, '999+'],
  [1_000, '1K+'],
  [1_999, '1K+'],
  [50_000, '50K+'],
])('%d sessions are rounded down to %s', (count, text) => {
  expect(thousandsText(count)).toBe(text)
})

test.each([
  [0, '0 experts online'],
  [1, '1 expert online'],
  [2, '2 experts online'],
  [100_000, '1,00,000 experts online'],
])('formats %d online experts', (count, text) => {
  expect(onlineText(count)).toBe(text)
})

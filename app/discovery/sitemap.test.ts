import { expect, test } from 'vitest'
import { staticEntries, writeRobots, writeSitemap, writeSitemapIndex } from '#app/discovery/sitemap.ts'

const origin = 'https://samjhao.example'

test('a sitemap contains full URLs, and the change date when known', () => {
  const xml = writeSitemap(origin, [
    { path: '/' },
    { path: '/expert/details/1', changedAt: new Date('2026-02-03T04:05:06Z') },
  ])
  expect(xml).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '<url><loc>https://samjhao.example/</loc></url>\n' +
      '<url><loc>https://samjhao.example/expert/details/1</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod></url>\n' +
      '</urlset>\n',
  )
})

test('an index lists its parts with XML escaping', () => {
  const xml = writeSitemapIndex(origin, ['/sitemap.xml?after=a&b=1'])
  expect(xml).toContain('<sitemap><loc>https://samjhao.example/sitemap.xml?after=a&amp;b=1</loc></sitemap>')
})

test('robots.txt disallows private pages and nothing in the sitemap', () => {
  const robots = writeRobots(origin)
  expect(robots).toContain('Sitemap: https://samjhao.example/sitemap.xml')
  const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  expect(disallowed).toEqual(
    expect.arrayContaining(['/team', '/user', '/expert/profile', '/expert/schedule', '/expert/bookings', '/profile']),
  )
  const id = '0199c0de-0000-7000-8000-000000000001'
  const publicPaths = [...staticEntries.map(({ path }) => path), `/expert/${id}`, `/expert/details/${id}`]
  expect(publicPaths.filter((path) => disallowed.some((start) => path.startsWith(start)))).toEqual([])
})

/** Public pages that do not depend on the listed experts. */
const staticPaths = ['/', '/experts', '/how-it-works', '/expert-apply', '/register', '/terms', '/privacy', '/cookies']

/** Pages behind a login, and action endpoints. */
const closedPaths = [
  '/team',
  '/user',
  '/profile',
  '/expert/profile',
  '/expert/wallet',
  '/expert/security',
  '/expert/sessions',
  '/expert/bookings',
  '/expert/schedule',
  '/expert/test-call',
  '/login',
  '/logout',
  '/forgot-password',
  '/reset-password',
  '/own-data',
  '/photo-upload',
]

export const sitemapPath = '/sitemap.xml'

type SitemapEntry = { path: string; changedAt?: Date }

export const staticEntries: SitemapEntry[] = staticPaths.map((path) => ({ path }))

export function writeSitemap(origin: string, entries: SitemapEntry[]): string {
  return writeDocument(
    'urlset',
    entries.map((entry) => `<url>${writeLocation(origin, entry)}</url>`),
  )
}

/** Lists the sitemap files, when there are more URLs than one file may hold. */
export function writeSitemapIndex(origin: string, paths: string[]): string {
  return writeDocument(
    'sitemapindex',
    paths.map((path) => `<sitemap>${writeLocation(origin, { path })}</sitemap>`),
  )
}

export function writeRobots(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}${sitemapPath}`,
    '',
  ].join('\n')
}

function writeLocation(origin: string, { path, changedAt }: SitemapEntry): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<loc>${escapeXml(origin + path)}</loc>${lastmod}`
}

function writeDocument(root: string, children: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children.join('\n')}\n</${root}>\n`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

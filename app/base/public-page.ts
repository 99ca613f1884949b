import type { MetaDescriptor } from 'react-router'
import type { Product } from '#kernel/product.ts'

/** Marks a page that is the same for every visitor: the server may cache it briefly and adds an ETag. */
export function publicPage() {
  return { 'Cache-Control': 'public, max-age=0, must-revalidate' }
}

/** Internal response header from a route to the server, which removes it from the response. */
export const scriptsHeader = 'Samjhao-Scripts'

/** Scripts that start on a public page before the user interacts with it. */
export const earlyStarts = ['live', 'when old'] as const
export type EarlyStart = (typeof earlyStarts)[number]

/** A public page with expert statuses: a small script updates them until React has hydrated. */
export function livePublicPage() {
  return { ...publicPage(), [scriptsHeader]: 'live' satisfies EarlyStart }
}

/** A public page with figures that become stale. Then its scripts start and refresh the figures. */
export function refreshedPublicPage() {
  return { ...publicPage(), [scriptsHeader]: 'when old' satisfies EarlyStart }
}

type Page = { title: string; description: string; path: string }
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Title, description, canonical URL and Open Graph tags. */
export function pageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { product: Product } | undefined
  if (!root) return [{ title: page.title }]
  const { name, origin } = root.product
  const title = page.path === '/' ? `${name}: ${page.title}` : `${page.title} · ${name}`
  const url = origin + page.path
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
  ]
}

import type { MetaDescriptor } from 'react-router'
import type { Product } from '#kernel/product.ts'

/** Marks a page that is the same for every signed-out visitor: the server may keep it for a moment and gives it an ETag. */
export function publicPage() {
  return { 'Cache-Control': 'public, max-age=0, must-revalidate' }
}

/** Said by a route to the server, which takes it out of the answer. */
export const scriptsHeader = 'Samjhao-Scripts'

/** What starts on a public page before a person has given any sign. */
export const earlyStarts = ['live', 'when old'] as const
export type EarlyStart = (typeof earlyStarts)[number]

/** A public page with experts who come and go: a small script shows that until React is there. */
export function livePublicPage() {
  return { ...publicPage(), [scriptsHeader]: 'live' satisfies EarlyStart }
}

/** A public page with figures that get old: that is when its scripts start, to renew them. */
export function refreshedPublicPage() {
  return { ...publicPage(), [scriptsHeader]: 'when old' satisfies EarlyStart }
}

type Page = { title: string; description: string; path: string }
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Title, description, canonical address and what other sites show when the page is shared. */
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

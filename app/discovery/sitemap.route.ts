import { serve } from '#app/base/serve.server.ts'
import { sitemapPath, staticEntries, writeSitemap, writeSitemapIndex } from '#app/discovery/sitemap.ts'
import { detailsPath } from '#app/experts/expert-meta.ts'
import { listForSitemap } from '#domain/discovery/queries.server.ts'
import { listSitemapCuts } from '#domain/discovery/sitemap.server.ts'
import { type ExpertId, isUuid } from '#kernel/ids.ts'
import { sitemapPartSize } from '#kernel/limits.ts'
import type { Route } from './+types/sitemap.route'

/**
 * The sitemap of static pages and listed experts. `after` selects one part and is empty for the first part. Without
 * `after`, a sitemap of several parts is returned as an index.
 */
export const loader = serve('anyone', async ({ context, product }, { request }: Route.LoaderArgs) => {
  const requestedAfter = new URL(request.url).searchParams.get('after')
  const after = requestedAfter && isUuid<ExpertId>(requestedAfter) ? requestedAfter : null
  if (requestedAfter && !after) return new Response('not found', { status: 404 })
  if (requestedAfter === null) {
    const cuts = await listSitemapCuts(context)
    const parts = ['', ...cuts].map((cut) => `${sitemapPath}?after=${cut}`)
    if (cuts.length > 0) return respondXml(writeSitemapIndex(product.origin, parts))
  }
  const experts = await listForSitemap(context, { after, limit: sitemapPartSize })
  const entries = experts.map(({ id, updatedAt }) => ({
    path: detailsPath({ id }),
    changedAt: updatedAt,
  }))
  return respondXml(writeSitemap(product.origin, after ? entries : [...staticEntries, ...entries]))
})

function respondXml(text: string): Response {
  const headers = { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
  return new Response(text, { headers })
}

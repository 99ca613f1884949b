import { createHash } from 'node:crypto'
import { serve } from '#app/base/serve.server.ts'
import { findExpertPage } from '#domain/discovery/queries.server.ts'
import { photoCacheSeconds } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'
import type { Route } from './+types/share-image.route'

/** The preview image that other sites show for a link to an expert. */
export const loader = serve('anyone', async (scope, { params, request }: Route.LoaderArgs) => {
  const expert = await findExpertPage(scope.context, params.id)
  if (!expert) return new Response('not found', { status: 404 })
  const image = await scope.shareImages.find(expert)
  if (!image) {
    const { status, text } = refusals.too_busy
    return new Response(text, { status, headers: { 'Retry-After': '5' } })
  }
  const etag = `"${createHash('sha256').update(image).digest('base64url').slice(0, 22)}"`
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': `public, max-age=${photoCacheSeconds}`,
    ETag: etag,
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(image), {
    headers: { ...headers, 'Content-Length': String(image.length) },
  })
})

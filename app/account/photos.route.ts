import { createHash } from 'node:crypto'
import { serve } from '#app/base/serve.server.ts'
import { findPhoto } from '#domain/files/photo-files.server.ts'
import { photoCacheSeconds } from '#kernel/limits.ts'
import type { Route } from './+types/photos.route'

/** Serves profile photos from storage. Their URLs cannot be guessed and change with every upload. */
export const loader = serve('anyone', async ({ storage }, { params, request }: Route.LoaderArgs) => {
  const bytes = await findPhoto({ storage }, params['*'])
  if (!bytes) return new Response('not found', { status: 404 })
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const headers = {
    'Content-Type': 'image/webp',
    'Cache-Control': `public, max-age=${photoCacheSeconds}`,
    ETag: etag,
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Length': String(bytes.length) },
  })
})

import { serve } from '#app/base/serve.server.ts'
import { suggest } from '#domain/discovery/suggest.server.ts'
import { suggestionsMaxAgeSeconds } from '#kernel/limits.ts'
import type { Route } from './+types/suggestions.route'

/** Search suggestions. They are the same for every viewer, so browsers may cache them briefly. */
export const loader = serve('anyone', async ({ context }, { request }: Route.LoaderArgs) => {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  return Response.json(await suggest(context, typed), {
    headers: { 'Cache-Control': `public, max-age=${suggestionsMaxAgeSeconds}` },
  })
})

import { serve } from '#app/base/serve.server.ts'

/** Returns online counts for pages that stay open. The server caches them briefly, so browsers do not have to. */
export const loader = serve('anyone', async ({ getOnlineFigures }) =>
  Response.json(await getOnlineFigures(), { headers: { 'Cache-Control': 'no-cache' } }),
)

import { serve } from '#app/base/serve.server.ts'

/** Who is online, in figures, for pages that stay open. The server keeps them for a moment, so nobody else has to. */
export const loader = serve('anyone', async ({ getOnlineFigures }) =>
  Response.json(await getOnlineFigures(), { headers: { 'Cache-Control': 'no-cache' } }),
)

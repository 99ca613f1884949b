import { serve } from '#app/base/serve.server.ts'
import { writeRobots } from '#app/discovery/sitemap.ts'

/** Generated, because the public origin is configurable. */
export const loader = serve(
  'anyone',
  async ({ product }) =>
    new Response(writeRobots(product.origin), {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    }),
)

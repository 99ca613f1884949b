import { serve } from '#app/base/serve.server.ts'
import { collectOwnData } from '#domain/privacy/own-data.server.ts'

/** One's own data as a file. */
export const loader = serve('signedIn', async ({ context, storage }) =>
  Response.json(await collectOwnData({ ...context, storage }), {
    headers: {
      'Content-Disposition': 'attachment; filename="samjhao-data.json"',
      'Cache-Control': 'no-store',
    },
  }),
)

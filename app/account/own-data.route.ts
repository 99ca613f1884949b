import { serve } from '#app/base/serve.server.ts'
import { collectOwnData } from '#domain/privacy/own-data.server.ts'

/** Downloads the data of the signed-in user. */
export const loader = serve('signedIn', async ({ context, storage }) =>
  Response.json(await collectOwnData({ ...context, storage }), {
    headers: {
      'Content-Disposition': 'attachment; filename="samjhao-data.json"',
      'Cache-Control': 'no-store',
    },
  }),
)

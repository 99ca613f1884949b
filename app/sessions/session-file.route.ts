import { fileResponse, fileNotFound } from '#app/base/files.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { findSessionFile } from '#domain/bookings/question-file.server.ts'
import { findOfferFile } from '#domain/requests/offer-queries.server.ts'
import type { Route } from './+types/session-file.route'

/** Serves the file of a question. With `?inline`, images are displayed instead of downloaded. */
export const loader = serve(
  { policy: 'signedIn', otherwise: fileNotFound, duringSession: 'this' },
  async ({ context, storage }, { params, request }: Route.LoaderArgs) => {
    const ctx = { ...context, storage }
    const file = (await findSessionFile(ctx, params.id)) ?? (await findOfferFile(ctx, params.id))
    if (!file) return fileNotFound()
    const inline = file.isPicture && new URL(request.url).searchParams.has('inline')
    return fileResponse(file, { inline })
  },
)

import { serveJson } from '#app/base/serve.server.ts'
import { listRequestAlternatives } from '#domain/requests/request-alternatives.server.ts'
import type { Route } from './+types/request-alternatives.route'

/** Lists what the student can do when no expert has accepted. */
export const loader = serveJson('student', async ({ context }, { params }: Route.LoaderArgs) =>
  listRequestAlternatives(context, params.id),
)

import { serve } from '#app/base/serve.server.ts'
import { findExpertPage, listAlternatives } from '#domain/discovery/queries.server.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { isUuid } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/session-alternatives.route'

/** Lists other experts for a session that the requested expert did not take. */
export const loader = serve('student', async ({ context }, { params }: Route.LoaderArgs) => {
  if (!isUuid(params.id)) throw new Refusal('no_such_session')
  const { expertId } = await getSession(context, params.id)
  const requestedExpert = expertId && (await findExpertPage(context, expertId))
  return Response.json(requestedExpert ? await listAlternatives(context, requestedExpert) : [])
})

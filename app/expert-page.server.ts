import type { RequestScope } from '#app/request.server.ts'
import { findExpertPage, listSimilarExperts } from '#domain/discovery/queries.server.ts'
import { shareImageVersion } from '#domain/discovery/share-images.server.ts'
import { hasOnlineAlert, setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** What both public pages of an expert show. Whoever is not listed is not found, whatever the reason. */
export async function loadExpertPage({ context, product }: RequestScope, id: string) {
  const expert = await findExpertPage(context, id)
  if (!expert) throw new Refusal('no_such_expert')
  const [similar, alertIsSet] = await Promise.all([
    listSimilarExperts(context, expert),
    hasOnlineAlert(context, expert.id),
  ])
  // The version makes other sites fetch the picture again after it has changed.
  const shareImage = `/expert/${expert.id}/share.png?v=${shareImageVersion(expert, product.name)}`
  return { expert, similar, alertIsSet, shareImage }
}

/** The form of 'Tell me when online'. */
export async function changeOnlineAlert({ context }: RequestScope, id: string, request: Request) {
  const wanted = (await request.formData()).get('wanted') === 'true'
  const expert = await findExpertPage(context, id)
  if (!expert) throw new Refusal('no_such_expert')
  await setOnlineAlert(context, { expertId: expert.id, wanted })
  return { wanted }
}

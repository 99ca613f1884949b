import type { RequestScope } from '#app/base/request.server.ts'
import { catchRefusal, readForm } from '#app/base/serve.server.ts'
import type { AskedQuestion } from '#app/experts/open-request-context.ts'
import { questionParam } from '#app/experts/request-param.ts'
import type { NextTime } from '#app/schedule/next-free.tsx'
import type { Context } from '#domain/context.server.ts'
import { isFavourite, setFavourite } from '#domain/discovery/favourites.server.ts'
import { findExpertPage, listSimilarExperts } from '#domain/discovery/queries.server.ts'
import { findCategory } from '#domain/discovery/rules.ts'
import { shareImageVersion } from '#domain/discovery/share-images.server.ts'
import { hasOnlineAlert, setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { findOwnRequest } from '#domain/requests/queries.server.ts'
import { findNextTime } from '#domain/schedule/list-slots.server.ts'
import { takesBookings } from '#domain/schedule/queries.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { bookingStepMinutes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Loads the data of both public expert pages. Every unlisted expert is refused as not found. */
export async function loadExpertPage({ context, product }: RequestScope, id: string) {
  const expert = await findExpertPage(context, id)
  if (!expert) throw new Refusal('no_such_expert')
  const [similar, alertIsSet, favourite, isBookable, nextTime] = await Promise.all([
    listSimilarExperts(context, expert),
    hasOnlineAlert(context, expert.id),
    isFavourite(context, expert.id),
    takesBookings(context, expert.id),
    loadNextTime(context, expert.id),
  ])
  // The version makes other sites fetch the image again after the image changes.
  const shareImage = `/expert/${expert.id}/share.png?v=${shareImageVersion(expert, product.name)}`
  return {
    expert,
    categoryName: findCategory(expert.category)?.name ?? expert.category,
    similar,
    alertIsSet,
    isFavourite: favourite,
    takesBookings: isBookable,
    nextTime,
    shareImage,
  }
}

/** Finds the unaccepted request that an alert link names. Null for everybody except the student who sent it. */
export async function findAskedQuestion({ context }: RequestScope, request: Request): Promise<AskedQuestion | null> {
  const id = new URL(request.url).searchParams.get(questionParam)
  const asked = id && (await findOwnRequest(context, id))
  return asked ? { callType: asked.callType, question: asked.question ?? '', file: asked.file } : null
}

/** Finds the next bookable time. `asOf` is rounded down to 15 minutes, so that unchanged pages stay identical. */
async function loadNextTime(context: Context, id: ExpertId): Promise<NextTime | null> {
  const at = await findNextTime(context, id)
  const quarterMs = bookingStepMinutes * 60_000
  return at && { at, asOf: new Date(Math.floor(context.clock.now().getTime() / quarterMs) * quarterMs) }
}

/** Handles the 'Tell me when online' and favourite forms. */
export async function toggleExpertPreference({ context }: RequestScope, id: string, request: Request) {
  const form = await readForm(request)
  const [act, choice] = [form.get('act'), form.get('wanted')]
  // The form of the online alert sends no `act`.
  const isValid = (act === null || act === 'favourite') && (choice === 'true' || choice === 'false')
  if (!isValid) throw new Refusal('invalid_input')
  const wanted = choice === 'true'
  const expert = await findExpertPage(context, id)
  if (!expert) throw new Refusal('no_such_expert')
  const preference = { expertId: expert.id, wanted }
  if (act === 'favourite') {
    return catchRefusal(setFavourite(context, preference).then(() => ({ wanted })))
  }
  await setOnlineAlert(context, preference)
  return { wanted }
}

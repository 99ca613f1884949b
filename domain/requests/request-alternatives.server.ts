import type { Context } from '#domain/context.server.ts'
import type { RequestAlternatives } from '#domain/requests/contract.ts'
import { matchExperts, type SearchCriteria } from '#domain/requests/match-experts.server.ts'
import { getOwnRequest } from '#domain/requests/queries.server.ts'
import { findNextTime } from '#domain/schedule/list-slots.server.ts'
import { allow } from '#domain/policy.ts'
import { requestId } from '#kernel/ids.ts'
import { nextTimesExpertsMax, nextTimesShown } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** Lists the alternatives for a student whose request no expert accepted. */
export async function listRequestAlternatives(ctx: Context, id: string): Promise<RequestAlternatives> {
  allow(ctx.actor, 'student')
  const { question, language, maxRatePaisePerMinute } = await getOwnRequest(ctx, id)
  const terms = { question, language, maxRatePaisePerMinute }
  const criteria: SearchCriteria = { ...terms, requestId: requestId.parse(id), studentId: ctx.actor.id }
  const [experts, aboveLimit] = await Promise.all([
    matchExperts(ctx, criteria, { limit: nextTimesExpertsMax, availability: 'any' }),
    matchExperts(ctx, criteria, { limit: nextTimesExpertsMax, availability: 'above' }),
  ])
  const nextTimes = await Promise.all(experts.map(({ expertId }) => findNextTime(ctx, expertId)))
  const times = experts.flatMap(({ expertId, name, photoUrl, ratePaisePerMinute }, index) => {
    const startsAt = nextTimes[index]
    return startsAt ? [{ expertId, name, photoUrl, ratePaisePerMinute, startsAt }] : []
  })
  const rates = aboveLimit.map(({ ratePaisePerMinute }) => ratePaisePerMinute)
  const lowest = paise(Math.min(...rates, Number.MAX_SAFE_INTEGER))
  return {
    times: times.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()).slice(0, nextTimesShown),
    higherPrice:
      rates.length > 0 ? { ratePaisePerMinute: lowest, experts: rates.filter((rate) => rate === lowest).length } : null,
  }
}

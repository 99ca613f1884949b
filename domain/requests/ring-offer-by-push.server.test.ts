import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleReachability } from '#domain/experts/reachability.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { checkRingPush } from '#domain/notifications/push-rings.server.ts'
import { subscribePush } from '#domain/notifications/subscribe-push.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { announceWithdrawnOffer } from '#domain/requests/announce-withdrawn-offer.server.ts'
import { closeOfferPush, ringOfferByPush } from '#domain/requests/ring-offer-by-push.server.ts'
import { stopRequest } from '#domain/requests/stop-request.server.ts'
import { ringAcknowledgeMs } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { deleteJobs, listJobs } from '#tests/jobs.ts'
import { createLocalPush, type PushService, startPushService } from '#tests/push-service.ts'
import { createSubject, offersOf, offerTo } from '#tests/requests.ts'
import { createCast } from '#tests/sessions.ts'

const database = useDatabase()
let cast: ReturnType<typeof createCast>
let service: PushService
beforeAll(async () => void (service = await startPushService()))
beforeEach(async () => {
  cast = createCast(database.as)
  service.pushed.length = 0
  await deleteJobs(database.db())
})
afterAll(() => service.close())

const as = (actor: Actor) => ({ ...cast.ctxAs(actor), push: createLocalPush(cast.clock) })
const system = () => as({ kind: 'system' })

/** An expert without an open page, who is online because push can reach a browser. */
async function newExpertWithPush(profile: NonNullable<Parameters<typeof newExpert>[1]>['profile']) {
  const expert = await newExpert(database.as, { profile })
  const person: Person = { ...expert.person, approval: 'approved' }
  await setOnline(as(person), true)
  await subscribePush(as(person), service.browser())
  await settleReachability(system(), { accountId: person.id })
  return { ...expert, person }
}

type OfferJob = 'ring_offer_by_push' | 'close_offer_push' | 'announce_withdrawn_offer'

async function enqueuedOffers(name: OfferJob): Promise<string[]> {
  return (await listJobs(database.db(), name)).map(({ payload }) => payload.offerId)
}

test('an offer rings without an open page, and the ring is replaced when another expert takes it', async () => {
  const { profile, expert, askAnyone, accept, subject } = createSubject(cast)
  const [asha, ravi, sunita] = [await cast.student(), await newExpertWithPush(profile), await expert()]
  await askAnyone(asha)
  const offerId = await offerTo(database.db(), ravi.person)
  expect(await enqueuedOffers('ring_offer_by_push')).toEqual([offerId])
  await ringOfferByPush(system(), { offerId })
  expect(service.pushed).toHaveLength(1)
  expect(service.pushed[0]?.message).toMatchObject({
    id: offerId,
    kind: 'incoming_call',
    title: expect.stringContaining('is looking for an expert'),
    body: 'Video call. The first expert to accept gets it.',
    call: { sessionId: offerId },
  })
  // The question is too private for a lock screen.
  expect(JSON.stringify(service.pushed)).not.toContain(subject)

  await accept(sunita.person, await offerTo(database.db(), sunita.person))
  expect(await enqueuedOffers('close_offer_push')).toEqual([offerId])
  await closeOfferPush(system(), { offerId, exceptSignInId: null })
  expect(service.pushed[1]?.message).toMatchObject({ title: 'Another expert was first', quiet: true })
  await ringOfferByPush(system(), { offerId })
  expect(service.pushed).toHaveLength(2)
})

test.each(['gets a direct call', 'is suspended'] as const)(
  'the ring stops immediately when the expert %s, and the next expert is asked',
  async (cause) => {
    const { profile, expert, askAnyone } = createSubject(cast)
    const [asha, bina, ravi] = [await cast.student(), await cast.student(), await newExpertWithPush(profile)]
    const requestId = await askAnyone(asha)
    const offerId = await offerTo(database.db(), ravi.person)
    await ringOfferByPush(system(), { offerId })
    const sunita = await expert()
    expect([...(await offersOf(database.db(), requestId)).keys()]).toEqual([ravi.person.id])
    const suspension = { expertId: ravi.expertId, approval: 'suspended' as const, reason: 'Asked for money outside.' }
    if (cause === 'is suspended') await setApproval(system(), suspension)
    else await cast.ask(bina, ravi.expertId)
    expect(await enqueuedOffers('announce_withdrawn_offer')).toEqual([offerId])

    cast.publishedTopics.length = 0
    await announceWithdrawnOffer(cast.system(), { offerId })
    expect(cast.publishedTopics).toEqual(
      expect.arrayContaining([`session:${offerId}`, `rings:${ravi.person.id}`, `request:${requestId}`]),
    )
    expect((await offersOf(database.db(), requestId)).get(sunita.person.id)?.state).toBe('open')
    // A suspension ends all sign-ins and with them their subscriptions.
    const rung = cause === 'is suspended' ? [] : [offerId]
    expect(await enqueuedOffers('close_offer_push')).toEqual(rung)
    await closeOfferPush(system(), { offerId, exceptSignInId: null })
    const titles = service.pushed.slice(1).map(({ message }) => (message as { title: string }).title)
    expect(titles).toEqual(rung.map(() => expect.stringContaining('You can no longer answer')))
    await expect(announceWithdrawnOffer(cast.ctxAs(asha), { offerId })).rejects.toMatchObject({ code: 'not_allowed' })
  },
)

test('an offer that is not withdrawn keeps ringing, and a closed request asks nobody', async () => {
  const { expert, askAnyone } = createSubject(cast)
  const [asha, bina, ravi] = [await cast.student(), await cast.student(), await expert()]
  const requestId = await askAnyone(asha)
  const offerId = await offerTo(database.db(), ravi.person)
  await announceWithdrawnOffer(cast.system(), { offerId })
  expect((await offersOf(database.db(), requestId)).get(ravi.person.id)?.state).toBe('open')
  await cast.ask(bina, ravi.expertId)
  await stopRequest(cast.ctxAs(asha), { id: requestId })
  await expert()
  await announceWithdrawnOffer(cast.system(), { offerId })
  expect((await offersOf(database.db(), requestId)).size).toBe(1)
})

test('a browser that does not acknowledge an offer no longer counts as reachable', async () => {
  const { profile, askAnyone } = createSubject(cast)
  const [asha, ravi] = [await cast.student(), await newExpertWithPush(profile)]
  cast.clock.advance(1_000)
  const requestId = await askAnyone(asha)
  const offerId = await offerTo(database.db(), ravi.person)
  await ringOfferByPush(system(), { offerId })
  cast.clock.advance(ringAcknowledgeMs)
  await checkRingPush(system(), { sessionId: offerId })
  await settleReachability(system(), { accountId: ravi.person.id })
  await stopRequest(cast.ctxAs(asha), { id: requestId })
  const next = await askAnyone(asha)
  expect(await offersOf(database.db(), next)).toEqual(new Map())
})

test('only the system can send or replace rings', async () => {
  const { profile, askAnyone } = createSubject(cast)
  const ravi = await newExpertWithPush(profile)
  await askAnyone(await cast.student())
  const offerId = await offerTo(database.db(), ravi.person)
  await expect(ringOfferByPush(as(ravi.person), { offerId })).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(closeOfferPush(as(ravi.person), { offerId, exceptSignInId: null })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

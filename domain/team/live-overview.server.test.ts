import { expect, test } from 'vitest'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Actor } from '#domain/policy.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { readLiveOverview } from '#domain/team/live-overview.server.ts'
import { useDatabase } from '#tests/database.ts'
import { connectCall, createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { system, clock } = cast
const loggedErrors: string[] = []
const ctxAs = (actor: Actor) => ({
  ...cast.ctxAs(actor),
  log: { error: (_: object, message: string) => void loggedErrors.push(message) },
})
const refusal = (code: string) => expect.objectContaining({ code })

test('the live overview shows online experts, open sessions and unanswered rings', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  expect(await readLiveOverview(ctxAs(meera))).toMatchObject({
    online: { count: 0, people: [] },
    sessions: { count: 0, rows: [] },
    rings: [],
  })
  const [asha, dev, mira] = [await cast.student(), await cast.student(), await cast.student()]
  const [ravi, kavita, kiran] = [await cast.expert(), await cast.expert(), await cast.expert()]
  const ringId = await cast.ask(asha, ravi.expertId)
  const callId = await cast.ask(dev, kavita.expertId)
  await connectCall(ctxAs, { student: dev, expert: kavita.person, id: callId, liveMs: 61_000 })
  const missed = await cast.ask(mira, kiran.expertId)
  clock.advance(45_001)
  await expireSession(system(), { sessionId: missed })
  await cancelSession(ctxAs(mira), { id: await cast.ask(mira, kiran.expertId) })
  await setOnline(ctxAs(kiran.person), false)

  const { online, sessions, rings: unanswered } = await readLiveOverview(ctxAs(meera))
  expect(online?.count).toBe(2)
  expect(online?.people.map(({ id }) => id).toSorted()).toEqual([ravi.person.id, kavita.person.id].toSorted())
  expect(online?.people[0]).toMatchObject({ sinceAt: expect.any(Date), inSession: true })
  expect(sessions?.count).toBe(2)
  expect(sessions?.rows.find(({ id }) => id === ringId)).toMatchObject({
    state: 'ringing',
    student: { id: asha.id },
    expert: { id: ravi.person.id },
    sinceAt: expect.any(Date),
    stuck: null,
  })
  expect(sessions?.rows.find(({ id }) => id === callId)).toMatchObject({ state: 'live', liveMs: 61_000 })
  expect(unanswered).toEqual([
    {
      expert: { id: kiran.person.id, name: expect.any(String) },
      missed: 1,
      cancelled: 1,
      lastAt: expect.any(Date),
    },
  ])

  // Fifteen seconds after the ring should have timed out.
  clock.advance(16_000)
  const later = await readLiveOverview(ctxAs(meera))
  expect(later.sessions?.rows[0]).toMatchObject({ id: ringId, stuck: 'ring' })
  clock.advance(7 * 3_600_000)
  expect((await readLiveOverview(ctxAs(meera))).rings).toEqual([])
})

test('each part of the live overview that fails to load is null, and its error is logged', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const ctx = ctxAs(meera)
  const broken = new Proxy(ctx.db, {
    get(db, name, proxy) {
      if (name === 'getExecutor') {
        return () => {
          throw new Error('the database is unavailable')
        }
      }
      return Reflect.get(db, name, proxy)
    },
  })
  expect(await readLiveOverview({ ...ctx, db: broken })).toMatchObject({ online: null, sessions: null, rings: null })
  expect(loggedErrors).toHaveLength(3)
})

test('the live overview is refused to everyone except the team', async () => {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  for (const user of [asha, ravi.person, { ...meera, secondFactorMissing: true }]) {
    await expect(readLiveOverview(ctxAs(user))).rejects.toEqual(refusal('not_allowed'))
  }
  await expect(readLiveOverview(ctxAs({ kind: 'visitor', address: '' }))).rejects.toEqual(refusal('not_signed_in'))
})

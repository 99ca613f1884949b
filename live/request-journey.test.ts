import { afterEach, expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { stopRequest } from '#domain/requests/stop-request.server.ts'
import { startRequest } from '#domain/requests/start-request.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { systemClock } from '#kernel/time.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { startCalls } from '#server/calls.ts'
import { createLiveSources } from '#server/live.ts'
import { useDatabase } from '#tests/database.ts'
import { LiveTestClient, memoryBus, startLive } from '#tests/live.ts'
import { createSubject, newRequestToAnyone, offerTo } from '#tests/requests.ts'
import { createCast } from '#tests/sessions.ts'

const database = useDatabase()
const cast = createCast(database.as, { clock: { now: () => new Date(), advance: () => undefined } })
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of cleanups.splice(0).toReversed()) await stop()
})

/** The realtime layer as the product wires it. */
async function startProduct() {
  const bus = memoryBus()
  const publish = (topic: string, message: object) => void bus.publish(topic, JSON.stringify(message))
  const log = {
    error: (details: object) => Promise.reject(new Error(JSON.stringify(details))),
    warn: () => undefined,
  } as never
  const system = { ...database.as({ kind: 'system' }), publish }
  const turn = createTurn({ stunUrls: [], relay: null }, systemClock)
  const { calls, close } = startCalls({ system, times: callTimes, turn, bus, log })
  const config = { callTimes }
  const services = { config, database: { db: database.db() }, clock: systemClock } as never
  const server = await startLive({
    ...createLiveSources(services),
    bus,
    calls,
    authenticate: async ({ headers }) => JSON.parse(String(headers['x-person'])) as Person,
  })
  cleanups.push(server.stop, close)
  return {
    async connect(user: Person) {
      const peer = new LiveTestClient(server.url, { headers: { 'x-person': JSON.stringify(user) } })
      cleanups.push(() => peer.socket.terminate())
      await expect.poll(() => peer.last?.type).toBe('hello')
      const lastState = (topic: string) =>
        peer.received.findLast((message) => message.type === 'state' && message.topic === topic)
      return Object.assign(peer, { lastState })
    },
    as: (actor: Person) => ({ ...system, actor, times: callTimes }),
  }
}

test('a request rings at both experts, the first to accept gets the call, and all three pages are updated', async () => {
  const { connect, as } = await startProduct()
  const { subject, expert } = createSubject(cast)
  const [asha, ravi, sunita] = [await cast.student(), (await expert()).person, (await expert()).person]
  const pages = { asha: await connect(asha), ravi: await connect(ravi), sunita: await connect(sunita) }
  for (const [page, user] of [
    [pages.asha, asha],
    [pages.ravi, ravi],
    [pages.sunita, sunita],
  ] as const) {
    page.send({ type: 'watch', topic: `rings:${user.id}` })
  }
  const requestId = await startRequest(as(asha), newRequestToAnyone({ question: `Help with ${subject}` }))
  const topic = `request:${requestId}` as const
  pages.asha.send({ type: 'watch', topic })
  await expect.poll(() => pages.asha.lastState(topic)).toMatchObject({ data: { state: 'open', asked: 2, ringing: 2 } })
  for (const [page, user] of [
    [pages.ravi, ravi],
    [pages.sunita, sunita],
  ] as const) {
    await expect.poll(() => page.lastState(`rings:${user.id}`)).toMatchObject({ data: { ring: { asked: 2 } } })
  }
  const [session, otherSession] = [await offerTo(database.db(), ravi), await offerTo(database.db(), sunita)]
  // The accepting page watches the session already while the offer rings.
  pages.ravi.send({ type: 'watch', topic: `session:${session}` })
  await expect.poll(() => pages.ravi.lastState(`session:${session}`)).toMatchObject({ data: { state: 'ringing' } })
  pages.ravi.send({ type: 'join', session, accept: true })
  await expect.poll(() => pages.ravi.received.some(({ type }) => type === 'joined')).toBe(true)
  await expect.poll(() => pages.ravi.lastState(`session:${session}`)).toMatchObject({ data: { state: 'connecting' } })
  await expect
    .poll(() => pages.asha.lastState(topic))
    .toMatchObject({ data: { state: 'taken', session: { id: session, expertName: 'Ravi Nair' } } })
  await expect
    .poll(() => pages.sunita.lastState(`rings:${sunita.id}`))
    .toMatchObject({ data: { ring: null, open: null, endedOffer: { sessionId: otherSession, state: 'taken' } } })
  pages.sunita.send({ type: 'watch', topic: `session:${otherSession}` })
  pages.sunita.send({ type: 'join', session: otherSession, accept: true })
  await expect
    .poll(() => pages.sunita.received.findLast(({ type }) => type === 'refused'))
    .toMatchObject({ what: 'join', text: 'Another expert accepted this question first.' })
  await expect
    .poll(() => pages.sunita.lastState(`session:${otherSession}`))
    .toMatchObject({ data: { state: 'cancelled', endReason: 'offer_taken', question: null } })
  pages.asha.send({ type: 'join', session })
  await expect.poll(() => pages.asha.received.some(({ type }) => type === 'joined')).toBe(true)
})

test('a request and its offers cannot be watched by others, and a stopped request stops ringing', async () => {
  const { connect, as } = await startProduct()
  const { subject, expert } = createSubject(cast)
  const [asha, bina, ravi] = [await cast.student(), await cast.student(), (await expert()).person]
  const id = await startRequest(as(asha), newRequestToAnyone({ question: `Help with ${subject}` }))
  const session = await offerTo(database.db(), ravi)
  const stranger = await connect(bina)
  for (const topic of [`request:${id}`, `session:${session}`] as const) {
    stranger.send({ type: 'watch', topic })
    await expect
      .poll(() => stranger.received.findLast(({ type }) => type === 'refused'))
      .toMatchObject({ what: 'watch', topic })
  }
  const page = await connect(ravi)
  page.send({ type: 'watch', topic: `rings:${ravi.id}` })
  await expect.poll(() => page.lastState(`rings:${ravi.id}`)).toMatchObject({ data: { ring: { asked: 1 } } })
  await stopRequest(as(asha), { id })
  await expect
    .poll(() => page.lastState(`rings:${ravi.id}`))
    .toMatchObject({ data: { ring: null, endedOffer: { state: 'stopped' } } })
})

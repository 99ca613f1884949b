import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import { findStatus } from '#domain/discovery/queries.server.ts'
import { setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { registerSocket, unregisterSocket, settleReachability } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { acknowledgeRing, checkRingPush, deleteOldRings } from '#domain/notifications/push-rings.server.ts'
import { subscribePush } from '#domain/notifications/subscribe-push.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { closeRingPush, ringByPush } from '#domain/sessions/ring-by-push.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { ringAcknowledgeMs, ringMs } from '#kernel/limits.ts'
import { createHandlers } from '#server/jobs.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { deleteJobs } from '#tests/jobs.ts'
import { newSessionId } from '#tests/money.ts'
import { createLocalPush, type PushService, startPushService } from '#tests/push-service.ts'
import { createCast } from '#tests/sessions.ts'
import { signInAs } from '#tests/signed-in-people.ts'

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

/** Runs all jobs that are due by the test's clock, and the jobs that they enqueue. */
async function runJobs(): Promise<string[]> {
  const done: string[] = []
  for (;;) {
    const { rows } = await sql<{ id: string; name: 'ring_by_push'; payload: { sessionId: SessionId } }>`
      delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
      where tasks.id = jobs.task_id and run_at <= greatest(${cast.clock.now()}::timestamptz, now())
        and identifier in ('ring_by_push', 'check_ring_push', 'close_ring_push', 'settle_reachability', 'send_online_alerts')
      returning jobs.id, identifier as name, jobs.payload`.execute(database.db())
    if (rows.length === 0) return done
    const services = { ...system(), config: {}, database: { db: database.db() } }
    for (const { name, payload } of rows) {
      done.push(name)
      if ((name as string) !== 'send_online_alerts') await createHandlers(services as never)[name](payload, {} as never)
    }
  }
}

/** Ravi is switched on, with no open page and one push subscription. */
async function newRaviWithPush() {
  const ravi = await newExpert(database.as)
  const person: Person = { ...ravi.person, approval: 'approved' }
  await setOnline(as(person), true)
  const browser = service.browser()
  await subscribePush(as(person), browser)
  await runJobs()
  cast.clock.advance(1_000)
  const status = async () => (await findStatus(system(), ravi.expertId))?.status
  return { ...ravi, person, browser, status, topic: `expert:${ravi.expertId}` }
}

type Message = Record<string, never> & { receipt: string; title: string; quiet?: true }
const listPushes = ({ path }: { path: string }) =>
  service.pushed.filter((push) => push.path === path).map(({ message }) => message as Message)

describe('an expert with the switch on', () => {
  test('and a push subscription is online without an open page, and watchers are notified', async () => {
    const ravi = await newExpert(database.as)
    const person: Person = { ...ravi.person, approval: 'approved' }
    await setOnline(as(person), true)
    const asha = await cast.student()
    await setOnlineAlert(as(asha), { expertId: ravi.expertId, wanted: true })
    const status = async () => (await findStatus(system(), ravi.expertId))?.status
    expect(await status()).toBe('offline')
    await subscribePush(as(person), service.browser())
    expect(await runJobs()).toEqual(['settle_reachability', 'send_online_alerts'])
    expect(await status()).toBe('online')
    expect(cast.publishedTopics).toContain(`expert:${ravi.expertId}`)
  })

  test('with push goes offline as soon as the sign-in of the subscribed browser ends', async () => {
    const { person, status, topic } = await newRaviWithPush()
    expect(await status()).toBe('online')
    cast.publishedTopics.length = 0
    await signOut(as(person))
    await runJobs()
    expect(await status()).toBe('offline')
    expect(cast.publishedTopics).toContain(topic)
  })

  test('with push stays online when the last page closes, until switched off', async () => {
    const { person, status } = await newRaviWithPush()
    const socket = { accountId: person.id, nodeId: randomUUID() }
    await registerSocket(system(), socket)
    await unregisterSocket(system(), socket)
    expect(await status()).toBe('online')
    await setOnline(as(person), false)
    expect(await status()).toBe('offline')
  })

  test('without push is offline when the last page closes', async () => {
    const ravi = await newExpert(database.as)
    await setOnline(as({ ...ravi.person, approval: 'approved' }), true)
    const socket = { accountId: ravi.person.id, nodeId: randomUUID() }
    await registerSocket(system(), socket)
    await unregisterSocket(system(), socket)
    expect((await findStatus(system(), ravi.expertId))?.status).toBe('offline')
  })

  test('is offline when the sign-in has expired', async () => {
    const { person, status } = await newRaviWithPush()
    await database
      .db()
      .updateTable('sign_ins')
      .set({ expires_at: new Date(0) })
      .where('id', '=', person.signInId)
      .execute()
    await settleReachability(system(), { accountId: person.id })
    expect(await status()).toBe('offline')
  })
})

describe('a ring', () => {
  test('is pushed to every browser of the expert, with the data for Accept and Decline', async () => {
    const { person, expertId, browser, email, password } = await newRaviWithPush()
    const phone = await signInAs(database.as, email, password)
    const other = service.browser()
    await subscribePush(as(phone.person), other)
    const id = await cast.ask(await cast.student(), expertId)
    expect(await runJobs()).toContain('ring_by_push')
    for (const { path } of [browser, other]) {
      expect(listPushes({ path })).toMatchObject([
        {
          kind: 'incoming_call',
          body: 'Video call',
          tag: `ring:${id}`,
          call: { sessionId: id },
          href: '/expert/profile',
        },
      ])
    }
    const [{ headers, message } = expect.fail('no push')] = service.pushed
    expect(headers).toMatchObject({ ttl: '45', urgency: 'high', topic: id.replaceAll('-', '') })
    expect(message.title).toMatch(/^Person \d+ is calling$/)
    expect(JSON.stringify(message)).not.toContain(person.id)
  })

  test('acknowledged in time leaves the expert online', async () => {
    const { expertId, browser, status } = await newRaviWithPush()
    const asha = await cast.student()
    const id = await cast.ask(asha, expertId)
    await runJobs()
    cast.clock.advance(ringAcknowledgeMs - 1_000)
    await acknowledgeRing(as({ kind: 'visitor', address: '' }), { token: listPushes(browser)[0]?.receipt })
    cast.clock.advance(1_001)
    expect(await runJobs()).toEqual(['check_ring_push'])
    await cancelSession(as(asha), { id })
    expect(await status()).toBe('online')
  })

  test('that is not acknowledged sets the expert offline until that browser opens a page again', async () => {
    const { person, expertId, browser, status, topic } = await newRaviWithPush()
    const asha = await cast.student()
    const id = await cast.ask(asha, expertId)
    await runJobs()
    cast.publishedTopics.length = 0
    cast.clock.advance(ringAcknowledgeMs)
    expect(await runJobs()).toEqual(['check_ring_push', 'settle_reachability'])
    await cancelSession(as(asha), { id })
    expect(await status()).toBe('offline')
    expect(cast.publishedTopics).toContain(topic)
    // A late acknowledgement changes nothing.
    await acknowledgeRing(system(), { token: listPushes(browser)[0]?.receipt })
    await settleReachability(system(), { accountId: person.id })
    expect(await status()).toBe('offline')
    await subscribePush(as(person), browser)
    await runJobs()
    expect(await status()).toBe('online')
  })

  test('acknowledged by one of two browsers leaves the expert online through that browser only', async () => {
    const { person, expertId, browser, status, email, password } = await newRaviWithPush()
    const phone = await signInAs(database.as, email, password)
    const other = service.browser()
    await subscribePush(as(phone.person), other)
    cast.clock.advance(1)
    const asha = await cast.student()
    const id = await cast.ask(asha, expertId)
    await runJobs()
    await acknowledgeRing(system(), { token: listPushes(other)[0]?.receipt })
    cast.clock.advance(ringAcknowledgeMs)
    await runJobs()
    await cancelSession(as(asha), { id })
    expect(await status()).toBe('online')
    await signOut(as(phone.person))
    await runJobs()
    expect(await status()).toBe('offline')
    expect(await listSubscriptions(person)).toMatchObject([{ endpoint: browser.endpoint }])
  })

  test('during which a page was opened does not set the expert offline', async () => {
    const { person, expertId, browser, status } = await newRaviWithPush()
    const asha = await cast.student()
    const id = await cast.ask(asha, expertId)
    await runJobs()
    cast.clock.advance(5_000)
    await subscribePush(as(person), browser)
    cast.clock.advance(5_000)
    await runJobs()
    await cancelSession(as(asha), { id })
    expect(await status()).toBe('online')
  })

  test('to a browser whose subscription is gone sets the expert offline immediately', async () => {
    const { expertId, browser, person } = await newRaviWithPush()
    service.forget(browser.path)
    await cast.ask(await cast.student(), expertId)
    await runJobs()
    const row = await database
      .db()
      .selectFrom('experts')
      .select('reachable')
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    expect(row?.reachable).toBe(false)
  })

  test('whose push failed is pushed again while it still rings, but not after it stops', async () => {
    const { expertId, browser } = await newRaviWithPush()
    const id = await cast.ask(await cast.student(), expertId)
    service.answerWith(500)
    await expect(ringByPush(system(), { sessionId: id })).rejects.toThrow('all push services failed')
    service.answerWith(201)
    await ringByPush(system(), { sessionId: id })
    cast.clock.advance(ringMs)
    await ringByPush(system(), { sessionId: id })
    expect(listPushes(browser)).toHaveLength(1)
  })

  test('enqueues no push job for an expert without a push subscription', async () => {
    const { expertId } = await cast.expert()
    const asha = await cast.student()
    const id = await cast.ask(asha, expertId)
    await cancelSession(as(asha), { id })
    expect(await runJobs()).toEqual([])
  })
})

describe('when the ringing stops', () => {
  type Step = (session: { id: SessionId; asha: Person; person: Person }) => Promise<unknown>
  const endings: [string, string, Step][] = [
    ['was cancelled', 'hung up', ({ id, asha }) => cancelSession(as(asha), { id })],
    [
      'was missed',
      'Missed call from',
      ({ id }) => {
        cast.clock.advance(ringMs)
        return expireSession(system(), { sessionId: id })
      },
    ],
    [
      'was declined elsewhere',
      'Call declined',
      ({ id, person }) => declineSession(as({ ...person, signInId: randomUUID() }), { id, reason: '' }),
    ],
    [
      'was answered elsewhere',
      'You answered',
      ({ id, person }) => cast.accept({ ...person, signInId: randomUUID() }, id),
    ],
  ]

  test.each(endings)('because the call %s, a silent notification replaces the ring', async (_how, title, step) => {
    const { expertId, browser, person } = await newRaviWithPush()
    const asha = await cast.student()
    const id = await cast.ask(asha, expertId)
    await runJobs()
    await step({ id, asha, person })
    await runJobs()
    const [ring, over] = listPushes(browser)
    expect(over).toMatchObject({ tag: ring?.tag, quiet: true, href: `/expert/sessions/${id}` })
    expect(over?.title).toContain(title)
    expect(over).not.toHaveProperty('call')
  })

  test('the browser that answered gets no notification', async () => {
    const { expertId, browser, person } = await newRaviWithPush()
    const id = await cast.ask(await cast.student(), expertId)
    await runJobs()
    await cast.accept(person, id)
    await runJobs()
    expect(listPushes(browser)).toHaveLength(1)
  })
})

test('ring records are deleted after one day', async () => {
  const { expertId } = await newRaviWithPush()
  await cast.ask(await cast.student(), expertId)
  await runJobs()
  const count = async () => (await database.db().selectFrom('push_rings').selectAll().execute()).length
  expect(await count()).toBeGreaterThan(0)
  await deleteOldRings(system())
  expect(await count()).toBeGreaterThan(0)
  cast.clock.advance(25 * 3_600_000)
  await deleteOldRings(system())
  expect(await count()).toBe(0)
})

test('an unknown or malformed token changes nothing and returns nothing', async () => {
  for (const input of [null, {}, { token: 5 }, { token: 'x'.repeat(43) }, { token: 'x'.repeat(10_000) }])
    await expect(acknowledgeRing(as({ kind: 'visitor', address: '' }), input)).resolves.toBeUndefined()
})

test('people cannot run any of the jobs', async () => {
  const { person } = await newRaviWithPush()
  const sessionId = newSessionId()
  for (const work of [
    ringByPush(as(person), { sessionId }),
    checkRingPush(as(person), { sessionId }),
    closeRingPush(as(person), { sessionId, exceptSignInId: null }),
    settleReachability(as(person), { accountId: person.id }),
    deleteOldRings(as(person)),
  ])
    await expect(work).rejects.toMatchObject({ code: 'not_allowed' })
})

function listSubscriptions({ id }: Person) {
  return database.db().selectFrom('push_subscriptions').select('endpoint').where('profile_id', '=', id).execute()
}

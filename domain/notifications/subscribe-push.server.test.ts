import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import { endOtherSignIns } from '#domain/sign-in/end-own-sign-ins.server.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'
import { getOrCreatePushKeys, resealPushKey } from '#domain/notifications/push-keys.server.ts'
import { sendPush } from '#domain/notifications/send-push.server.ts'
import { subscribePush, unsubscribePush } from '#domain/notifications/subscribe-push.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { pushSubscriptionsMax, pushSubscriptionsPerHour } from '#kernel/limits.ts'
import { systemClock } from '#kernel/time.ts'
import { createSealer } from '#platform/sealing/aes-gcm.ts'
import { newPushKeys } from '#platform/push/vapid.ts'
import { runAtOnce, testSealer, useDatabase } from '#tests/database.ts'
import { createLocalPush, newBrowserKeys, type PushService, startPushService } from '#tests/push-service.ts'
import { signInAs, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const push = createLocalPush()
const as = (actor: Actor) => ({ ...database.as(actor), push })
const system = () => as({ kind: 'system' })

let service: PushService
beforeAll(async () => void (service = await startPushService()))
afterAll(() => service.close())

const message: PushMessage = {
  id: '1',
  kind: 'money',
  title: 'Money came',
  body: '₹100',
  href: '/user/wallet',
  tag: 'x',
}
const notifyAccount = (accountId: AccountId) =>
  sendPush(system(), { accountId, message, urgency: 'normal', ttlSeconds: 60 })
const listEndpoints = ({ id }: Person) =>
  database.db().selectFrom('push_subscriptions').select('endpoint').where('profile_id', '=', id).execute()

async function newSubscriber() {
  const { person, email, password } = await newSignedInPerson(database.as)
  const browser = service.browser()
  await subscribePush(as(person), browser)
  return { person, browser, email, password }
}

describe('a subscribed browser', () => {
  test('receives its person’s messages once, even when subscribed twice', async () => {
    const { person, browser } = await newSubscriber()
    await subscribePush(as(person), browser)
    expect(await notifyAccount(person.id)).toEqual({ reached: 1 })
    expect(service.pushed.filter(({ path }) => path === browser.path)).toMatchObject([{ message }])
  })

  test('receives nothing after unsubscribing or signing out', async () => {
    for (const unsubscribe of [
      (person: Person, endpoint: string) => unsubscribePush(as(person), { endpoint }),
      (person: Person) => signOut(as(person)),
    ]) {
      const { person, browser } = await newSubscriber()
      await unsubscribe(person, browser.endpoint)
      expect(await notifyAccount(person.id)).toEqual({ reached: 0 })
      expect(await listEndpoints(person)).toEqual([])
    }
  })

  test('is removed with its own sign-in, not with the sign-ins of other browsers', async () => {
    const { person, email, password, browser } = await newSubscriber()
    const phone = await signInAs(database.as, email, password)
    const other = service.browser()
    await subscribePush(as(phone.person), other)
    expect(await notifyAccount(person.id)).toEqual({ reached: 2 })
    await endOtherSignIns(as(person), { password })
    expect(await listEndpoints(person)).toEqual([{ endpoint: browser.endpoint }])
  })

  test('cannot be subscribed with an ended sign-in', async () => {
    const { person } = await newSignedInPerson(database.as)
    await signOut(as(person))
    await expect(subscribePush(as(person), service.browser())).rejects.toMatchObject({
      code: 'not_signed_in',
    })
  })

  test('belongs to the person who is signed in now', async () => {
    const { person, browser } = await newSubscriber()
    const { person: next } = await newSignedInPerson(database.as)
    await subscribePush(as(next), browser)
    expect(await notifyAccount(person.id)).toEqual({ reached: 0 })
    expect(await notifyAccount(next.id)).toEqual({ reached: 1 })
  })

  test('that changes its endpoint stays with its person', async () => {
    const { person, browser } = await newSubscriber()
    const renewed = { ...service.browser(), replaces: browser.endpoint }
    const { person: next } = await newSignedInPerson(database.as)
    await expect(subscribePush(as(next), renewed)).rejects.toMatchObject({ code: 'push_impossible' })
    expect(await listEndpoints(next)).toEqual([])
    expect(await listEndpoints(person)).toEqual([{ endpoint: browser.endpoint }])
    await subscribePush(as(person), renewed)
    expect(await listEndpoints(person)).toEqual([{ endpoint: renewed.endpoint }])
  })

  test('cannot be unsubscribed by another person', async () => {
    const { person, browser } = await newSubscriber()
    const { person: other } = await newSignedInPerson(database.as)
    await unsubscribePush(as(other), { endpoint: browser.endpoint })
    expect(await listEndpoints(person)).toHaveLength(1)
  })

  test('above the limit replaces the browser with the oldest confirmation', async () => {
    const { person, browser } = await newSubscriber()
    for (let count = 0; count < pushSubscriptionsMax; count += 1) await subscribePush(as(person), service.browser())
    const endpoints = await listEndpoints(person)
    expect(endpoints).toHaveLength(pushSubscriptionsMax)
    expect(endpoints).not.toContainEqual({ endpoint: browser.endpoint })
  })

  test('and others at the same moment do not exceed the limit together', async () => {
    const { person, email, password } = await newSubscriber()
    for (let count = 1; count < pushSubscriptionsMax; count += 1) await subscribePush(as(person), service.browser())
    const phones = [await signInAs(database.as, email, password), await signInAs(database.as, email, password)]
    const subscriptions = [person, ...phones.map((phone) => phone.person)].map(
      (on) => () => subscribePush(as(on), service.browser()),
    )
    const results = await runAtOnce(database.db(), 'push_subscriptions', subscriptions)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(await listEndpoints(person)).toHaveLength(pushSubscriptionsMax)
  })

  test('that no longer exists is deleted, and does not affect the others', async () => {
    const { person, browser } = await newSubscriber()
    const kept = service.browser()
    await subscribePush(as(person), kept)
    service.forget(browser.path)
    expect(await notifyAccount(person.id)).toEqual({ reached: 1 })
    expect(await listEndpoints(person)).toEqual([{ endpoint: kept.endpoint }])
  })

  test('stays when its push service is unavailable, and the job retries', async () => {
    const { person } = await newSubscriber()
    service.answerWith(503)
    await expect(notifyAccount(person.id)).rejects.toThrow('all push services failed')
    service.answerWith(201)
    expect(await notifyAccount(person.id)).toEqual({ reached: 1 })
  })
})

describe('the server refuses', () => {
  const { p256dh, auth } = newBrowserKeys()

  test.each([
    ['an empty subscription', null],
    ['a subscription without keys', { endpoint: 'https://push.example.org/x' }],
    ['short keys', { endpoint: 'https://push.example.org/x', keys: { p256dh: 'BA', auth } }],
    [
      'an endpoint that is too long',
      { endpoint: `https://push.example.org/${'x'.repeat(1_000)}`, keys: { p256dh, auth } },
    ],
  ])('%s', async (_what, input) => {
    const { person } = await newSignedInPerson(database.as)
    await expect(subscribePush(as(person), input)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.each([
    ['an internal address', { endpoint: 'https://10.0.0.5/x', keys: { p256dh, auth } }],
    ['an endpoint without TLS', { endpoint: 'http://push.example.org/x', keys: { p256dh, auth } }],
    ['an invalid key', { endpoint: 'https://push.example.org/x', keys: { p256dh: 'B'.repeat(87), auth } }],
  ])('%s', async (_what, input) => {
    const { person } = await newSignedInPerson(database.as)
    await expect(subscribePush(as(person), input)).rejects.toMatchObject({ code: 'push_impossible' })
    expect(await listEndpoints(person)).toEqual([])
  })

  test.each(['student', 'expert', 'team'] as const)('host names of internal addresses from a %s', async (role) => {
    const { person } = await newSignedInPerson(database.as, role)
    const internalPush = createLocalPush(systemClock, async () => [{ address: '10.0.0.5', family: 4 }])
    for (const endpoint of ['https://localhost./x', 'https://push.localhost/x', 'https://inward.example.org/x']) {
      const subscribed = subscribePush({ ...as(person), push: internalPush }, { endpoint, keys: { p256dh, auth } })
      await expect(subscribed).rejects.toMatchObject({ code: 'push_impossible' })
    }
    expect(await listEndpoints(person)).toEqual([])
  })

  test.each(['student', 'expert', 'team'] as const)('many new endpoints in an hour from a %s', async (role) => {
    const { person } = await newSignedInPerson(database.as, role)
    const resolved: string[] = []
    const slowPush = createLocalPush(systemClock, async (name) => {
      resolved.push(name)
      return [{ address: '10.0.0.5', family: 4 }]
    })
    const subscribe = (name: string) =>
      subscribePush({ ...as(person), push: slowPush }, { endpoint: `https://${name}/x`, keys: { p256dh, auth } })
    const own = service.browser()
    await subscribePush(as(person), own)
    for (let count = 1; count < pushSubscriptionsPerHour; count += 1)
      await expect(subscribe(`n${count}.example.org`)).rejects.toMatchObject({ code: 'push_impossible' })
    await expect(subscribe('last.example.org')).rejects.toMatchObject({ code: 'too_many_push_subscriptions' })
    expect(resolved).not.toContain('last.example.org')
    await subscribePush(as(person), own)
    expect(await listEndpoints(person)).toEqual([{ endpoint: own.endpoint }])
  })

  test('visitors, and people who call functions of the system', async () => {
    const { person } = await newSubscriber()
    const visitor = as({ kind: 'visitor', address: '' })
    await expect(subscribePush(visitor, service.browser())).rejects.toMatchObject({ code: 'not_signed_in' })
    await expect(unsubscribePush(visitor, {})).rejects.toMatchObject({ code: 'not_signed_in' })
    const pushRequest = { accountId: person.id, message, urgency: 'high', ttlSeconds: 1 } as const
    await expect(sendPush(as(person), pushRequest)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(getOrCreatePushKeys(as(person), newPushKeys)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(resealPushKey(as(person))).rejects.toMatchObject({ code: 'not_allowed' })
  })
})

test('concurrent starts create one encrypted pair of keys, which survives a change of the data key', async () => {
  const [first, second] = await Promise.all([
    getOrCreatePushKeys(system(), newPushKeys),
    getOrCreatePushKeys(system(), newPushKeys),
  ])
  expect(first).toEqual(second)
  const row = await database.db().selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(row.public_key).toBe(first.publicKey)
  expect(row.sealed_private_key).not.toContain(first.privateKey)
  const nextKey = { id: 'next', bytes: Buffer.alloc(32, 2) }
  const bothKeys = createSealer([nextKey, { id: 'test', bytes: Buffer.alloc(32, 1) }])
  expect(await resealPushKey({ ...system(), sealer: bothKeys })).toBe(1)
  expect(await resealPushKey({ ...system(), sealer: bothKeys })).toBe(0)
  expect(await getOrCreatePushKeys({ ...system(), sealer: createSealer([nextKey]) }, newPushKeys)).toEqual(first)
  await expect(getOrCreatePushKeys({ ...system(), sealer: testSealer }, newPushKeys)).rejects.toThrow('DATA_KEYS')
})
